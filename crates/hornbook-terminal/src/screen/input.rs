//! A line of text that is being typed.

use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::Span;

use super::look::Look;

/// A line of text with a cursor.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    letters: Vec<char>,
    at: usize,
}

/// What is longer is no line that a person types.
const MAX_INPUT_BYTES: usize = 10_000;

impl Input {
    /// With a text to begin with.
    pub(super) fn of(text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        Self { at: letters.len(), letters }
    }

    /// What it says.
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Changes the text or moves within it, if the key is one that does.
    pub(super) fn press(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('u') => _ = self.letters.drain(..std::mem::take(&mut self.at)),
                KeyCode::Char('w') => self.delete_word(),
                KeyCode::Char('a') => self.at = 0,
                KeyCode::Char('e') => self.at = self.letters.len(),
                _ => return false,
            }
            return true;
        }
        match key.code {
            KeyCode::Char(letter) => self.insert(letter),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyCode::Delete if self.at < self.letters.len() => _ = self.letters.remove(self.at),
            KeyCode::Backspace | KeyCode::Delete => {}
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            _ => return false,
        }
        true
    }

    /// Takes what was pasted; ends of lines become `instead`.
    pub(super) fn paste(&mut self, text: &str, instead: char) {
        for letter in text.trim_end().chars().filter(|letter| *letter != '\r') {
            self.insert(if letter == '\n' { instead } else { letter });
        }
    }

    fn insert(&mut self, letter: char) {
        if self.letters.len() < MAX_INPUT_BYTES {
            self.letters.insert(self.at, letter);
            self.at += 1;
        }
    }

    fn delete_word(&mut self) {
        let before = &self.letters[..self.at];
        let end = before.iter().rposition(|letter| *letter != ' ').map_or(0, |at| at + 1);
        let start = before[..end].iter().rposition(|letter| *letter == ' ').map_or(0, |at| at + 1);
        self.letters.drain(start..self.at);
        self.at = start;
    }

    /// The text with its cursor, or without.
    pub(super) fn spans(&self, look: Look, active: bool) -> Vec<Span<'static>> {
        let text = |letters: &[char]| escape_control(&letters.iter().collect::<String>());
        if !active {
            return vec![Span::raw(text(&self.letters))];
        }
        let (before, after) = self.letters.split_at(self.at);
        let cursor = if after.is_empty() { "_" } else { "|" };
        vec![Span::raw(text(before)), Span::styled(cursor, look.cursor()), Span::raw(text(after))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[KeyEvent]) -> Input {
        let mut input = Input::default();
        keys.iter().for_each(|key| assert!(input.press(*key)));
        input
    }

    #[test]
    fn edits_like_a_line() {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let mut keys: Vec<KeyEvent> = "grey bea".chars().map(|letter| key(KeyCode::Char(letter))).collect();
        keys.extend([key(KeyCode::Left), key(KeyCode::Delete), key(KeyCode::Char('é')), key(KeyCode::End)]);
        assert_eq!(typed(&keys).text(), "grey beé");
        keys.push(control('w'));
        assert_eq!(typed(&keys).text(), "grey ");
        keys.extend([key(KeyCode::Home), key(KeyCode::Backspace), key(KeyCode::Right), control('u')]);
        assert_eq!(typed(&keys).text(), "rey ");
        let mut input = Input::of("a");
        input.paste("b\r\nc\n", ',');
        assert_eq!(input.text(), "ab,c");
    }
}
