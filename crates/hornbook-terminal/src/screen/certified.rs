//! The certificate: that it is there, what it means, and what can be done now.

use hornbook_explore::journal::Certified;
use hornbook_words::counted;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::ask::{HOME_KEYS, press_home};
use super::chart;
use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::prompt::Prompt;
use super::shares::at_most;
use super::text;
use crate::worth;

/// On so many things the rules are tried out.
const MAX_TRIED_OUT: usize = 10;

/// The page of the certificate.
pub(super) struct Sealed {
    certified: Certified,
    /// How many rules there are, counted when it is first shown.
    rules: Option<usize>,
    scroll: Scroll,
}

impl Sealed {
    /// For what was certified.
    pub(super) fn new(certified: Certified) -> Self {
        Self { certified, rules: None, scroll: Scroll::default() }
    }

    /// Whether it is done, in a line.
    fn headline(&self, view: &View<'_>) -> Line<'static> {
        match worth::hangs(view.exploration, &self.certified) {
            true => {
                let share = at_most(worth::set_aside(&self.certified));
                let said = format!("  Not all is settled: for up to {share} it hangs on what nobody knew.");
                Line::styled(said, view.look.strong())
            }
            false => Line::styled("  Done: what is known is certified.", view.look.good()),
        }
    }

    fn paragraphs(&self, view: &View<'_>) -> Vec<String> {
        let exploration = view.exploration;
        let count = |count: usize, what: &str| counted(count as u64, what);
        let mut said = vec![exploration.whole_certificate(&self.certified)];
        let open = exploration.open_questions().len();
        match worth::hangs(exploration, &self.certified) {
            true if open > 0 => said.push(format!(
                "For those, the rules may not tell all that follows. To answer what was left open would settle it: b, \
                 4 lists {}.",
                count(open, "question")
            )),
            true => said.push("For those, the rules may not tell all that follows.".to_owned()),
            false if open > 0 => said.push(format!("{} left open: b, 4 lists them.", count(open, "question"))),
            false => {}
        }
        said.push(format!(
            "{} and {}, from {} answered.",
            count(self.rules.unwrap_or(0), "rule"),
            count(exploration.object_count(), "known object"),
            counted(exploration.questions(), "question"),
        ));
        said
    }

    /// The rules tried out on things that were named, for everybody to judge.
    fn tried_out(view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let tried = view.exploration.try_out(MAX_TRIED_OUT);
        let mut lines = Vec::new();
        if !tried.is_empty() {
            lines.push(Line::styled(
                "  Try it: two things told of some that were named, and what follows",
                view.look.strong(),
            ));
        }
        for tried in tried {
            let said = view.exploration.tried_out_in_words(&tried);
            lines.extend(text::wrapped(&[said.into()], columns, "    ", "      "));
        }
        lines
    }
}

impl Page for Sealed {
    fn title(&self) -> String {
        "Certified".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        self.rules.get_or_insert_with(|| view.exploration.rules().len());
        let mut lines = vec![self.headline(view), Line::default()];
        for said in self.paragraphs(view) {
            lines.extend(text::paragraph(&said, columns, "  "));
        }
        if let Some(standing) = view.exploration.standing() {
            let curve = chart::sparkline(standing, columns.saturating_sub(30).min(50));
            lines.push(Line::styled(format!("  ε with each question: {curve}"), view.look.faint()));
        }
        lines.push(Line::default());
        let tried = Self::tried_out(view, columns);
        if !tried.is_empty() {
            lines.extend(tried);
            lines.push(Line::default());
        }
        for (key, does) in [
            ("r", "Write a report to read"),
            ("e", "Export the rules or the objects"),
            ("b", "Browse rules, objects and answers"),
            ("m", "Go on, to a smaller ε"),
            ("c", "Go on, to a certificate about something else"),
            ("+", "Go on, with more attributes"),
            ("q", "Quit; everything is kept"),
        ] {
            lines.push(Line::from(vec![
                Span::styled(format!("    {key}"), view.look.strong()),
                format!("  {does}").into(),
            ]));
        }
        self.scroll.view(lines, height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("r", "report"), ("m", "more accurate")];
        keys.extend(HOME_KEYS.into_iter().filter(|(key, _)| *key != "a"));
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('r') => Do::Open(Box::new(Prompt::export(view, "report.md"))),
            KeyCode::Char('m') => Do::Open(Box::new(Prompt::sharper(view, &self.certified))),
            KeyCode::Char(_) => press_home(view, key),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}
