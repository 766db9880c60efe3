//! One document, written in every way. `UPDATE_GOLDEN=1` takes over what is
//! written now: read the difference.
#![allow(clippy::unwrap_used)]

use hornbook_words::document::{Align, Block, Column, Document, Item, Section, Table};
use hornbook_words::{html, markdown, text};

/// Everything a document can have, and everywhere what a format or a screen
/// would take for something else.
fn hostile() -> Document {
    let evil = "<script>alert('1')</script> **bold** [x](javascript:1) | `code` & \u{1b}[2J\u{202e}\n# end";
    let item = Item::new(evil).remark(evil).with([evil.to_owned(), "- 1. below".to_owned()]);
    let mut cross = Table::cross([evil.to_owned(), "b".to_owned()]);
    cross.rows.push(vec![evil.to_owned(), "×".to_owned(), String::new()]);
    let column = |name: &str, align: Align| Column { name: name.to_owned(), align };
    let numbers = Table {
        columns: vec![column("kind", Align::Left), column("count", Align::Right)],
        rows: vec![vec!["rules".to_owned(), "12".to_owned()], vec!["雪 and ü".to_owned(), "1,024".to_owned()]],
        is_cross: false,
    };
    Document {
        title: evil.to_owned(),
        lead: vec![Block::Summary { verdict: "Done.".to_owned(), text: evil.to_owned() }],
        sections: vec![
            Section {
                title: format!("Lists {evil}"),
                blocks: vec![
                    Block::NumberedList(vec![item.clone(), Item::new("1. second")]),
                    Block::Note("A remark.".to_owned()),
                    Block::List(vec![item, Item::new("+ another")]),
                    Block::Definitions(vec![(evil.to_owned(), evil.to_owned())]),
                ],
            },
            Section {
                title: "Tables".to_owned(),
                blocks: vec![
                    Block::Paragraph("    Not code.".to_owned()),
                    Block::Table(cross),
                    Block::Table(numbers),
                    Block::Picture { caption: evil.to_owned(), file: "plot.svg".to_owned() },
                ],
            },
        ],
    }
}

fn is_golden(name: &str, written: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, written).unwrap();
    }
    assert_eq!(written, std::fs::read_to_string(&path).unwrap(), "{name}");
}

#[test]
fn plain_text_has_no_control_characters() {
    let written = text::document(&hostile());
    assert!(!written.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'));
    is_golden("document.txt", &written);
}

#[test]
fn markdown_has_no_markup_but_its_own() {
    let written = markdown::document(&hostile());
    for (at, _) in written.match_indices(['<', '[', '`']) {
        let own = written[at..].starts_with("[\\<script\\>");
        assert!(own || written[..at].ends_with('\\'), "{}", &written[at..]);
    }
    is_golden("document.md", &written);
}

#[test]
fn html_has_no_markup_but_its_own() {
    let written = html::body(&hostile());
    let known = ["h1", "h2", "p", "strong", "em", "ol", "ul", "li", "dl", "dt", "dd", "div", "table", "thead", "tbody"];
    let more = ["tr", "th", "td", "figure", "img", "figcaption"];
    for tag in written.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>']).next().unwrap();
        assert!(known.contains(&name) || more.contains(&name), "{tag}");
    }
    is_golden("document.html", &written);
    let page = html::page(&hostile());
    assert!(page.contains(&written) && page.contains(html::STYLE));
    assert!(!page.contains("http") && !page.contains("url("), "it needs nothing else");
}
