//! What a report says, laid out once: for people who read it as plain text, as
//! Markdown or as a page.
//!
//! All texts here are as they are meant. What a format would take for something
//! else is the concern of who writes it: [`text`](crate::text),
//! [`markdown`](crate::markdown) and [`html`](crate::html).

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What comes before the first section.
    pub lead: Vec<Block>,
    /// The rest.
    pub sections: Vec<Section>,
}

/// A heading with what belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What belongs to it.
    pub blocks: Vec<Block>,
}

/// A part of a document that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Some sentences.
    Paragraph(String),
    /// What came out, set apart from all else.
    Summary {
        /// In a word or a few.
        verdict: String,
        /// In some sentences.
        text: String,
    },
    /// A remark of less weight.
    Note(String),
    /// Items in no order.
    List(Vec<Item>),
    /// Items with numbers, from 1.
    NumberedList(Vec<Item>),
    /// Terms, each with what it means.
    Definitions(Vec<(String, String)>),
    /// A table.
    Table(Table),
    /// A drawing in a file of its own.
    Picture {
        /// What it shows.
        caption: String,
        /// The name of the file.
        file: String,
    },
}

/// An item of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// What it says.
    pub text: String,
    /// What is said about that, of less weight.
    pub remark: Option<String>,
    /// Items below it.
    pub items: Vec<Item>,
}

impl Item {
    /// An item that says this.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same with a remark.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remark = Some(remark.into());
        self
    }

    /// The same with items below it.
    #[must_use]
    pub fn with(mut self, items: impl IntoIterator<Item = String>) -> Self {
        self.items.extend(items.into_iter().map(Item::new));
        self
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, one cell a column.
    pub rows: Vec<Vec<String>>,
    /// Whether it is a cross table: the first cell of a row names it, and all
    /// others are single marks.
    pub is_cross: bool,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Where its cells are put.
    pub align: Align,
}

/// Where something narrow is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

impl Table {
    /// A cross table of these columns, without rows.
    pub fn cross(names: impl IntoIterator<Item = String>) -> Self {
        let first = Column { name: String::new(), align: Align::Left };
        let others = names.into_iter().map(|name| Column { name, align: Align::Center });
        Self { columns: std::iter::once(first).chain(others).collect(), rows: Vec::new(), is_cross: true }
    }
}
