//! A domain whose rows stay in the database.

use std::sync::Arc;

use hornbook::domain::{BreakingRow, BrokenRule, Violations};
use hornbook::scaling::{Missing, RowTests};
use hornbook::{AttrSet, Conclusion, Domain, Implication, Model, Universe};

use super::bit_words::BitWords;
use super::connection::Connection;
use super::dialect::Dialect;
use super::packed::Look;
use super::sql_engine::SqlEngine;
use crate::engine::{Engine, Tally};
use crate::error::EngineError;

/// So many expressions are asked for by one query, which goes through all rows once.
const EXPRESSIONS: usize = 400;

/// A table of which no row is held here: each batch of questions goes through all rows
/// where they are.
pub struct AskedDomain<C> {
    engine: SqlEngine<C>,
    tests: RowTests,
    words: BitWords,
    /// What stands behind FROM: the words of all rows.
    relation: String,
}

/// A domain whose rows stay where they are.
pub trait AskedRows: Domain<Error = EngineError> {
    /// What it cost so far to ask for them.
    fn tally(&self) -> Tally;
}

impl<C: Connection> AskedRows for AskedDomain<C> {
    fn tally(&self) -> Tally {
        self.engine.tally()
    }
}

impl<C: Connection> AskedDomain<C> {
    /// The rows of an engine, of which these tests are made.
    pub fn new(mut engine: SqlEngine<C>, tests: RowTests) -> Result<Self, EngineError> {
        let dialect = engine.connection.dialect();
        if dialect == Dialect::Sqlite {
            return Err(EngineError::Wrong("SQLite cannot be asked what rows have in common".to_owned()));
        }
        if tests.missing == Missing::Unknown {
            return Err(EngineError::Wrong("rows of which something is unknown cannot be asked in SQL".to_owned()));
        }
        let mut cases = Vec::new();
        for (look, tested) in engine.looks(&tests)?.into_iter().zip(&tests.columns) {
            match look {
                Look::Packed(case) => cases.push(case),
                Look::Fetched(_) => return Err(cannot_tell(&tested.column)),
            }
        }
        let words = BitWords::new(tests.universe.len());
        let relation = words.relation(dialect, &engine.relation.from, &tests, &cases);
        let mut domain = Self { engine, tests, words, relation };
        let unsure = domain.ask(&["count(CASE WHEN unsure <> 0 THEN 1 END)".to_owned()])?;
        match unsure.first() {
            Some(0) => Ok(domain),
            _ => Err(EngineError::Wrong("there are values that the database cannot tell for certain".to_owned())),
        }
    }

    /// Asks for whole numbers about all rows, one an expression.
    fn ask(&mut self, expressions: &[String]) -> Result<Vec<i64>, EngineError> {
        let mut answers = Vec::with_capacity(expressions.len());
        for expressions in expressions.chunks(EXPRESSIONS) {
            let query = format!("SELECT {} FROM {}", expressions.join(", "), self.relation);
            self.engine.tally.scans += 1;
            let mut rows = self.engine.numbers(&query)?;
            match rows.pop() {
                Some(row) if row.len() == expressions.len() => answers.extend(row),
                _ => {
                    return Err(EngineError::Failed("the database answered with another number of columns".to_owned()));
                }
            }
        }
        Ok(answers)
    }

    /// What all rows of a condition have in common in one word; -1 if there are none.
    fn common(&self, condition: &str, word: usize) -> String {
        match self.engine.connection.dialect() {
            // It gives all bits if there are no rows, and has no signs.
            Dialect::Mysql => format!("CAST(bit_and(CASE WHEN {condition} THEN w{word} END) AS SIGNED)"),
            _ => format!("coalesce(bit_and(CASE WHEN {condition} THEN w{word} END), -1)"),
        }
    }

