//! Sentences, piece by piece.

use hornbook::Attr;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// The attribute it names, which should stand out.
    pub attr: Option<Attr>,
}

/// A sentence, with attributes that should stand out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

impl Sentence {
    /// Goes on with plain text.
    pub(crate) fn say(&mut self, text: &str) -> &mut Self {
        match self.pieces.last_mut() {
            Some(Piece { text: before, attr: None }) => before.push_str(text),
            _ => self.pieces.push(Piece { text: text.to_owned(), attr: None }),
        }
        self
    }

    /// Goes on with several attributes: `a`, `a and b`, `a, b and c`; with commas alone
    /// if there is no last word.
    pub(crate) fn list<'a>(
        &mut self,
        items: impl IntoIterator<Item = (Attr, &'a str)>,
        last: Option<&str>,
    ) -> &mut Self {
        let items: Vec<(Attr, &str)> = items.into_iter().collect();
        for (at, &(attr, text)) in items.iter().enumerate() {
            match (at, last) {
                (0, _) => {}
                (_, Some(last)) if at + 1 == items.len() => _ = self.say(&format!(" {last} ")),
                _ => _ = self.say(", "),
            }
            self.pieces.push(Piece { text: text.to_owned(), attr: Some(attr) });
        }
        self
    }

    /// With a capital letter, unless it begins with an attribute.
    pub(crate) fn capitalised(mut self) -> Self {
        if let Some(Piece { text, attr: None }) = self.pieces.first_mut() {
            let mut letters = text.chars();
            if let Some(first) = letters.next() {
                *text = first.to_uppercase().chain(letters).collect();
            }
        }
        self
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(&piece.text))
    }
}
