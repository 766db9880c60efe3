//! Something is about to be done: what it means, and whether to do it.

use std::path::{Path, PathBuf};

use hornbook_explore::journal::EntryId;
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::list::Scroll;
use super::page::{Do, Key, Page, View, Word};
use super::text;

/// What may be done.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Take what is said.
    Give(Word),
    /// Keep what is said, for a list whose answers are given together.
    Hand(Word),
    /// Take back an entry.
    TakeBack(EntryId),
    /// Replace a file.
    Export(PathBuf),
    /// Close the page below as well.
    Drop,
}

/// The page that asks whether to do it.
pub(super) struct Confirm {
    title: String,
    paragraphs: Vec<String>,
    does: &'static str,
    act: Act,
    scroll: Scroll,
}

impl Confirm {
    /// With what is to be known before, and what `y` does, in a word or two.
    pub(super) fn new(title: &str, paragraphs: Vec<String>, does: &'static str, act: Act) -> Self {
        Self { title: title.to_owned(), paragraphs, does, act, scroll: Scroll::default() }
    }

    /// Before an entry is taken back: what else would change.
    pub(super) fn take_back(view: &View<'_>, entry: &EntryId) -> Self {
        let exploration = view.exploration;
        let said = exploration.entry(entry).map(|entry| exploration.entry_in_words(entry)).unwrap_or_default();
        let mut paragraphs = vec![said, String::new()];
        match exploration.consequences(std::slice::from_ref(entry)) {
            Ok(consequences) => {
                let lines = exploration.consequences_in_words(&consequences);
                paragraphs.push(match lines.is_empty() {
                    true => "No rule and no object goes with it.".to_owned(),
                    false => "If it is taken back:".to_owned(),
                });
                paragraphs.extend(lines);
            }
            Err(refusal) => paragraphs.push(exploration.refusal(&refusal)),
        }
        paragraphs.push(String::new());
        paragraphs.push("What no longer follows is asked again; the rest is kept.".to_owned());
        Self::new("Take this back?", paragraphs, "take it back", Act::TakeBack(entry.clone()))
    }

    /// Before a file is replaced by what was asked for.
    pub(super) fn replace(file: &Path, order: PathBuf) -> Self {
        let said = format!("{} is there already.", escape_control(&file.display().to_string()));
        Self::new("Replace this file?", vec![said], "replace it", Act::Export(order))
    }
}

impl Page for Confirm {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let lines = self.paragraphs.iter().flat_map(|said| text::wrapped(&[said.into()], columns, "  ", "    "));
        self.scroll.view(lines.collect(), height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("y", self.does), ("Esc", "back, nothing is changed")];
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        keys
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('y') => match self.act.clone() {
                Act::Give(word) => Do::Give(word),
                Act::Hand(word) => Do::Hand(word, 2),
                Act::TakeBack(entry) => Do::TakeBack(entry),
                Act::Export(path) => Do::Export(path, 2),
                Act::Drop => Do::Close(2),
            },
            KeyCode::Esc | KeyCode::Char('n' | 'q') => Do::Close(1),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}
