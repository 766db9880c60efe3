//! Rules that were learned or read.

use std::sync::OnceLock;

use hornbook::format::rules::ListedRulebook;
use hornbook::format::{self, RulesFormat, compressed_for, parse_implication, read_rule_lists, write_rules};
use hornbook::learn::horn1::learn_exactly;
use hornbook::scaling::Scaling;
use hornbook::{AttrSet, Certificate, Chaining, Conclusion, Implication, RuleFigures, RuleOrder, Rulebook, Universe};
use hornbook_words::{RulesPage, steps};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

use crate::errors::Problem;

/// What else is known of how rules were learned.
#[derive(Clone, Default)]
pub(crate) struct About {
    pub(crate) subject: String,
    /// What the rules are worth.
    pub(crate) sentences: Vec<String>,
    pub(crate) scaling: Option<Scaling>,
    pub(crate) left_out_rows: usize,
    pub(crate) reading_seconds: f64,
    pub(crate) learning_seconds: f64,
}

/// Rules with the attributes they speak of, what was known beforehand, and how they
/// were come by.
#[pyclass(frozen, module = "hornbook._hornbook")]
pub(crate) struct Book {
    pub(crate) book: Rulebook,
    pub(crate) about: About,
    listed: OnceLock<(ListedRulebook, Chaining)>,
}

/// A rule as Python has it: premise, conclusion or nothing for what never occurs,
/// support, and figures.
type PyRule = (Vec<String>, Option<Vec<String>>, Option<usize>, Option<f64>, Option<f64>, Option<f64>, Option<f64>);

/// The attributes of a set by their names.
pub(crate) fn names(universe: &Universe, set: &AttrSet) -> Vec<String> {
    universe.names_of(set).map(str::to_owned).collect()
}

/// What follows, by names; nothing for ⊥.
pub(crate) fn conclusion(universe: &Universe, conclusion: &Conclusion) -> Option<Vec<String>> {
    conclusion.attrs().map(|set| names(universe, set))
}

/// A rule of these names.
pub(crate) fn implication(
    universe: &Universe,
    premise: &[String],
    conclusion: Option<&[String]>,
) -> Result<Implication, Problem> {
    let premise = universe.set(premise)?;
    Ok(match conclusion {
        Some(names) => Implication::new(premise, universe.set(names)?),
        None => Implication::never(premise),
    })
}

impl Book {
    pub(crate) fn new(book: Rulebook, about: About) -> Self {
        Self { book, about, listed: OnceLock::new() }
    }

    fn listed(&self) -> Result<&(ListedRulebook, Chaining), Problem> {
        if let Some(listed) = self.listed.get() {
            return Ok(listed);
        }
        let mut bytes = Vec::new();
        write_rules(&self.book, RulesFormat::Json, &mut bytes)?;
        let listed = read_rule_lists(&bytes, Some(RulesFormat::Json))?;
        let chaining = listed.chaining();
        Ok(self.listed.get_or_init(|| (listed, chaining)))
    }

    fn rule_of(
        &self,
        rule: &Implication,
        support: Option<usize>,
        figures: Option<RuleFigures>,
        confidence: Option<f64>,
    ) -> PyRule {
        let universe = &self.book.universe;
        let confidence = confidence.or_else(|| figures.and_then(|figures| figures.confidence()));
        (
            names(universe, &rule.premise),
            conclusion(universe, &rule.conclusion),
            support,
            confidence,
            figures.and_then(|figures| figures.lift()),
            figures.map(|figures| figures.leverage()),
            figures.map(|figures| figures.conviction()),
        )
    }

    fn steps(&self, from: &AttrSet, goal: &Conclusion) -> Result<Vec<String>, Problem> {
        let (listed, chaining) = self.listed()?;
        Ok(chaining.derive(from, goal).map(|why| steps(listed, &why)).unwrap_or_default())
    }
}

#[pymethods]
impl Book {
    /// Rules in a file's bytes; the format is found out if it is not told.
    #[staticmethod]
    #[pyo3(signature = (bytes, format=None))]
    fn read(bytes: &[u8], format: Option<&str>) -> PyResult<Self> {
        let format = format.map(RulesFormat::from_name).transpose().map_err(Problem::from)?;
        let book = format::read_rules(bytes, format).map_err(Problem::from)?;
        Ok(Self::new(book, About::default()))
    }

