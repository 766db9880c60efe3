//! The names of the columns.

use std::collections::{HashMap, HashSet};

use super::guard::unguard_cell;
use super::object_column::{OBJECT_COLUMN, is_object_column};
use super::remark::Remark;

/// What data frames call columns of several levels that have no name in one.
const UNNAMED_LEVEL: &str = "Unnamed: ";

/// The name of each column from the cells of several lines: those that are empty,
/// or repeat what is above, say nothing.
pub(super) fn joined(lines: &[Vec<String>]) -> Vec<String> {
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut names: Vec<Vec<&str>> = vec![Vec::new(); width];
    for (level, line) in lines.iter().enumerate() {
        let is_last = level + 1 == lines.len();
        let mut before = "";
        for (column, pieces) in names.iter_mut().enumerate() {
            let cell = line.get(column).map_or("", |cell| cell.trim());
            let cell = if cell.starts_with(UNNAMED_LEVEL) { "" } else { cell };
            let below =
                || lines.get(level + 1).and_then(|line| line.get(column)).is_some_and(|cell| !cell.trim().is_empty());
            // A cell that spans several columns stands above the first of them.
            let piece = if cell.is_empty() && !is_last && column > 1 && below() { before } else { cell };
            if !piece.is_empty() && pieces.last() != Some(&piece) {
                pieces.push(piece);
            }
            before = piece;
        }
    }
    names.into_iter().map(|pieces| pieces.join(" ")).collect()
}

/// The names of columns that have none.
pub(super) fn numbered(width: usize) -> Vec<String> {
    (1..=width).map(|number| format!("column{number}")).collect()
}

/// Names that differ and are not empty, from those in the file.
pub(super) fn mended(mut names: Vec<String>, remarks: &mut Vec<Remark>) -> Vec<String> {
    // Statistics programs leave the name of the row names empty.
    if names[0].is_empty() && names.len() > 1 && !names.iter().any(|name| name == OBJECT_COLUMN) {
        names[0] = OBJECT_COLUMN.to_owned();
    }
    // So Hornbook writes cross tables: their names may be guarded.
    if is_object_column(&names[0]) {
        names.iter_mut().for_each(|name| *name = unguard_cell(name).to_owned());
    }
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let unnamed =
        rename(&mut names, &mut taken, |name, column| name.is_empty().then(|| (format!("column{}", column + 1), 1)));
    let mut seen: HashMap<String, usize> = HashMap::new();
    let repeated = rename(&mut names, &mut taken, |name, _| {
        let times = seen.entry(name.to_owned()).or_default();
        *times += 1;
        (*times > 1).then(|| (name.to_owned(), *times))
    });
    remarks.extend(unnamed.map(|(count, first)| Remark::UnnamedColumns { count, first }));
    remarks.extend(repeated.map(|(count, first)| Remark::RepeatedNames { count, first }));
    names
}

/// Gives columns other names, each with the smallest number from the given one on
/// that makes it new. Gives how many they are, and the first new name.
fn rename(
    names: &mut [String],
    taken: &mut HashSet<String>,
    mut other: impl FnMut(&str, usize) -> Option<(String, usize)>,
) -> Option<(usize, String)> {
    let mut renamed: Option<(usize, String)> = None;
    for (column, name) in names.iter_mut().enumerate() {
        let Some((stem, number)) = other(name, column) else { continue };
        let numbered = |number: usize| if number == 1 { stem.clone() } else { format!("{stem} {number}") };
        let new = (number..).map(numbered).find(|new| !taken.contains(new)).unwrap_or_default();
        taken.insert(new.clone());
        name.clone_from(&new);
        renamed = Some(renamed.map_or((1, new), |(count, first)| (count + 1, first)));
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> (Vec<String>, Vec<Remark>) {
        let mut remarks = Vec::new();
        (mended(names.iter().map(|&name| name.to_owned()).collect(), &mut remarks), remarks)
    }

    #[test]
    fn repeated_and_empty_names_get_numbers_that_are_free() {
        let (names, remarks) = of(&["a", "a", "a 2", "", "a", "column4", "b"]);
        assert_eq!(names, ["a", "a 3", "a 2", "column4 2", "a 4", "column4", "b"]);
        let unnamed = Remark::UnnamedColumns { count: 1, first: "column4 2".to_owned() };
        let repeated = Remark::RepeatedNames { count: 2, first: "a 3".to_owned() };
        assert_eq!(remarks, [unnamed, repeated]);
        assert_eq!(of(&["", "x"]), (vec!["object".to_owned(), "x".to_owned()], Vec::new()));
        assert_eq!(of(&["", "object"]).0, ["column1", "object"]);
        assert_eq!(of(&["", ""]).0, ["object", "column2"]);
    }

    #[test]
    fn several_lines_are_joined_by_column() {
        let line = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let lines = |texts: &[&str]| joined(&texts.iter().map(|text| line(text)).collect::<Vec<_>>());
        assert_eq!(lines(&["time,speed,", "s,m/s,x"]), ["time s", "speed m/s", "speed x"]);
        assert_eq!(lines(&[",a,a,b", ",x,y,", "idx,,,"]), ["idx", "a x", "a y", "b"]);
        assert_eq!(
            lines(&["id,height,,weight,", ",mean,sd,mean,sd"]),
            ["id", "height mean", "height sd", "weight mean", "weight sd"]
        );
        assert_eq!(lines(&["a,b", "a,Unnamed: 1_level_1"]), ["a", "b"]);
    }
}
