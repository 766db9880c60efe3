//! Where it stands: what is certain, how it came to be, what is left.

use hornbook_explore::journal::DistributionName;
use hornbook_explore::{Exploration, Standing};
use hornbook_words::{grouped, rounded_up};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::chart;
use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::shares::{at_least_but, at_most};
use super::text;
use crate::worth;

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
        for said in in_words(view.exploration, standing) {
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

fn in_words(exploration: &Exploration, standing: &Standing) -> Vec<String> {
    let sure = at_least_but(standing.delta);
    let (epsilon, wanted) = (rounded_up(worth::supported(standing)), rounded_up(standing.wanted));
    let mut said = vec![format!(
        "ε = {epsilon} by now, and wanted is ε = {wanted}: with probability {sure} (δ = {}), something that follows may \
         be missing for at most {}.",
        standing.delta,
        shares(exploration, standing)
    )];
    if standing.set_aside > 0.0 {
        said.push(format!(
            "For at most a share {} it hangs on questions that nobody could answer.",
            rounded_up(standing.set_aside)
        ));
    }
    said.push(format!("Questions answered: {}.", standing.questions));
    if let Some(left) = standing.remaining {
        said.push(format!("Left: {}.", left.in_words()));
    }
    let stopping = exploration.if_you_stop(exploration.rules().len());
    if !stopping.is_empty() {
        said.push(format!("You may stop here. {}", stopping.join(" ")));
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

/// For how much of what it may be incomplete: `12% of things like those named`.
fn shares(exploration: &Exploration, standing: &Standing) -> String {
    let share = |share: f64, of: DistributionName| format!("{} of {}", at_most(share), of.in_words());
    match standing.any_few {
        Some(few) => format!(
            "{} and {}",
            share(standing.epsilon, DistributionName::Described),
            share(few.epsilon, DistributionName::Short)
        ),
        None => share(standing.epsilon, exploration.distribution()),
    }
}

/// Where it stands, in two or three lines.
pub(super) fn where_it_stands(view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
    let Some(standing) = view.exploration.standing() else { return Vec::new() };
    let wanted = rounded_up(standing.wanted);
    let epsilon = rounded_up(worth::supported(standing));
    let certain = match epsilon.as_str() {
        "1" => format!("Nothing is certain yet; wanted is ε = {wanted}."),
        _ => format!(
            "By now ε = {epsilon}, wanted {wanted}: with probability {}, something may be missing for at most {}.",
            at_least_but(standing.delta),
            shares(view.exploration, standing)
        ),
    };
    let mut lines = text::styled(&certain, view.look.faint(), columns, "  ");
    let answered = match standing.questions {
        0 => "No question answered yet".to_owned(),
        1 => "1 question answered".to_owned(),
        count => format!("{count} questions answered"),
    };
    let left = standing.remaining.map(|left| format!("; left: {}", left.in_words())).unwrap_or_default();
    let said = format!("  {answered}{left}. ");
    let room = columns.saturating_sub(text::width(&said) + 1);
    let curve = if standing.history.len() < 2 { String::new() } else { chart::sparkline(standing, room.min(30)) };
    lines.push(Line::styled(format!("{said} {curve}"), view.look.faint()));
    lines
}
