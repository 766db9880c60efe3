//! How the bound fell with each question, on a logarithmic scale.

use hornbook_explore::Standing;
use hornbook_words::rounded_up;
use ratatui::text::{Line, Span};

use super::look::Look;
use super::text;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The columns for the numbers at the side.
const LABEL_CHARS: usize = 10;

/// The bounds so far, as many as there are columns: of several in one column
/// the last.
fn bounds(standing: &Standing, columns: usize) -> Vec<f64> {
    let mut all = standing.history.clone();
    all.push(standing.epsilon);
    let columns = columns.min(all.len());
    (1..=columns).map(|column| all[column * all.len() / columns - 1]).collect()
}

/// How far a bound is on the way down from 1, which is 1, to `low`, which is 0.
fn height(bound: f64, low: f64) -> f64 {
    let bound = bound.clamp(low, 1.0);
    (1.0 - bound.ln() / low.ln()).clamp(0.0, 1.0)
}

/// The foot of the chart: what is beyond the bound that is wanted makes no
/// difference.
fn low(standing: &Standing) -> f64 {
    (standing.wanted / 1.5).clamp(1e-12, 0.5)
}

/// The bounds in one line.
pub(super) fn sparkline(standing: &Standing, columns: usize) -> String {
    let low = low(standing);
    let bar = |bound: f64| BARS[(height(bound, low) * (BARS.len() - 1) as f64).round() as usize];
    bounds(standing, columns).into_iter().map(bar).collect()
}

/// The bounds as a chart of some lines, with the bound that is wanted.
pub(super) fn chart(standing: &Standing, columns: usize, rows: usize, look: Look) -> Vec<Line<'static>> {
    let low = low(standing);
    let rows = rows.max(2);
    let bounds = bounds(standing, columns.saturating_sub(LABEL_CHARS + 1));
    let row_of = |bound: f64| rows - 1 - ((height(bound, low) * rows as f64) as usize).min(rows - 1);
    let wanted = row_of(standing.wanted);
    let mut lines = Vec::new();
    for row in 0..rows {
        let label = match row {
            _ if row == wanted => rounded_up(standing.wanted),
            0 => "1".to_owned(),
            _ => String::new(),
        };
        let full = rows - 1 - row;
        let bar = |bound: &f64| {
            let filled = height(*bound, low) * rows as f64 - full as f64;
            match (filled * BARS.len() as f64).ceil() {
                eighths if eighths < 1.0 && row == wanted => '·',
                eighths if eighths < 1.0 => ' ',
                eighths => BARS[(eighths as usize).min(BARS.len()) - 1],
            }
        };
        let bars: String = bounds.iter().map(bar).collect();
        let side = format!("{:>width$} ", text::cut(&label, LABEL_CHARS - 2), width = LABEL_CHARS - 2);
        let rest = if row == wanted { "· wanted" } else { "" };
        lines.push(Line::from(vec![
            Span::raw(side),
            Span::styled("│", look.faint()),
            Span::styled(bars, look.good()),
            Span::styled(rest, look.faint()),
        ]));
    }
    lines
}
