//! What is reported, and that all formats say the same.
#![allow(clippy::unwrap_used)]

mod common;

use common::{conduct_some, grid, plan, records, subject};
use hornbook::Method;
use hornbook_study::frequency::frequencies;
use hornbook_study::report::{Report, Value};
use hornbook_study::{Grid, PlanError};
use tempfile::TempDir;

fn report() -> Report {
    let folder = TempDir::new().unwrap();
    assert!(conduct_some(folder.path(), &plan(), 2, usize::MAX));
    Report::new(&subject(), &plan(), &records(folder.path(), &plan())).unwrap()
}

/// The rows of the Markdown table that follows a heading.
fn markdown_rows(page: &str, columns: usize, first: &str) -> Vec<Vec<String>> {
    let rows = page.lines().skip_while(|line| !line.starts_with(&format!("| {first} |"))).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inner = line.trim_start_matches("| ").trim_end_matches(" |");
        inner.split(" | ").map(|cell| cell.replace('\\', "")).collect::<Vec<_>>()
    };
    rows.map(cells).inspect(|cells| assert_eq!(cells.len(), columns, "{cells:?}")).collect()
}

#[test]
fn markdown_csv_and_json_agree() {
    let report = report();
    let (markdown, files) = (report.markdown(), report.files());
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    let mut tables = 0;
    for table in report.tables() {
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let shown = markdown_rows(&markdown, names.len(), &names.join(" | "));
        assert_eq!(shown.len(), table.shown().count(), "{}", table.id);
        let (_, text) = files.iter().find(|(name, _)| *name == format!("{}.csv", table.id)).unwrap();
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect();
        let objects = json["tables"][table.id].as_array().unwrap();
        assert_eq!((rows.len(), objects.len()), (table.rows.len(), table.rows.len()));
        let mut people = shown.iter();
        for ((row, fields), object) in table.rows.iter().zip(&rows).zip(objects) {
            let mut fields = fields.iter();
            let cells = row.shown.then(|| people.next().unwrap());
            for (at, value) in row.cells.iter().enumerate() {
                let field = fields.next().unwrap();
                let deviation = table.columns[at].spread.then(|| fields.next().unwrap());
                let object = &object[names[at]];
                // What people see is made of what JSON and CSV hold.
                let rebuilt = match value {
                    Value::Text(_) => Value::Text(object.as_str().unwrap().to_owned()),
                    Value::Count(_) => Value::Count(object.as_u64().unwrap()),
                    Value::Number(_, digits) => Value::Number(object.as_f64().unwrap(), *digits),
                    Value::Spread(_, _, digits) => {
                        let [mean, deviation] = ["mean", "deviation"].map(|key| object[key].as_f64().unwrap());
                        Value::Spread(mean, deviation, *digits)
                    }
                    Value::Missing => Value::Missing,
                };
                assert_eq!(&rebuilt, value);
                assert_eq!(field, value.key());
                if let (Some(deviation), Value::Spread(_, expected, _)) = (deviation, value) {
                    assert_eq!(deviation.parse::<f64>().unwrap(), *expected);
                }
                if let Some(cells) = cells {
                    assert_eq!(cells[at], rebuilt.shown().replace('\\', ""));
                }
            }
        }
        tables += 1;
    }
    assert_eq!(tables, 6);
}

#[test]
fn the_page_has_everything_and_needs_nothing() {
    let report = report();
    let page = report.html();
    for table in report.tables() {
        assert!(page.contains(&format!("<table id=\"table-{}\">", table.id)));
    }
    assert_eq!(page.matches("<svg ").count(), 3);
    assert!(!page.contains("{{") && !page.contains("http://www.w3.org/1999"));
    let addresses = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    // The policy that forbids requests is the only other place.
    assert_eq!(addresses, page.matches("http-equiv").count());
    // Names of attributes are text, not markup.
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"));
}

#[test]
fn plots_have_roles_for_colours() {
    for plot in report().plots() {
        assert!(plot.svg.starts_with("<svg role=\"img\"") && plot.svg.trim_end().ends_with("</svg>"));
        assert!(!plot.svg.contains("\"#"), "{}", plot.svg);
        // No element may have the same attribute twice.
        for element in plot.svg.split('<') {
            assert!(element.matches("class=").count() < 2, "{element}");
        }
        assert!(!plot.svg.contains("NaN") && !plot.svg.contains("inf"));
    }
}

#[test]
fn a_study_that_is_not_done_says_so() {
    let folder = TempDir::new().unwrap();
    conduct_some(folder.path(), &plan(), 1, 7);
    let report = Report::new(&subject(), &plan(), &records(folder.path(), &plan())).unwrap();
    assert!(report.markdown().contains("The study is not done: 7 of "), "{}", report.markdown());
    assert!(Report::new(&subject(), &plan(), &[]).unwrap().html().contains("0 of"));
}

#[test]
fn rules_come_back_up_to_equivalence() {
    let folder = TempDir::new().unwrap();
    assert!(conduct_some(folder.path(), &plan(), 2, usize::MAX));
    let (subject, records) = (subject(), records(folder.path(), &plan()));
    let strict = plan().groups.iter().position(|g| g.method == Method::Frugal && g.epsilon == Some(0.05)).unwrap();
    let found = frequencies(&subject, &subject.background, records.iter().filter(|r| r.group == strict), 50);
    assert!(!found.is_empty());
    for frequency in &found {
        assert!(frequency.listed >= 1 && frequency.listed <= frequency.follows && frequency.follows <= frequency.runs);
        assert!(frequency.holds, "a frugal run lists what holds");
    }
    assert!(found.is_sorted_by_key(|frequency| usize::MAX - frequency.listed));
}

#[test]
fn parameters_that_make_no_study() {
    let check = |change: &dyn Fn(&mut Grid)| {
        let mut grid = grid();
        change(&mut grid);
        grid.check()
    };
    assert_eq!(check(&|_| {}), Ok(()));
    assert_eq!(check(&|grid| grid.methods.clear()), Err(PlanError::Empty("methods")));
    assert_eq!(check(&|grid| grid.epsilons.clear()), Err(PlanError::Empty("epsilon")));
    assert_eq!(check(&|grid| grid.deltas.clear()), Err(PlanError::Empty("delta")));
    assert_eq!(check(&|grid| grid.runs = 0), Err(PlanError::NoRuns));
    assert!(matches!(check(&|grid| grid.epsilons.push(0.5)), Err(PlanError::Twice { .. })));
    for bad in [0.0, 1.5, f64::NAN] {
        assert!(matches!(check(&|grid| grid.deltas.push(bad)), Err(PlanError::OutOfRange { name: "delta", .. })));
    }
    assert!(matches!(check(&|grid| grid.methods.push(Method::Frugal)), Err(PlanError::Twice { .. })));
}

#[test]
fn a_larger_study_has_the_runs_of_a_smaller_one() {
    let (small, mut large) = (plan(), plan());
    large.groups.iter_mut().for_each(|group| group.runs += 3);
    large.groups.rotate_left(2);
    for cell in small.cells() {
        let group = large.groups.iter().position(|g| {
            g.runs == small.groups[cell.group].runs + 3 && {
                let mut same = *g;
                same.runs -= 3;
                same == small.groups[cell.group]
            }
        });
        let other = hornbook_study::Cell { group: group.unwrap(), ..cell };
        assert_eq!(small.seed_of(cell), large.seed_of(other));
    }
}
