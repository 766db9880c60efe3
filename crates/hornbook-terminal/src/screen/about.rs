//! What the certificate is to be about: which sets of attributes ε is a share of.

use hornbook_explore::journal::DistributionName;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::list::List;
use super::page::{Do, Key, Message, Page, View};
use super::text;

/// What is offered to everybody.
const OFFERED: [DistributionName; 4] = [
    DistributionName::DescribedAndShort,
    DistributionName::Described,
    DistributionName::Short,
    DistributionName::Uniform,
];

/// The page on which it is chosen.
pub(super) struct About {
    choices: Vec<DistributionName>,
    list: List,
}

impl About {
    /// With the cursor at what it is about now.
    pub(super) fn new(view: &View<'_>) -> Self {
        let now = view.exploration.distribution();
        let mut choices = OFFERED.to_vec();
        if !choices.contains(&now) {
            choices.push(now);
        }
        let at = choices.iter().position(|choice| *choice == now).unwrap_or_default();
        Self { choices, list: List::at(at) }
    }
}

impl Page for About {
    fn title(&self) -> String {
        "What the certificate is about".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let (look, now) = (view.look, view.exploration.distribution());
        let ask = "For nearly all of these, the rules are to tell everything that follows:";
        let mut lines = text::paragraph(ask, columns, "  ");
        lines.push(Line::default());
        let (mut rows, mut focus) = (Vec::new(), 0);
        for (at, choice) in self.choices.iter().enumerate() {
            let here = at == self.list.at;
            if here {
                focus = rows.len();
            }
            let style = if here { look.strong() } else { Style::new() };
            let mut spans = vec![Span::styled(choice.in_words(), style)];
            if *choice == now {
                spans.push(Span::styled("  (as it is now)", look.faint()));
            }
            rows.extend(text::wrapped(&spans, columns, if here { "  > " } else { "    " }, "    "));
            rows.extend(text::styled(choice.example(), look.faint(), columns, "        "));
        }
        let room = height.saturating_sub(lines.len());
        lines.extend(self.list.view(rows, focus, room, look));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("↑↓", "choose"), ("Enter", "make it about that"), ("Esc", "back")]
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => Do::Close(1),
            KeyCode::Enter => match self.choices.get(self.list.at) {
                Some(choice) if *choice == view.exploration.distribution() => {
                    Do::Say(Message::note("It is about that already."))
                }
                Some(choice) => Do::About(*choice),
                None => Do::Nothing,
            },
            code => {
                self.list.press(code, self.choices.len());
                Do::Nothing
            }
        }
    }
}
