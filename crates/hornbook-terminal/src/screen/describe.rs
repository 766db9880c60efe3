//! Things of the domain, before there is any question: each that is described saves
//! some.

use hornbook_explore::MissingKind;
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::ask::{HOME_KEYS, press_home};
use super::form::Form;
use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::text;

/// So many of the things named are listed.
const MAX_NAMES: usize = 12;

/// The page that asks for things.
pub(super) struct Describe {
    /// Kinds of things that were not named yet.
    missing: Vec<MissingKind>,
    scroll: Scroll,
}

impl Describe {
    /// With what was not named yet.
    pub(super) fn new(missing: Vec<MissingKind>) -> Self {
        Self { missing, scroll: Scroll::default() }
    }

    /// How many are named, and the last of them.
    fn named(view: &View<'_>) -> String {
        let count = view.exploration.objects().len();
        let last = (0..count).rev().take(MAX_NAMES).map(|place| escape_control(&view.exploration.object_name(place)));
        let more = if count > MAX_NAMES { ", …" } else { "" };
        format!("{count} named so far: {}{more}.", last.collect::<Vec<_>>().join(", "))
    }
}

impl Page for Describe {
    fn title(&self) -> String {
        "Things to begin with".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let look = view.look;
        let first = view.exploration.objects().is_empty();
        let ask = match first {
            true => "Name something of your domain, and say what it has and lacks.",
            false => "Name something unlike those you named.",
        };
        let mut lines = text::styled(ask, look.strong(), columns, "  ");
        lines.push(Line::default());
        if !first {
            lines.extend(text::paragraph(&Self::named(view), columns, "  "));
            lines.push(Line::default());
        }
        if !self.missing.is_empty() {
            lines.push(text::plain("  Not named yet:"));
            for kind in &self.missing {
                let kind = view.exploration.kind_in_words(kind);
                lines.extend(text::wrapped(&[kind.into()], columns, "    ", "      "));
            }
            lines.push(Line::default());
        }
        for (key, does) in [("n", "Name something …"), ("g", "That is enough: go on to the questions")] {
            lines.push(Line::from(vec![Span::styled(format!("    {key}"), look.strong()), format!("  {does}").into()]));
        }
        lines.push(Line::default());
        let worth = "As many as you like: the more you name, the fewer questions follow.";
        lines.extend(text::styled(worth, look.faint(), columns, "  "));
        self.scroll.view(lines, height, look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("n", "name something"), ("g", "go on to the questions")];
        keys.extend(HOME_KEYS.into_iter().filter(|(key, _)| *key != "s"));
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Enter | KeyCode::Char('n') => Do::Open(Box::new(Form::telling(view))),
            KeyCode::Char('g') => Do::Enough,
            KeyCode::Char(_) => press_home(view, key),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}
