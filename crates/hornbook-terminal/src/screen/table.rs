//! The known objects as a cross table that scrolls both ways.

use hornbook::Attr;
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::browse;
use super::by_whom::by_whom;
use super::form::Form;
use super::list::List;
use super::page::{Do, Key, Page, Tab, View};
use super::pick::Pick;
use super::text;

/// A column is at most this wide.
const MAX_COLUMN_CHARS: usize = 12;
/// The names of objects take at most this.
const MAX_NAME_CHARS: usize = 20;

/// The page of objects.
pub(super) struct Table {
    /// The names of the objects, as they are shown.
    names: Vec<String>,
    rows: List,
    /// The attribute the cursor is at.
    column: usize,
    /// The first attribute in view.
    left: usize,
}

/// What a cell says: said is plain, what follows is in parentheses.
fn cell(view: &View<'_>, object: usize, attr: Attr) -> &'static str {
    let said = view.exploration.objects()[object].fact(attr).map(|fact| fact.has);
    let model = &view.exploration.models()[object];
    match (said, model.has().contains(attr), model.possible().contains(attr)) {
        (Some(true), ..) => "×",
        (Some(false), ..) => "",
        (None, true, _) => "(×)",
        (None, _, false) => "( )",
        (None, ..) => "?",
    }
}

fn names(view: &View<'_>) -> Vec<String> {
    view.exploration.objects().iter().map(|object| escape_control(&object.called_with_count())).collect()
}

fn attribute(view: &View<'_>, attr: Attr) -> String {
    escape_control(&view.exploration.attributes()[attr].name)
}

fn width_of(view: &View<'_>, attr: Attr) -> usize {
    text::width(&attribute(view, attr)).clamp(3, MAX_COLUMN_CHARS)
}

impl Table {
    /// Of the objects known now.
    pub(super) fn new(view: &View<'_>) -> Self {
        Self { names: names(view), rows: List::default(), column: 0, left: 0 }
    }

    /// The attributes in view, those to the left of the cursor among them as
    /// far as there is room.
    fn columns(&mut self, view: &View<'_>, room: usize) -> Vec<Attr> {
        let attributes = view.exploration.universe().len();
        self.left = self.left.min(self.column);
        loop {
            let mut taken = 0;
            let fits = |&attr: &Attr| {
                taken += width_of(view, attr) + 1;
                taken <= room
            };
            let shown: Vec<Attr> = (self.left..attributes).take_while(fits).collect();
            if shown.contains(&self.column) || self.left >= self.column {
                return shown;
            }
            self.left += 1;
        }
    }

    fn row(&self, view: &View<'_>, object: usize, names: usize, columns: &[Attr]) -> Line<'static> {
        let here = object == self.rows.at;
        let style = if here { view.look.strong() } else { Style::new() };
        let name = text::fitted(&self.names[object], names);
        let mut spans = vec![Span::styled(format!("{} {name} ", if here { ">" } else { " " }), style)];
        for &attr in columns {
            let cell = cell(view, object, attr);
            let chosen = here && attr == self.column;
            let style = if chosen { view.look.cursor() } else { style };
            // Without styles the cell is known by its row and its column.
            spans.push(Span::styled(text::fitted(cell, width_of(view, attr)), style));
            spans.push(Span::raw(" "));
        }
        Line::from(spans)
    }

    /// What the cell at the cursor says, and why.
    fn about(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let object = self.rows.at;
        let exploration = view.exploration;
        let name = &self.names[object];
        let attribute = attribute(view, self.column);
        let fact = exploration.objects()[object].fact(self.column);
        let what = match cell(view, object, self.column) {
            "×" | "(×)" => "has it",
            "" | "( )" => "lacks it",
            _ => "not known",
        };
        let why = match fact {
            Some(fact) => match exploration.entry(&fact.from) {
                Some(entry) => format!("said: {}", by_whom(entry)),
                None => "said".to_owned(),
            },
            None if what == "not known" => "Enter tells more".to_owned(),
            None => "follows by the rules".to_owned(),
        };
        let mut lines = text::wrapped(&[format!("{name} | {attribute}: {what} ({why})").into()], columns, "  ", "    ");
        lines.truncate(3);
        let legend = "  ×  has it   blank  lacks it   ?  not known   (×) ( )  follows by the rules";
        lines.push(Line::styled(text::cut(legend, columns), view.look.faint()));
        lines
    }
}

impl Page for Table {
    fn title(&self) -> String {
        "The objects that are known".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = vec![browse::tabs(view, Tab::Objects), Line::default()];
        let objects = self.names.len();
        if objects == 0 {
            let none = "No object is known yet. Exceptions to rules come here; a adds an object unasked.";
            lines.extend(text::paragraph(none, columns, "  "));
            return lines;
        }
        let names = self.names.iter().map(|name| text::width(name)).max().unwrap_or(0).clamp(4, MAX_NAME_CHARS);
        let shown = self.columns(view, columns.saturating_sub(names + 3));
        let mut header = vec![Span::raw(" ".repeat(names + 3))];
        for &attr in &shown {
            let here = attr == self.column;
            let label = text::fitted(&attribute(view, attr), width_of(view, attr));
            header.push(Span::styled(label, if here { view.look.strong() } else { Style::new() }));
            header.push(Span::raw(" "));
        }
        lines.push(Line::from(header));
        let beyond = view.exploration.universe().len().saturating_sub(shown.last().map_or(0, |last| last + 1));
        if self.left > 0 || beyond > 0 {
            let more = format!("{}{} more to the left, {beyond} to the right", " ".repeat(names + 3), self.left);
            lines.push(Line::styled(text::cut(&more, columns), view.look.faint()));
        }
        let about = self.about(view, columns);
        let room = height.saturating_sub(lines.len() + about.len() + 1);
        let rows = (0..objects).map(|object| self.row(view, object, names, &shown)).collect();
        let at = self.rows.at;
        let mut rows = self.rows.view(rows, at, room, view.look);
        rows.resize(room, Line::default());
        lines.extend(rows);
        lines.push(Line::styled("─".repeat(columns), view.look.faint()));
        lines.extend(about);
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓←→", "move"), ("Enter", "complete or correct"), ("a", "add an object"), ("/", "find")];
        keys.extend(browse::KEYS);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let (objects, attributes) = (self.names.len(), view.exploration.universe().len());
        match key.code {
            KeyCode::Left => self.column = self.column.saturating_sub(1),
            KeyCode::Right => self.column = (self.column + 1).min(attributes.saturating_sub(1)),
            KeyCode::Enter if objects > 0 => return Do::Open(Box::new(Form::of_object(view, self.rows.at))),
            KeyCode::Char('a') => return Do::Open(Box::new(Form::telling(view))),
            KeyCode::Char('/') => {
                return Do::Open(Box::new(Pick::new("Find an object", self.names.clone())));
            }
            code if self.rows.press(code, objects) => {}
            _ => return browse::press(key, Tab::Objects),
        }
        Do::Nothing
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.rows = List::at(place);
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.names = names(view);
        self.rows.keep_within(self.names.len());
    }

    fn stays(&self) -> bool {
        true
    }
}