    /// Rules of these names.
    #[staticmethod]
    fn of(attributes: Vec<String>, rules: Vec<(Vec<String>, Option<Vec<String>>)>) -> PyResult<Self> {
        let universe = std::sync::Arc::new(Universe::new(attributes).map_err(Problem::from)?);
        let rules = rules.iter().map(|(premise, conclusion)| implication(&universe, premise, conclusion.as_deref()));
        let rules: Vec<Implication> = rules.collect::<Result<_, _>>()?;
        Ok(Self::new(Rulebook::new(universe, rules), About::default()))
    }

    fn __len__(&self) -> usize {
        self.book.rules.len()
    }

    /// The rule at a place.
    fn rule(&self, place: usize) -> Option<PyRule> {
        let rule = self.book.rules.get(place)?;
        Some(self.rule_of(&rule.implication, rule.support, self.book.figures(rule), None))
    }

    /// The rules with exceptions.
    fn confident(&self) -> Vec<PyRule> {
        let told = |rule: &hornbook::ConfidentRule| {
            self.rule_of(
                &rule.implication,
                Some(rule.support),
                self.book.confident_figures(rule),
                Some(rule.confidence),
            )
        };
        self.book.confident.iter().map(told).collect()
    }

    /// The rules known beforehand.
    fn background(&self) -> Vec<PyRule> {
        self.book.background.iter().map(|rule| self.rule_of(rule, None, None, None)).collect()
    }

    /// The names of the attributes.
    fn attributes(&self) -> Vec<String> {
        self.book.universe.names().to_vec()
    }

    /// How many rows the rules were learned from.
    fn rows(&self) -> Option<usize> {
        self.book.rows
    }

    /// The rules at these places, in that order.
    fn taken(&self, places: Vec<usize>) -> Self {
        let mut book = self.book.clone();
        book.rules = places.iter().filter_map(|&place| self.book.rules.get(place).cloned()).collect();
        let left_out = self.book.rules.len().saturating_sub(book.rules.len());
        let mut about = self.about.clone();
        if left_out > 0 {
            book.left_out += left_out;
            if let Some(run) = &mut book.run {
                (run.guarantee, run.certified) = (hornbook::Guarantee::None, false);
            }
            about.sentences =
                vec!["These are some of the rules that were learned: nothing is promised about them.".to_owned()];
        }
        Self::new(book, about)
    }

    /// The rules in another order.
    fn sorted(&self, by: &str) -> PyResult<Self> {
        let names = || RuleOrder::ALL.map(RuleOrder::name).join(", ");
        let order = RuleOrder::from_name(by);
        let order = order.ok_or_else(|| Problem::new(format!("rules cannot be sorted by '{by}'; by {}", names())))?;
        let mut book = self.book.clone();
        book.sort(order);
        Ok(Self::new(book, self.about.clone()))
    }

    /// What follows from attributes, and why; nothing for what never occurs.
    fn close(&self, attributes: Vec<String>) -> PyResult<(Option<Vec<String>>, Vec<String>)> {
        let from = self.book.universe.set(&attributes).map_err(Problem::from)?;
        let closed = self.listed()?.1.close(&from);
        let steps = self.steps(&from, &closed)?;
        Ok((conclusion(&self.book.universe, &closed), steps))
    }

    /// Whether a rule follows, why, and otherwise what could have the premise alone.
    fn entails(
        &self,
        premise: Vec<String>,
        concluded: Option<Vec<String>>,
    ) -> PyResult<(bool, Vec<String>, Option<Vec<String>>)> {
        let universe = &self.book.universe;
        let rule = implication(universe, &premise, concluded.as_deref())?;
        let closed = self.listed()?.1.close(&rule.premise);
        let entailed = rule.conclusion.is_within(&closed);
        // From what is impossible everything follows: that it is, is the reason.
        let goal = if closed.is_falsum() { &Conclusion::Falsum } else { &rule.conclusion };
        let steps = if entailed { self.steps(&rule.premise, goal)? } else { Vec::new() };
        let example = if entailed { None } else { conclusion(universe, &closed) };
        Ok((entailed, steps, example))
    }

