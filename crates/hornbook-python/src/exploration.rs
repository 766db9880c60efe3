//! Explorations and their journals, driven from Python.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use hornbook::Implication;
use hornbook::learn::Accuracy;
use hornbook::prepare::Preparation;
use hornbook_explore::{
    Asking, Exploration, Interaction, NextError, ObjectStatement, Response, Start, Turns, USUAL_DELTA, USUAL_EPSILON,
    report,
};
use hornbook_words::{html, markdown, text};
use pyo3::prelude::*;

use crate::book::{About, Book, conclusion, implication, names};
use crate::context::ContextTable;
use crate::errors::{InternalError, Problem};
use crate::options::Reading;
use crate::source::Source;
use crate::work;

/// Both sides of a rule by names.
type Sides = (Vec<String>, Option<Vec<String>>);
/// What comes next: its kind, words for people, rules, how likely the first is, and kinds
/// of things that were not named yet.
type Next = (String, String, Vec<Sides>, Option<f64>, Vec<String>);

/// An exploration with its journal.
#[pyclass(frozen, module = "hornbook._hornbook")]
pub(crate) struct Journal {
    exploration: std::sync::Arc<Mutex<Exploration>>,
}

/// How an exploration begins.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Beginning {
    attributes: Vec<String>,
    title: Option<String>,
    epsilon: Option<f64>,
    delta: Option<f64>,
    seed: Option<u64>,
    background: Vec<Sides>,
}

impl Journal {
    fn of(exploration: Exploration) -> Self {
        Self { exploration: std::sync::Arc::new(Mutex::new(exploration)) }
    }

    fn held(&self) -> PyResult<MutexGuard<'_, Exploration>> {
        self.exploration.lock().map_err(|_| InternalError::new_err("the exploration broke down before"))
    }
}

fn rule(exploration: &Exploration, (premise, concluded): &Sides) -> Result<Implication, Problem> {
    implication(exploration.universe(), premise, concluded.as_deref())
}

fn sides(exploration: &Exploration, rule: &Implication) -> Sides {
    let universe = exploration.universe();
    (names(universe, &rule.premise), conclusion(universe, &rule.without_premise().conclusion))
}

fn told(exploration: &Exploration, name: String, has: &[String], lacks: &[String]) -> Result<ObjectStatement, Problem> {
    let universe = exploration.universe();
    Ok(ObjectStatement::new(name, universe.set(has)?, universe.set(lacks)?))
}

#[pymethods]
impl Journal {
    /// Begins an exploration, in a file that must not be there yet or kept nowhere; from
    /// names, or from a table whose rows are known objects.
    #[staticmethod]
    #[pyo3(signature = (path, beginning, source=None, reading=None))]
    fn begin(
        py: Python<'_>,
        path: Option<PathBuf>,
        beginning: Beginning,
        source: Option<&Bound<'_, Source>>,
        reading: Option<Reading>,
    ) -> PyResult<Self> {
        let start = match (source.map(|source| source.get().clone()), reading) {
            (Some(source), Some(reading)) => {
                let table = work::run(py, None, move |shared| {
                    let opened = source.open(&reading, Preparation::exploring(), None, shared)?;
                    opened.context()?;
                    Ok(opened.table)
                })?;
                Start::prepared(&table)
            }
            _ => Start::attributes(beginning.attributes.iter().cloned()),
        };
        let accuracy =
            Accuracy::new(beginning.epsilon.unwrap_or(USUAL_EPSILON), beginning.delta.unwrap_or(USUAL_DELTA));
        let mut start = start.accuracy(accuracy.map_err(Problem::from)?);
        if let Some(title) = beginning.title {
            start = start.title(title);
        }
        if let Some(seed) = beginning.seed {
            start = start.seed(seed);
        }
        if !beginning.background.is_empty() {
            let universe = hornbook::Universe::new(beginning.attributes.iter().cloned()).map_err(Problem::from)?;
            let rules = beginning
                .background
                .iter()
                .map(|(premise, concluded)| implication(&universe, premise, concluded.as_deref()));
            let rules: Vec<Implication> = rules.collect::<Result<_, _>>()?;
            start = start.background(&universe, &rules);
        }
        let begun = match path {
            Some(path) => Exploration::create(&path, start),
            None => Exploration::in_memory(start),
        };
        Ok(Self::of(begun.map_err(Problem::from)?))
    }

    /// Goes on with an exploration; or only looks at it.
    #[staticmethod]
    fn open(path: PathBuf, only_look: bool) -> PyResult<Self> {
        let opened = if only_look { Exploration::read(&path) } else { Exploration::open(&path) };
        Ok(Self::of(opened.map_err(Problem::from)?))
    }

    fn attributes(&self) -> PyResult<Vec<String>> {
        Ok(self.held()?.universe().names().to_vec())
    }

