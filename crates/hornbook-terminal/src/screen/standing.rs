//! Where it stands: what is certain, how it came to be, what is left.

use hornbook_explore::Standing;
use hornbook_words::{grouped, rounded_up};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::chart;
use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::shares::at_least_but;
use super::text;

/// The chart is so many lines high.
const CHART_LINES: usize = 7;

/// The page about where it stands.
#[derive(Default)]
pub(super) struct Stands {
    scroll: Scroll,
}

impl Page for Stands {
    fn title(&self) -> String {
        "Where it stands".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let Some(standing) = view.exploration.standing() else {
            return text::paragraph("That is known when the next question is: press Esc to go back.", columns, "  ");
        };
        let mut lines = Vec::new();
        for said in in_words(standing) {
            lines.extend(text::wrapped(&[said.into()], columns, "  ", "    "));
        }
        lines.push(Line::default());
        lines.push(Line::styled("  How ε fell with each question, on a logarithmic scale", view.look.strong()));
        lines.extend(chart::chart(standing, columns, CHART_LINES, view.look));
        lines.push(Line::default());
        lines.extend(text::styled(Standing::how_estimated(), view.look.faint(), columns, "  "));
        self.scroll.view(lines, height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("↑↓ PgUp PgDn", "scroll"), ("Esc", "back")]
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 's') => Do::Close(1),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}

fn in_words(standing: &Standing) -> Vec<String> {
    let sure = at_least_but(standing.delta);
    let (epsilon, wanted) = (rounded_up(standing.epsilon), rounded_up(standing.wanted));
    let mut said = vec![format!(
        "With probability {sure} (δ = {}), what is known is incomplete for at most a share ε = {epsilon} of all sets of \
         attributes. Wanted is ε = {wanted}.",
        standing.delta
    )];
    if standing.set_aside > 0.0 {
        said.push(format!(
            "For at most a share {} it hangs on questions that nobody could answer.",
            rounded_up(standing.set_aside)
        ));
    }
    said.push(format!("Questions answered: {}.", standing.questions));
    if let Some(left) = standing.remaining {
        said.push(format!("Questions left: {}.", left.in_words()));
    }
    if standing.drawn > 0 {
        said.push(format!(
            "Of {} sets that were drawn to find questions, {} were settled without asking.",
            grouped(standing.drawn),
            grouped(standing.settled)
        ));
    }
    said
}
