//! How things stand out: by style, or by marks where there is to be no colour.

use hornbook_explore::words::Sentence;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

/// How things stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether styles may be used.
    pub styled: bool,
}

impl Look {
    /// Without styles if `NO_COLOR` says something.
    pub(super) fn of_environment() -> Self {
        Self { styled: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn style(self, style: Style) -> Style {
        if self.styled { style } else { Style::new() }
    }

    /// An attribute within a sentence.
    pub(super) fn attribute(self, name: &str) -> Span<'static> {
        match self.styled {
            true => Span::styled(name.to_owned(), Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)),
            false => Span::raw(format!("*{name}*")),
        }
    }

    /// A sentence in which attributes stand out.
    pub(super) fn sentence(self, sentence: &Sentence) -> Vec<Span<'static>> {
        let piece = |piece: &hornbook_explore::words::Piece| match piece.attr {
            Some(_) => self.attribute(&piece.text),
            None => Span::raw(piece.text.clone()),
        };
        sentence.pieces.iter().map(piece).collect()
    }

    /// The line at the top.
    pub(super) fn title(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD))
    }

    /// A key to press, or a row that is chosen.
    pub(super) fn strong(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::BOLD))
    }

    /// What is said by the way.
    pub(super) fn faint(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::DIM))
    }

    /// What nobody said yet, and may be wrong.
    pub(super) fn guess(self) -> Style {
        self.style(Style::new().fg(Color::Cyan).add_modifier(Modifier::ITALIC))
    }

    /// Something is wrong.
    pub(super) fn problem(self) -> Style {
        self.style(Style::new().fg(Color::Red).add_modifier(Modifier::BOLD))
    }

    /// Something is well.
    pub(super) fn good(self) -> Style {
        self.style(Style::new().fg(Color::Green).add_modifier(Modifier::BOLD))
    }

    /// Where letters go.
    pub(super) fn cursor(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::REVERSED))
    }
}
