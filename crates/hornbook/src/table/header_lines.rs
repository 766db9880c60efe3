//! How many lines of a table name its columns: none, one or several.

use super::cell_kind::Kind;
use super::object_column::is_object_column;
use super::sample::Sample;

/// The number of records that name the columns, by the looks of them.
pub(super) fn count(sample: &Sample<'_>) -> usize {
    let mut widths = sample.widths();
    let first = widths.next();
    if sample.len() < 2 || widths.any(|width| Some(width) != first) {
        return 1;
    }
    if begins_with_data(sample) { 0 } else { joined(sample) }
}

/// Whether the first record is a row like those below.
pub(super) fn begins_with_data(sample: &Sample<'_>) -> bool {
    let first = sample.cell(0, 0);
    // So cross tables begin, and tables with row names.
    if sample.len() < 2 || is_object_column(first.trim()) || first.trim().is_empty() {
        return false;
    }
    if names_stand_above_numbers(sample) {
        return false;
    }
    let alike: Vec<usize> = columns(sample).filter(|&column| is_alike(sample, column)).collect();
    match alike.is_empty() {
        true => repeats_below(sample),
        false => !are_labels(sample, &alike),
    }
}

fn columns(sample: &Sample<'_>) -> std::ops::Range<usize> {
    0..sample.widths().next().unwrap_or(0)
}

/// Whether there is a column of numbers, but for a name above them.
pub(super) fn names_stand_above_numbers(sample: &Sample<'_>) -> bool {
    let name_above_numbers =
        |column| matches!(sample.kind(0, column), Kind::Text | Kind::Time) && sample.is_all(Kind::Number, column, 1);
    columns(sample).any(name_above_numbers)
}

/// Whether the first cell of a column is a number above numbers, or a time above
/// times.
fn is_alike(sample: &Sample<'_>, column: usize) -> bool {
    let kind = sample.kind(0, column);
    matches!(kind, Kind::Number | Kind::Time) && sample.is_all(kind, column, 1)
}

/// Whether the numbers of the first record name columns: years, or 0, 1, 2 and so
/// on, or many that rise where the rows below do not; if most columns do not have
/// these among their values.
fn are_labels(sample: &Sample<'_>, columns: &[usize]) -> bool {
    let Some(labels) = numbers(sample, columns, 0) else { return false };
    let numbered = labels.len() > 2
        && (labels[0] == 0.0 || labels[0] == 1.0)
        && labels.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
    let years = labels.iter().all(is_year) && !holds_years(sample, columns);
    let recurring = columns.iter().filter(|&&column| recurs(sample, column)).count();
    (numbered || years || alone_rises(sample, columns)) && 10 * recurring < 9 * columns.len()
}

/// The numbers that a record has in these columns, if all are there.
fn numbers(sample: &Sample<'_>, columns: &[usize], record: usize) -> Option<Vec<f64>> {
    columns.iter().map(|&column| sample.cell(record, column).trim().parse().ok()).collect()
}

fn is_year(number: &f64) -> bool {
    (1800.0..=2100.0).contains(number) && number.fract() == 0.0
}

/// Whether the numbers of the first record rise from left to right, and those of
/// most records below do not. A few may well do so by chance.
fn alone_rises(sample: &Sample<'_>, columns: &[usize]) -> bool {
    let rises = |&record: &usize| {
        numbers(sample, columns, record).is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] < pair[1]))
    };
    columns.len() >= 5 && rises(&0) && 2 * (1..sample.len()).filter(rises).count() < sample.len() - 1
}

/// Whether most cells of these columns are years themselves.
fn holds_years(sample: &Sample<'_>, columns: &[usize]) -> bool {
    let cells = || (1..sample.len()).flat_map(|record| columns.iter().map(move |&column| sample.cell(record, column)));
    2 * cells().filter(|cell| cell.trim().parse().is_ok_and(|year| is_year(&year))).count() > cells().count()
}

