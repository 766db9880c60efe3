//! The terminal: taken over at the start, and given back as it was, whatever
//! happens in between.

use std::io::{self, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;

use super::signals;

/// The terminal while it is ours.
pub(super) struct Screen {
    /// What is drawn on.
    pub terminal: DefaultTerminal,
    closed: bool,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it speaks.
    pub(super) fn open() -> io::Result<Self> {
        let open = || {
            signals::take()?;
            let terminal = ratatui::try_init()?;
            // Without it, what is pasted would be taken for keys, and answer questions.
            execute!(stdout(), EnableBracketedPaste)?;
            Ok(terminal)
        };
        match open() {
            Ok(terminal) => Ok(Self { terminal, closed: false }),
            Err(error) => {
                // It may be half done; that it failed is what to tell of.
                _ = ratatui::try_restore();
                signals::leave();
                Err(error)
            }
        }
    }

    /// Gives the terminal back.
    pub(super) fn close(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.closed, true) {
            return Ok(());
        }
        let pasting = execute!(stdout(), DisableBracketedPaste);
        let cursor = self.terminal.show_cursor();
        // After a panic it was restored before the panic was told of; once more,
        // and the cursor would be put where that stands.
        let restored = if std::thread::panicking() { Ok(()) } else { ratatui::try_restore() };
        signals::leave();
        restored.and(pasting).and(cursor)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // On the way out after an error or a panic, of which others tell.
        _ = self.close();
    }
}
