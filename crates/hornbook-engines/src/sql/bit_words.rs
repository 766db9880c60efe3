//! What rows have as words of bits, one bit an attribute, in SQL.

use hornbook::scaling::{Missing, RowTests};
use hornbook::{AttrSet, Conclusion, Implication};

use super::cases::ColumnCase;
use super::dialect::Dialect;
use super::outcomes::State;

/// So many bits of a word are used: words are signed.
const WORD_BITS: usize = 62;

/// The words of a universe of so many attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitWords {
    attributes: usize,
}

impl BitWords {
    pub(super) fn new(attributes: usize) -> Self {
        Self { attributes }
    }

    /// The number of words.
    pub(super) fn count(self) -> usize {
        self.attributes.div_ceil(WORD_BITS).max(1)
    }

    /// A set as words.
    pub(super) fn words(self, set: &AttrSet) -> Vec<i64> {
        let mut words = vec![0; self.count()];
        set.iter().for_each(|attr| words[attr / WORD_BITS] |= 1 << (attr % WORD_BITS));
        words
    }

    /// The set of some words.
    pub(super) fn set(self, words: &[i64]) -> AttrSet {
        let has = |attr: &usize| words[attr / WORD_BITS] >> (attr % WORD_BITS) & 1 == 1;
        AttrSet::of(self.attributes, (0..self.attributes).filter(has))
    }

    /// The condition that a row has all of a set.
    pub(super) fn has_all(self, set: &AttrSet) -> String {
        let words = self.words(set).into_iter().enumerate().filter(|(_, mask)| *mask != 0);
        let conditions: Vec<String> = words.map(|(word, mask)| format!("(w{word} & {mask}) = {mask}")).collect();
        if conditions.is_empty() { "1 = 1".to_owned() } else { conditions.join(" AND ") }
    }

    /// The condition that a row breaks a rule.
    pub(super) fn breaks(self, rule: &Implication) -> String {
        let premise = self.has_all(&rule.premise);
        match &rule.conclusion {
            Conclusion::Falsum => premise,
            Conclusion::Attrs(attrs) if attrs.is_empty() => "1 = 0".to_owned(),
            Conclusion::Attrs(attrs) => format!("{premise} AND NOT ({})", self.has_all(attrs)),
        }
    }

    /// A relation of the words `w0`, `w1`, … of all rows that are not left out, and of
    /// `unsure`, which is not 0 where the database cannot tell.
    pub(super) fn relation(self, dialect: Dialect, from: &str, tests: &RowTests, cases: &[ColumnCase]) -> String {
        let sum = |constant: &dyn Fn(&ColumnCase, usize) -> i64| {
            let terms = cases.iter().map(|case| case.case.sql(&|outcome| constant(case, outcome)));
            let terms: Vec<String> = terms.filter(|term| term != "0").map(|term| dialect.long(&term)).collect();
            if terms.is_empty() { dialect.long("0") } else { terms.join(" + ") }
        };
        let in_state = |state: State| sum(&|case, outcome| i64::from(case.outcomes[outcome].state == state));
        let mut shown: Vec<String> = (0..self.count())
            .map(|word| {
                let bits = |case: &ColumnCase, outcome: usize| {
                    let attrs = case.outcomes[outcome].has.iter().filter(|attr| **attr / WORD_BITS == word);
                    attrs.fold(0, |bits, attr| bits | 1 << (attr % WORD_BITS))
                };
                format!("{} AS w{word}", sum(&bits))
            })
            .collect();
        shown.push(format!("{} AS unsure", in_state(State::Unsure)));
        // Words that many expressions speak of are made once a row, not once for each.
        let once = match dialect {
            Dialect::Postgres => " OFFSET 0",
            Dialect::Mysql => " LIMIT 18446744073709551615",
            Dialect::Sqlite | Dialect::Spark => "",
        };
        if tests.missing != Missing::Drop {
            return format!("(SELECT {} FROM {from}{once}) AS bits", shown.join(", "));
        }
        shown.push(format!("{} AS missing", in_state(State::Missing)));
        format!("(SELECT * FROM (SELECT {} FROM {from}{once}) AS every WHERE missing = 0) AS bits", shown.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_words_and_back() {
        let words = BitWords::new(130);
        let set = AttrSet::of(130, [0, 61, 62, 129]);
        assert_eq!(words.words(&set), [1 | 1 << 61, 1, 1 << 5]);
        assert_eq!(words.set(&words.words(&set)), set);
        assert_eq!(words.has_all(&AttrSet::of(130, [62])), "(w1 & 1) = 1");
        let rule = Implication::new(AttrSet::of(130, [0]), AttrSet::of(130, [1]));
        assert_eq!(words.breaks(&rule), "(w0 & 1) = 1 AND NOT ((w0 & 2) = 2)");
    }
}
