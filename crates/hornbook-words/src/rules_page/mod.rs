//! Rules as one page: filtered, sorted, by column, each with rows that bear it
//! out and rows that break it. No network, no other files.
//!
//! The rules are in the page as data, of which a script shows what is asked for;
//! without one, the first of them are there as a plain table.

mod content;
mod data;
mod entry;
mod said_once;
mod table;

pub use content::RulesPage;

use crate::page::{Page, fill, paragraphs};
use crate::{counted, escape_html as escaped, grouped};

impl RulesPage<'_> {
    /// The page as a file.
    pub fn html(&self) -> String {
        let entries = entry::of_page(self);
        let title = format!("Rules of {}", self.subject);
        let pieces = [
            ("title", escaped(&title)),
            ("summary", paragraphs(self.summary)),
            ("left-out", self.left_out(entries.len())),
            ("said-once", said_once::sections(self)),
            ("table", table::table(self, &entries)),
            ("figures", if table::has_figures(&entries) { FIGURES.to_owned() } else { String::new() }),
            ("data", data::json(self, &entries)),
        ];
        let page = Page {
            title,
            style: include_str!("rules.css").to_owned(),
            body: fill(include_str!("body.html"), &pieces),
            script: include_str!("rules.js").to_owned(),
        };
        page.html()
    }

    /// What is said of rules that are not in the page.
    fn left_out(&self, shown: usize) -> String {
        let all = self.book.rules.len() + self.book.confident.len();
        if shown == all {
            return String::new();
        }
        format!(
            "<p class=\"warning\">This page has {} of {}, the first ones in their order. All of them can be had as a \
             file such as rules.csv or rules.json.</p>\n",
            grouped(shown as u64),
            counted(all, "rule")
        )
    }
}

const FIGURES: &str = include_str!("figures.html");

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hornbook::scaling::Scaling;
    use hornbook::{ConfidentRule, Context, Implication, Rule, Rulebook, Universe};

    use super::*;

    const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\u{2028}\u{202e}";

    /// A table in which a name is hostile, wherever it may be.
    fn table() -> (Context, Rulebook) {
        let universe = Arc::new(Universe::new(["milk", HOSTILE, "legs=2", "legs=4"]).unwrap());
        let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
        let mut context = Context::new(universe.clone());
        context.push(Some(HOSTILE.to_owned()), set(&["milk", HOSTILE, "legs=4"]));
        context.push(Some("cow".to_owned()), set(&["milk", HOSTILE, "legs=4"]));
        context.push(Some("dolphin".to_owned()), set(&["milk", HOSTILE]));
        context.push(None, set(&["legs=2"]));
        let rules = [
            Implication::new(set(&["milk"]), set(&[HOSTILE])),
            Implication::new(set(&[HOSTILE]), set(&["milk"])),
            Implication::never(set(&["milk", "legs=2"])),
        ];
        let mut book = Rulebook::new(universe.clone(), rules);
        let implication = Implication::new(set(&["milk"]), set(&["legs=4"]));
        book.confident.push(ConfidentRule { implication, support: 3, confidence: 2.0 / 3.0, conclusion_support: None });
        book.count_rows(&context).unwrap();
        (context, book)
    }

    fn page<'a>(context: &'a Context, book: &'a Rulebook, summary: &'a [String]) -> RulesPage<'a> {
        RulesPage {
            subject: HOSTILE,
            summary,
            book,
            table: Some(context),
            scaling: None,
            show_background: true,
            most_rules: RulesPage::MOST_RULES,
        }
    }

    /// The data that the script of a page reads.
    fn data_of(html: &str) -> serde_json::Value {
        let start = "<script type=\"application/json\" id=\"rules-data\">";
        let data = html.split_once(start).unwrap().1.split_once("</script>").unwrap().0;
        assert!(!data.contains('<') && !data.contains('\u{2028}'), "{data}");
        serde_json::from_str(data).unwrap()
    }

    #[test]
    fn hostile_names_stay_text() {
        let (context, mut book) = table();
        book.background.push(Implication::never(book.universe.all()));
        let html = page(&context, &book, &[HOSTILE.to_owned()]).html();
        assert!(!html.contains("<img"), "{html}");
        assert!(!html.contains('\u{202e}') && !html.contains('\u{2028}'));
        assert_eq!(html.matches("<script").count(), 2);
        assert_eq!(html.matches("</script>").count(), 2);
        let name = data_of(&html)["attributes"][1].as_str().unwrap().to_owned();
        assert_eq!(name, "</script><img src=x onerror=alert(1)>\\u{2028}\\u{202e}");
    }

    #[test]
    fn the_data_has_figures_and_rows() {
        let (context, book) = table();
        let data = data_of(&page(&context, &book, &[]).html());
        assert_eq!(data["premise"], serde_json::json!([[0], [1], [0, 2], [0]]));
        assert_eq!(data["conclusion"], serde_json::json!([[1], [0], null, [3]]));
        assert_eq!(data["support"], serde_json::json!([3, 3, 0, 3]));
        assert_eq!(data["both"], serde_json::json!([3, 3, 0, 2]));
        assert_eq!(data["without_exceptions"], 3);
        assert_eq!(data["labels"].as_array().unwrap().len(), 3);
        assert_eq!(data["examples"], serde_json::json!([[0, 1, 2], [0, 1, 2], [], [0, 1]]));
        assert_eq!(data["exceptions"], serde_json::json!([[], [], [], [[2, [3]]]]));
    }

    #[test]
    fn columns_are_told_by_the_scaling() {
        let csv = "hair,legs\nyes,4\nno,2\nyes,2\n";
        let table = hornbook::table::Table::read(csv.as_bytes(), None).unwrap();
        let scaling = Scaling::detect(&table, &Default::default()).unwrap();
        let universe = Arc::new(scaling.universe().unwrap());
        let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
        let rules = [Implication::new(set(&["hair"]), set(&["legs=2"])), Implication::never(set(&["legs=4"]))];
        let (book, empty) = (Rulebook::new(universe.clone(), rules), Context::new(universe.clone()));
        let page = RulesPage { scaling: Some(&scaling), ..page(&empty, &book, &[]) };
        let data = data_of(&page.html());
        assert_eq!(data["columns"], serde_json::json!(["hair", "legs"]));
        assert_eq!(data["column"], serde_json::json!([0, 1, 1]));
    }

    #[test]
    fn without_a_script_the_first_rules_are_there() {
        let (context, book) = table();
        let html = page(&context, &book, &[]).html();
        assert!(html.contains("<tr><td class=\"number\">1</td><td class=\"rule\">milk → <b>&lt;/script"), "{html}");
        assert!(html.contains("milk, legs=2 → <b class=\"never\">never</b>"), "{html}");
        assert!(html.contains("<td class=\"number\">66.6%</td>"), "{html}");
        // What is equivalent is said once.
        assert!(html.contains("milk ↔ &lt;/script&gt;"), "{html}");
    }

    #[test]
    fn what_is_left_out_is_said() {
        let (context, mut book) = table();
        let one = book.rules[0].clone();
        book.rules = (0..50).map(|_| one.clone()).collect::<Vec<Rule>>();
        let html = RulesPage { most_rules: 11, ..page(&context, &book, &[]) }.html();
        assert!(html.contains("This page has 11 of 51 rules"), "{html}");
        // Those with exceptions are not crowded out.
        assert_eq!(data_of(&html)["without_exceptions"], 10);
    }
}