    /// What Horn1 learns of these rules if both kinds of its queries are answered from
    /// them; which counterexample is given is drawn by the seed.
    fn horn1(&self, py: Python<'_>, seed: u64) -> Self {
        let mut state = seed;
        // Weyl's sequence, well mixed: any fair choice will do.
        let choose = move |of: usize| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            ((mixed >> 33) as usize) % of.max(1)
        };
        let theory = self.book.theory();
        let learned = py.detach(|| learn_exactly(&theory, choose));
        let rules = learned.rules().iter().map(Implication::without_premise);
        Self::new(Rulebook::new(self.book.universe.clone(), rules), About::default())
    }

    /// A rule as text has it, taken apart.
    fn parse(&self, text: &str) -> PyResult<(Vec<String>, Option<Vec<String>>)> {
        let universe = &self.book.universe;
        let rule = parse_implication(text, universe)
            .map_err(|error| Problem::new(format!("in the rule '{text}': {error}")))?;
        Ok((names(universe, &rule.premise), conclusion(universe, &rule.conclusion)))
    }

    /// The rules in a format.
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        let format = RulesFormat::from_name(format).map_err(Problem::from)?;
        write_rules(&self.book, format, &mut bytes).map_err(Problem::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the rules to a file, whose extension tells the format if it is not told.
    #[pyo3(signature = (path, format=None))]
    fn save(&self, path: std::path::PathBuf, format: Option<&str>) -> PyResult<()> {
        let is_page = path.extension().is_some_and(|extension| extension == "html" || extension == "htm");
        let bytes = match format {
            Some("html") => self.page(None).into_bytes(),
            None if is_page => self.page(None).into_bytes(),
            format => {
                let told = format.map(RulesFormat::from_name).transpose().map_err(Problem::from)?;
                let format = told.or_else(|| RulesFormat::from_path(&path)).unwrap_or(RulesFormat::Text);
                let mut bytes = Vec::new();
                write_rules(&self.book, format, &mut bytes).map_err(Problem::from)?;
                bytes
            }
        };
        std::fs::write(&path, compressed_for(&path, &bytes)?)?;
        Ok(())
    }

    /// The page of all rules.
    #[pyo3(signature = (most=None))]
    fn page(&self, most: Option<usize>) -> String {
        let page = RulesPage {
            subject: if self.about.subject.is_empty() { "a table" } else { &self.about.subject },
            summary: &self.about.sentences,
            book: &self.book,
            table: None,
            scaling: self.about.scaling.as_ref(),
            show_background: false,
            most_rules: most.unwrap_or(RulesPage::MOST_RULES),
        };
        page.html()
    }

    /// What the rules are worth, in sentences.
    fn sentences(&self) -> Vec<String> {
        self.about.sentences.clone()
    }

    /// How columns became attributes, as files hold it; nothing if it is not known.
    fn scaling(&self) -> PyResult<Option<String>> {
        let Some(scaling) = &self.about.scaling else { return Ok(None) };
        let mut bytes = Vec::new();
        scaling.write(&mut bytes).map_err(Problem::from)?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// How the rules were learned and what was promised, as JSON.
    fn run(&self) -> PyResult<String> {
        let mut value = match &self.book.run {
            Some(run) => serde_json::to_value(run).map_err(Problem::new)?,
            None => return Ok("null".to_owned()),
        };
        let bound = |certificate: &Certificate| {
            json!({
                "epsilon": certificate.epsilon,
                "set_aside": certificate.set_aside,
                "samples": certificate.samples,
                "any_few": certificate.any_few.map(|few| json!(few)),
            })
        };
        let certificate = self.book.run.as_ref().and_then(|run| run.certificate.as_ref());
        if let Value::Object(object) = &mut value {
            object.insert("certificate".into(), certificate.map_or(Value::Null, bound));
            object.insert("reading_seconds".into(), json!(self.about.reading_seconds));
            object.insert("learning_seconds".into(), json!(self.about.learning_seconds));
            object.insert("left_out_rows".into(), json!(self.about.left_out_rows));
        }
        Ok(value.to_string())
    }
}
