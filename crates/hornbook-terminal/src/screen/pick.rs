//! Finding one among many by typing some of its letters.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::input::Input;
use super::list::List;
use super::page::{Do, Key, Page, View};
use super::text;

/// How well a text matches what was typed: all of its letters occur in order.
/// Better are those that begin a word, that follow each other, and that leave
/// little over.
pub(super) fn score(typed: &str, found: &str) -> Option<i64> {
    let letters: Vec<char> = found.to_lowercase().chars().collect();
    let wanted = typed.trim().to_lowercase();
    let text: String = letters.iter().collect();
    if let Some(at) = text.find(&wanted) {
        let before = text[..at].chars().count();
        let begins = before == 0 || !letters[before - 1].is_alphanumeric();
        return Some(
            1_000_000 + i64::from(begins) * 10_000 - before.min(99) as i64 * 100 - letters.len().min(99) as i64,
        );
    }
    let (mut score, mut at, mut last) = (0, 0, None);
    for letter in wanted.chars().filter(|letter| *letter != ' ') {
        let place = at + letters.get(at..)?.iter().position(|other| *other == letter)?;
        let begins = place == 0 || !letters[place - 1].is_alphanumeric();
        score += 10 + i64::from(last.is_some_and(|last| last + 1 == place)) * 20 + i64::from(begins) * 30;
        (at, last) = (place + 1, Some(place));
    }
    Some(score * 100 - letters.len().min(99) as i64)
}

/// The places of the texts that match, the best first.
pub(super) fn matching<S: AsRef<str>>(typed: &str, texts: &[S]) -> Vec<usize> {
    let scored = texts.iter().enumerate().filter_map(|(place, text)| Some((score(typed, text.as_ref())?, place)));
    let mut scored: Vec<(i64, usize)> = scored.collect();
    if typed.trim().is_empty() {
        return scored.into_iter().map(|(_, place)| place).collect();
    }
    scored.sort_by_key(|&(score, place)| (std::cmp::Reverse(score), place));
    scored.into_iter().map(|(_, place)| place).collect()
}

/// The page on which something is found.
pub(super) struct Pick {
    title: String,
    texts: Vec<String>,
    typed: Input,
    found: Vec<usize>,
    list: List,
}

impl Pick {
    /// Among texts that can be shown.
    pub(super) fn new(title: &str, texts: Vec<String>) -> Self {
        let found = (0..texts.len()).collect();
        Self { title: title.to_owned(), texts, typed: Input::default(), found, list: List::default() }
    }

    fn find(&mut self) {
        self.found = matching(&self.typed.text(), &self.texts);
        self.list = List::default();
    }
}

impl Page for Pick {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut typed = vec![Span::raw("Find: ")];
        typed.extend(self.typed.spans(view.look, true));
        let mut lines = text::wrapped(&typed, columns, "  ", "  ");
        lines.push(Line::default());
        let row = |(at, &place): (usize, &usize)| {
            let shown = text::cut(&self.texts[place], columns.saturating_sub(4));
            match at == self.list.at {
                true => Line::styled(format!("  > {shown}"), view.look.strong()),
                false => text::plain(format!("    {shown}")),
            }
        };
        let rows: Vec<Line<'static>> = self.found.iter().enumerate().map(row).collect();
        if rows.is_empty() {
            lines.push(Line::styled("    Nothing has these letters in this order.", view.look.faint()));
        }
        let (at, room) = (self.list.at, height.saturating_sub(lines.len()));
        lines.extend(self.list.view(rows, at, room, view.look));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("letters", "narrow it down"), ("↑↓", "choose"), ("Enter", "go there"), ("Esc", "back")]
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Esc => Do::Close(1),
            KeyCode::Enter => self.found.get(self.list.at).map_or(Do::Nothing, |&place| Do::Picked(place)),
            KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown => {
                self.list.press(key.code, self.found.len());
                Do::Nothing
            }
            _ => {
                if self.typed.press(key) {
                    self.find();
                }
                Do::Nothing
            }
        }
    }

    fn paste(&mut self, _: &View<'_>, text: &str) {
        self.typed.paste(text, ' ');
        self.find();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_by_letters_in_order() {
        let names = ["has hair", "chair", "feathers", "four legs", "Häuser"];
        let found = |typed| matching(typed, &names).into_iter().map(|place| names[place]).collect::<Vec<_>>();
        assert_eq!(found("hair"), ["has hair", "chair"]);
        assert_eq!(found("fl"), ["four legs"]);
        assert_eq!(found("HÄ"), ["Häuser"]);
        assert_eq!(found("fthrs"), ["feathers"]);
        assert_eq!(found(""), names);
        assert!(found("xyz").is_empty());
    }
}
