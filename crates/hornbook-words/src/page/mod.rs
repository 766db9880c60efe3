//! What pages that stand alone share: no network, no other files.

use crate::escape_html as escaped;

/// How such pages look: type, colours in light and dark, tables that can be sorted.
pub const STYLE: &str = include_str!("page.css");

/// `makeSortable(table, order)`: headers that sort a table when they are clicked.
pub const SORT_SCRIPT: &str = include_str!("sort.js");

/// A page that stands alone.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its title, as it is meant.
    pub title: String,
    /// CSS, besides [`STYLE`].
    pub style: String,
    /// HTML.
    pub body: String,
    /// JavaScript, behind [`SORT_SCRIPT`].
    pub script: String,
}

impl Page {
    /// The page as a file.
    pub fn html(&self) -> String {
        let pieces = [
            ("title", escaped(&self.title)),
            ("style", STYLE.to_owned() + &self.style),
            ("body", self.body.clone()),
            ("script", SORT_SCRIPT.to_owned() + &self.script),
        ];
        fill(include_str!("page.html"), &pieces)
    }
}

/// Puts pieces into a template where it has their names, as in `{{title}}`. It is
/// done in one pass: nothing in a piece is taken for a place.
pub fn fill(template: &str, pieces: &[(&str, String)]) -> String {
    let mut filled = String::new();
    for (at, part) in template.split("{{").enumerate() {
        match part.split_once("}}") {
            Some((name, rest)) if at > 0 => {
                filled.extend(pieces.iter().filter(|(piece, _)| *piece == name).map(|(_, text)| text.as_str()));
                filled.push_str(rest);
            }
            _ => filled.push_str(part),
        }
    }
    filled
}

/// Each text as a paragraph.
pub fn paragraphs(texts: &[String]) -> String {
    texts.iter().map(|text| format!("<p>{}</p>\n", escaped(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_no_template() {
        let pieces = [("a", "{{b}}".to_owned()), ("b", "x".to_owned())];
        assert_eq!(fill("<{{a}}|{{b}}|{{c}}>", &pieces), "<{{b}}|x|>");
    }

    #[test]
    fn a_title_is_text() {
        let page = Page { title: "</title><script>alert(1)</script>".to_owned(), ..Page::default() }.html();
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;"), "{page}");
        assert!(page.contains("default-src 'none'"));
    }
}