/// Whether at least two columns, and half of all, have their first value again
/// further below.
fn repeats_below(sample: &Sample<'_>) -> bool {
    let all = columns(sample).len();
    let recurring = columns(sample).filter(|&column| recurs(sample, column)).count();
    recurring >= 2 && 2 * recurring >= all
}

/// Whether a column has its first value again, in a record that is not just the
/// first again, as where tables were put one below the other.
fn recurs(sample: &Sample<'_>, column: usize) -> bool {
    let first = sample.cell(0, column);
    let equal = |record: usize| sample.cell(record, column) == first;
    let all_equal = |record: usize| sample.cells(record).eq(sample.cells(0));
    Kind::of(&first) != Kind::Missing && (1..sample.len()).any(|record| equal(record) && !all_equal(record))
}

/// How many records name the columns together: units may stand below the names, or
/// names be in two levels, and the name of the row names below them.
fn joined(sample: &Sample<'_>) -> usize {
    let kind = |column| sample.kind(1, column);
    if sample.len() < 4 || columns(sample).any(|column| matches!(kind(column), Kind::Number | Kind::Time)) {
        return 1;
    }
    let above = columns(sample).filter(|&column| kind(column) == Kind::Text && sample.is_all(Kind::Number, column, 2));
    if above.count() < 2 {
        return 1;
    }
    let alone = !sample.cell(2, 0).is_empty() && sample.cells(2).skip(1).all(|cell| cell.is_empty());
    if alone { 3 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_in(text: &str) -> usize {
        count(&Sample::new(text, true, b',', 1000, usize::MAX))
    }

    #[test]
    fn a_first_line_like_the_others_is_no_header() {
        for text in [
            "5.1,3.5,setosa\n4.9,3.0,setosa\n",
            "p,x,s,n\ne,x,y,y\np,b,s,n\n",
            "republican,n,y\ndemocrat,n,y\nrepublican,y,y\n",
            "1,Ann,2020-01-01\n2,Bob,2020-01-02\n",
            "0,1\n1,1\n0,0\n",
            "1,2,3\n1,2,2\n3,2,3\n",
            "1990,1995\n1991,1993\n",
            "1.5\n2.5\n",
            "1.5,2,3,4,5\n2.5,3,4,5,6\n",
            "5,?\n6,?\n",
        ] {
            assert_eq!(count_in(text), 0, "{text}");
        }
    }

    #[test]
    fn a_first_line_of_names_is_a_header() {
        for text in [
            "a,b\n1,2\n",
            "name,2020\nx,5\ny,6\n",
            "country,1990,1991,1992\nx,5,6,7\ny,6,6,8\n",
            "0,1,2,3\n5.5,6,1,2\n6,7,8,9\n",
            "16.5,16.75,17.25,17.75,18.25\n3,1,5,2,0\n4,4,9,1,8\n",
            "1/22/20,1/23/20\n5,6\n7,8\n",
            "name,type\ncat,type\ndog,animal\n",
            "a,b\nx,y\na,b\nz,w\n",
            "object,a,b\na,X,\nb,X,X\n",
            ",1.5,2.5\nx,1,2\n",
            "id,1.5\n3,2.5\n",
            "a,b,c\nx,y,z\n",
            "a\n1\nx\n",
            "1,2\n",
        ] {
            assert_eq!(count_in(text), 1, "{text}");
        }
    }

    #[test]
    fn units_and_second_levels_belong_to_the_header() {
        assert_eq!(count_in("time,speed\ns,m/s\n1,2\n3,4\n"), 2);
        assert_eq!(count_in(",a,a,b\n,x,y,x\nr,1,2,3\nt,4,5,6\n"), 2);
        assert_eq!(count_in(",a,a,b\n,x,y,x\nidx,,,\nr,1,2,3\nt,4,5,6\n"), 3);
        for text in ["a,b\nx,y\n1,z\n2,w\n3,4\n", "a,b\nn/a,-\n1,2\n3,4\n", "a,b,c\nx,y,5\n1,2,3\n3,4,5\n"] {
            assert_eq!(count_in(text), 1, "{text}");
        }
    }
}