    /// What comes next.
    fn next(
        &self,
        py: Python<'_>,
        who: Option<String>,
        most_on_a_list: usize,
        controls: f64,
        objects_first: bool,
    ) -> PyResult<Next> {
        let held = self.exploration.clone();
        work::run(py, None, move |shared| {
            let mut exploration = held.lock().map_err(|_| Problem::new("the exploration broke down before"))?;
            let asking = Asking { most_on_a_list: most_on_a_list.max(1), controls, objects_first };
            let turns = Turns { who: who.as_deref(), out: &[], about: None, without_later: false };
            let next = exploration.interaction(turns, asking, &mut |progress| shared.watch(progress));
            let next = match next {
                Ok(next) => next,
                Err(NextError::Cancelled) => return Err(Problem::Interrupted),
                Err(error) => return Err(Problem::new(error)),
            };
            let exploration = &*exploration;
            let words = |rule: &Implication| exploration.asked_in_words(rule).to_string();
            Ok(match next {
                Interaction::Describe { missing } => {
                    let kinds = missing.iter().map(|missing| exploration.kind_in_words(missing)).collect();
                    ("describe".to_owned(), "Name something of your domain.".to_owned(), Vec::new(), None, kinds)
                }
                Interaction::Check { shown, .. } => {
                    let rules = shown.iter().map(|rule| sides(exploration, rule)).collect();
                    let words = "Which of these rules do not hold?".to_owned();
                    ("check".to_owned(), words, rules, None, Vec::new())
                }
                Interaction::Ask(asked) => {
                    let rule = sides(exploration, &asked.question);
                    ("ask".to_owned(), words(&asked.question), vec![rule], Some(asked.likely), Vec::new())
                }
                Interaction::Wait => {
                    ("wait".to_owned(), "Others have to answer first.".to_owned(), Vec::new(), None, Vec::new())
                }
                Interaction::Certified(certified) => {
                    let words = exploration.whole_certificate(&certified);
                    ("certified".to_owned(), words, Vec::new(), None, Vec::new())
                }
            })
        })
    }

    /// Takes the answer to a rule: holds, unknown, later, or refuted by an object.
    fn answer(
        &self,
        who: Option<&str>,
        asked: Sides,
        kind: &str,
        name: String,
        has: Vec<String>,
        lacks: Vec<String>,
    ) -> PyResult<String> {
        let mut exploration = self.held()?;
        let question = rule(&exploration, &asked)?;
        let response = match kind {
            "holds" => Response::Holds,
            "unknown" => Response::Unknown,
            "later" => Response::Later,
            "refuted" => Response::Refuted(told(&exploration, name, &has, &lacks)?),
            other => return Err(Problem::new(format!("there is no answer '{other}'")).into()),
        };
        let entry = exploration.answer(who, &question, response).map_err(Problem::from)?;
        Ok(entry.to_string())
    }

    /// Takes what is said of an object.
    fn tell(&self, who: Option<&str>, name: String, has: Vec<String>, lacks: Vec<String>) -> PyResult<String> {
        let mut exploration = self.held()?;
        let statement = told(&exploration, name, &has, &lacks)?;
        Ok(exploration.tell(who, statement).map_err(Problem::from)?.to_string())
    }

    /// Takes back what was done last.
    fn undo(&self, who: Option<&str>) -> PyResult<String> {
        Ok(self.held()?.undo(who).map_err(Problem::from)?.to_string())
    }

    /// What was certified, in words, if it was and nothing has changed since; else
    /// nothing; and the ε that the evidence supports.
    fn certificate(&self) -> PyResult<(Option<String>, Option<f64>)> {
        let exploration = self.held()?;
        let words = exploration.certified().map(|certified| exploration.whole_certificate(&certified));
        Ok((words, exploration.supported()))
    }

    /// How many answers were given that still count.
    fn questions(&self) -> PyResult<u64> {
        Ok(self.held()?.questions())
    }

    /// The rules, with what they are worth.
    fn rules(&self) -> PyResult<Book> {
        let exploration = self.held()?;
        let sentences = exploration.certified().map(|certified| exploration.whole_certificate(&certified));
        let sentences = sentences.unwrap_or_else(|| "Nothing is certified yet: there may be other rules.".to_owned());
        let about = About { subject: "an exploration".to_owned(), sentences: vec![sentences], ..About::default() };
        Ok(Book::new(exploration.rulebook(), about))
    }

    /// The objects that are known.
    fn objects(&self) -> PyResult<ContextTable> {
        Ok(ContextTable::new(self.held()?.context()))
    }

    /// The report: as text, markdown or html.
    fn report(&self, format: &str) -> PyResult<String> {
        let document = report(&*self.held()?);
        match format {
            "text" => Ok(text::document(&document)),
            "markdown" => Ok(markdown::document(&document)),
            "html" => Ok(html::page(&document)),
            other => {
                Err(Problem::new(format!("there is no report as '{other}'; there is text, markdown or html")).into())
            }
        }
    }
}