    fn refuse_others<'a>(&self, mut sets: impl Iterator<Item = &'a AttrSet>) -> Result<(), EngineError> {
        match sets.all(|set| set.fits(self.tests.universe.len())) {
            true => Ok(()),
            false => Err(EngineError::Wrong("a set of attributes is of another universe".to_owned())),
        }
    }

    fn refuse_other_rules(&self, rules: &[Implication]) -> Result<(), EngineError> {
        self.refuse_others(rules.iter().map(|rule| &rule.premise))?;
        self.refuse_others(rules.iter().filter_map(|rule| rule.conclusion.attrs()))
    }

    /// The words of one row of each condition, as a text; nothing where there is none.
    fn one_row_each(&mut self, conditions: &[String]) -> Result<Vec<Option<AttrSet>>, EngineError> {
        let dialect = self.engine.connection.dialect();
        let words: Vec<String> =
            (0..self.words.count()).map(|word| dialect.number_as_text(&format!("w{word}"))).collect();
        let row = format!("concat_ws(',', {})", words.join(", "));
        let mut found = Vec::with_capacity(conditions.len());
        for conditions in conditions.chunks(EXPRESSIONS) {
            let shown: Vec<String> =
                conditions.iter().map(|condition| format!("min(CASE WHEN {condition} THEN {row} END)")).collect();
            let query = format!("SELECT {} FROM {}", shown.join(", "), self.relation);
            self.engine.tally.scans += 1;
            let mut rows = self.engine.texts(&query)?;
            for cell in rows.pop().unwrap_or_default() {
                let words: Option<Vec<i64>> =
                    cell.map(|cell| cell.split(',').filter_map(|word| word.parse().ok()).collect());
                found.push(words.filter(|words| words.len() == self.words.count()).map(|words| self.words.set(&words)));
            }
        }
        match found.len() == conditions.len() {
            true => Ok(found),
            false => Err(EngineError::Failed("the database answered with another number of columns".to_owned())),
        }
    }
}

fn cannot_tell(column: &str) -> EngineError {
    EngineError::Wrong(format!("the database cannot tell the attributes of the column '{column}'"))
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

impl<C: Connection> Domain for AskedDomain<C> {
    type Error = EngineError;

    fn universe(&self) -> &Arc<Universe> {
        &self.tests.universe
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, EngineError> {
        self.refuse_others(sets.iter())?;
        let expressions: Vec<String> = sets
            .iter()
            .flat_map(|set| {
                let condition = self.words.has_all(set);
                (0..self.words.count()).map(|word| self.common(&condition, word)).collect::<Vec<_>>()
            })
            .collect();
        let answers = self.ask(&expressions)?;
        let closure = |words: &[i64]| match words.first() {
            Some(-1) => Conclusion::Falsum,
            _ => Conclusion::Attrs(self.words.set(words)),
        };
        Ok(answers.chunks(self.words.count()).map(closure).collect())
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, EngineError> {
        self.refuse_others(sets.iter())?;
        let counted = |set: &AttrSet| format!("count(CASE WHEN {} THEN 1 END)", self.words.has_all(set));
        let expressions: Vec<String> = sets.iter().map(counted).collect();
        Ok(self.ask(&expressions)?.into_iter().map(count).collect())
    }

    /// One row is found for each rule, so there is nothing to choose from.
    fn counterexamples(
        &mut self,
        rules: &[Implication],
        _: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, EngineError> {
        self.refuse_other_rules(rules)?;
        let conditions: Vec<String> = rules.iter().map(|rule| self.words.breaks(rule)).collect();
        self.one_row_each(&conditions)
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, EngineError> {
        self.refuse_other_rules(rules)?;
        let broken = self.engine.breaking(&self.tests, rules, max_rows)?;
        let any: Vec<String> = rules.iter().map(|rule| format!("({})", self.words.breaks(rule))).collect();
        let any = if any.is_empty() { "1 = 0".to_owned() } else { any.join(" OR ") };
        let counted = self.ask(&["count(*)".to_owned(), format!("count(CASE WHEN {any} THEN 1 END)")])?;
        let rules = broken.into_iter().map(|broken| BrokenRule {
            count: usize::try_from(broken.count).unwrap_or(usize::MAX),
            rows: broken
                .rows
                .into_iter()
                .map(|row| BreakingRow { label: row.key, model: Model::complete(row.has) })
                .collect(),
            unjudged: 0,
        });
        Ok(Violations {
            rules: rules.collect(),
            row_count: count(counted[0]),
            breaking_rows: count(counted[1]),
            unjudged_rows: 0,
        })
    }

    fn rows_by_weight(&mut self, _: &[f64]) -> Result<Option<Vec<AttrSet>>, EngineError> {
        Err(EngineError::Wrong("rows that stay in a database cannot be drawn by weight".to_owned()))
    }
}
