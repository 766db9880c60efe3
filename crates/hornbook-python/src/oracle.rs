//! Learning from a function of Python that answers questions.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::learn::exploration::AttributeExploration;
use hornbook::learn::frugal::{Frugal, FrugalSettings};
use hornbook::learn::pac::{HornApproximation, PacSettings, Variant};
use hornbook::learn::{LearnError, Learner, Progress};
use hornbook::oracle::{Answer, Counted, LimitError, Limited, Oracle};
use hornbook::prepare::WantedRules;
use hornbook::sampling::{Distribution, DistributionKind, Sampler, USUALLY_TOLD};
use hornbook::{
    Certificate, Context, Guarantee, Implication, Knowledge, Method, Model, Rulebook, Run, StopReason, Theory, Universe,
};
use hornbook_words::{Objects, Promise};
use pyo3::prelude::*;

use crate::book::{About, Book, conclusion, implication, names};
use crate::context::ContextTable;
use crate::errors::{ContradictionError, HornbookError, Problem, UnansweredError};
use crate::options::Wanted;

/// How often it is looked whether to go on while nothing is asked.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(40);

/// Both sides of a rule by names.
type Sides = (Vec<String>, Option<Vec<String>>);
/// An answer: what kind it is, what the counterexample has, and what is unknown of it.
type Told = (String, Vec<String>, Vec<String>);

/// A function of Python that takes a list of rules and gives a list of answers.
struct Asked<'a> {
    function: &'a Py<PyAny>,
    universe: &'a Universe,
}

impl Asked<'_> {
    fn answer(&self, (kind, has, unknown): &Told) -> PyResult<Answer> {
        Ok(match kind.as_str() {
            "holds" => Answer::Holds,
            "fails" => Answer::Fails,
            "unknown" => Answer::Unknown,
            _ => {
                let has = self.universe.set(has).map_err(Problem::from)?;
                let unknown = self.universe.set(unknown).map_err(Problem::from)?;
                Answer::Refuted(Model::partial(has, &unknown))
            }
        })
    }

    fn told(&self, questions: &[Implication]) -> PyResult<Vec<Answer>> {
        Python::attach(|py| {
            let sides = |rule: &Implication| -> Sides {
                let concluded = rule.without_premise().conclusion;
                (names(self.universe, &rule.premise), conclusion(self.universe, &concluded))
            };
            let asked: Vec<Sides> = questions.iter().map(sides).collect();
            let told: Vec<Told> = self.function.call1(py, (asked,))?.extract(py)?;
            for (question, (kind, has, unknown)) in questions.iter().zip(&told) {
                if kind == "refuted" {
                    let has = self.universe.set(has).map_err(Problem::from)?;
                    let unknown = self.universe.set(unknown).map_err(Problem::from)?;
                    if !Model::partial(has, &unknown).refutes(question) {
                        let rule = question.display(self.universe).to_string();
                        return Err(ContradictionError::new_err(format!(
                            "the counterexample does not break the rule it was given for: {rule}"
                        )));
                    }
                }
            }
            told.iter().map(|told| self.answer(told)).collect()
        })
    }
}

impl Oracle for Asked<'_> {
    type Error = PyErr;

    fn attribute_count(&self) -> usize {
        self.universe.len()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, PyErr> {
        let told = self.told(std::slice::from_ref(question))?;
        told.into_iter().next().ok_or_else(|| HornbookError::new_err("a question was left without an answer"))
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), PyErr> {
        answers.extend(self.told(questions)?);
        Ok(())
    }
}

/// What came of asking.
struct Found {
    rules: Theory,
    stopped: StopReason,
    certificate: Option<Certificate>,
    supported_epsilon: Option<f64>,
    rounds: u64,
    samples: u64,
}

/// Learns by asking a function of Python, on the thread that calls. `together` is how
/// many questions it takes at a time.
#[pyfunction]
#[pyo3(signature = (function, attributes, objects, background, wanted, together, progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn learn_from(
    py: Python<'_>,
    function: Py<PyAny>,
    attributes: Vec<String>,
    objects: Option<&Bound<'_, ContextTable>>,
    background: Vec<Sides>,
    wanted: Wanted,
    together: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Book> {
    let started = Instant::now();
    let universe = Arc::new(Universe::new(attributes).map_err(Problem::from)?);
    let rules = background.iter().map(|(premise, concluded)| implication(&universe, premise, concluded.as_deref()));
    let rules: Vec<Implication> = rules.collect::<Result<_, _>>()?;
    let background = Theory::from_rules(universe.len(), rules);
    let mut knowledge = Knowledge::with_background(background.clone());
    let mut known = Context::new(universe.clone());
    if let Some(objects) = objects {
        let objects = objects.get().context();
        for object in 0..objects.len() {
            let model = moved(&objects.model(object), objects.universe(), &universe)?;
            knowledge.see(model.clone()).map_err(|conflict| ContradictionError::new_err(conflict.to_string()))?;
            known.push_model(Some(objects.label(object)), model);
        }
    }
    let wanted_rules = wanted.rules()?;
    let method = if wanted_rules.method == Method::Auto { Method::Frugal } else { wanted_rules.method };
    let wanted_rules = WantedRules { method, ..wanted_rules };
    let sampler = sampler(&wanted_rules, &known)?;
    let raised: RefCell<Option<PyErr>> = RefCell::new(None);
    let looked = Cell::new(Instant::now());
    let mut oracle = Counted::new(Asked { function: &function, universe: &universe });
    let tally = oracle.tally();
    let watch = |at: &Progress| {
        if looked.get().elapsed() < TIME_BETWEEN_LOOKS {
            return ControlFlow::Continue(());
        }
        looked.set(Instant::now());
        let told = Python::attach(|py| {
            py.check_signals()?;
            match &progress {
                Some(progress) => tell(py, progress, at, tally.questions().asked),
                None => Ok(()),
            }
        });
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                raised.replace(Some(error));
                ControlFlow::Break(())
            }
        }
    };
    let asking = Asking { wanted: &wanted_rules, sampler: &sampler, knowledge, background: &background, together };
    let mut limited = Limited::new(&mut oracle);
    if let Some(most) = wanted_rules.limit_questions {
        limited = limited.questions(most);
    }
    if let Some(most) = wanted.time()? {
        limited = limited.time(most);
    }
    // Python is taken hold of again for each question, by this same thread.
    let found = detached(py, || asking.run(&mut limited, &watch));
    if let Some(error) = raised.take() {
        return Err(error);
    }
    let found = found?;
    let accuracy = wanted_rules.accuracy().map_err(Problem::from)?;
    let guarantee = match (found.stopped, method) {
        (StopReason::Complete, _) => Guarantee::Exact,
        (StopReason::Certified, method)
            if wanted_rules.strength.unwrap_or(method.usual_strength()) == hornbook::learn::Strength::Weak
                && method.has_weak_form() =>
        {
            Guarantee::Weak
        }
        (StopReason::Certified, _) => Guarantee::Strong,
        _ => Guarantee::None,
    };
    let sampled = method != Method::Exploration;
    let run = Run {
        method,
        guarantee,
        distribution: sampled.then(|| sampler.distribution()),
        epsilon: sampled.then(|| accuracy.epsilon()),
        delta: sampled.then(|| accuracy.delta()),
        target: None,
        min_support: None,
        max_premise: None,
        confident_support: None,
        seed: wanted_rules.seed,
        certified: found.stopped.is_end(),
        stopped: found.stopped,
        supported_epsilon: found.supported_epsilon,
        rounds: found.rounds,
        samples: found.samples,
        questions: tally.questions(),
        answers_rest_on: Vec::new(),
        certificate: found.certificate,
    };
    let rules = found.rules.rules().iter().map(Implication::without_premise).filter(|rule| !rule.is_trivial());
    let mut book = Rulebook::new(universe.clone(), rules);
    book.background = background.rules().to_vec();
    let sentences = sentences(&run, &known);
    book.run = Some(run);
    let seconds = started.elapsed().as_secs_f64();
    Ok(Book::new(
        book,
        About { subject: "what was asked".to_owned(), sentences, learning_seconds: seconds, ..About::default() },
    ))
}

/// Runs what takes hold of Python by itself. What it borrows may not be sent elsewhere,
/// and is not: it runs on this thread.
fn detached<T>(py: Python<'_>, work: impl FnOnce() -> T) -> T {
    struct SameThread<T>(T);
    #[allow(unsafe_code)]
    // The closure runs on the thread that gives it, and nowhere else.
    unsafe impl<T> Send for SameThread<T> {}
    let work = SameThread(work);
    let SameThread(done) = py.detach(move || {
        let work = work;
        SameThread((work.0)())
    });
    done
}

/// What is said of a run that asked.
fn sentences(run: &Run, known: &Context) -> Vec<String> {
    match (run.guarantee, &run.certificate, &run.distribution) {
        (Guarantee::Exact, ..) => {
            vec![
                "Every rule that holds follows from these, and nothing else, as far as the answers are right."
                    .to_owned(),
            ]
        }
        (Guarantee::None, ..) => {
            vec![format!("Stopped early ({}): these rules hold, but there may be others.", run.stopped)]
        }
        (_, Some(certificate), Some(distribution)) => {
            let partly_known = (0..known.len()).filter(|&object| !known.model(object).is_complete()).count();
            let promise = Promise {
                certificate: *certificate,
                delta: run.delta.unwrap_or(1.0),
                answers: &[],
                distribution,
                objects: Objects::Named { count: known.len(), partly_known },
                target: None,
                never: None,
            };
            promise.sentences()
        }
        _ => Vec::new(),
    }
}

fn tell(py: Python<'_>, progress: &Py<PyAny>, at: &Progress, questions: u64) -> PyResult<()> {
    let about = pyo3::types::PyDict::new(py);
    for (name, value) in [
        ("rules", at.rules as u64),
        ("questions", questions),
        ("samples", at.samples),
        ("agreed", at.agreed),
        ("needed", at.needed),
        ("visited", at.visited),
        ("rows_read", 0),
    ] {
        about.set_item(name, value)?;
    }
    about.set_item("rows", py.None())?;
    progress.call1(py, (about,)).map(drop)
}

/// A model over the attributes of another universe, by their names.
fn moved(model: &Model, from: &Universe, to: &Universe) -> Result<Model, Problem> {
    let has = to.set(from.names_of(model.has()))?;
    let unknown = to.set(from.names_of(&model.unknown()))?;
    // What the table does not speak of is unknown.
    let mut silent = to.all();
    silent.remove_all(&to.set(from.names())?);
    Ok(Model::partial(has, &unknown.union(&silent)))
}

/// Draws the sets that ε is about: of few attributes, unless told otherwise or for the
/// paper's methods.
fn sampler(wanted: &WantedRules, known: &Context) -> Result<Sampler, Problem> {
    let usual = match wanted.method {
        Method::Frugal if known.is_empty() => Distribution::of(DistributionKind::Short { most: USUALLY_TOLD }),
        Method::Frugal => Distribution::described_and_short(),
        _ => Distribution::of(DistributionKind::Uniform),
    };
    let distribution = wanted.distribution.clone().unwrap_or(usual);
    Ok(distribution.over(known, &[])?)
}

/// Who learns, and from what.
struct Asking<'a> {
    wanted: &'a WantedRules,
    sampler: &'a Sampler,
    knowledge: Knowledge,
    background: &'a Theory,
    together: usize,
}

impl Asking<'_> {
    fn run(
        self,
        oracle: &mut impl Oracle<Error = LimitError<PyErr>>,
        watch: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> Result<Found, PyErr> {
        let accuracy = self.wanted.accuracy().map_err(Problem::from)?;
        let mut watch = |progress: &Progress| watch(progress);
        let (wanted, background) = (self.wanted, self.background);
        match wanted.method {
            Method::Frugal => {
                let mut settings = FrugalSettings::new(accuracy, self.sampler.clone(), wanted.seed);
                settings.max_premise = wanted.max_premise;
                let mut learner = Frugal::new(settings, self.knowledge);
                let stopped = ended(learner.run_together(self.together, oracle, &mut watch), StopReason::Certified)?;
                let certificate = if stopped.is_end() { learner.certificate() } else { None };
                let supported = (!stopped.is_end()).then(|| learner.evidence().supported_epsilon());
                Ok(Found {
                    rules: learner.rules().irredundant_beyond(background),
                    stopped,
                    certificate,
                    supported_epsilon: supported,
                    rounds: learner.spent().rounds,
                    samples: learner.samples(),
                })
            }
            Method::Exploration | Method::Exact => {
                let mut learner = AttributeExploration::new(self.knowledge);
                let stopped = ended(learner.run_together(self.together, oracle, &mut watch), StopReason::Complete)?;
                let rules = learner.rules();
                Ok(Found { rules, stopped, certificate: None, supported_epsilon: None, rounds: 0, samples: 0 })
            }
            method @ (Method::Pac | Method::PacValid | Method::PacCached) => {
                let settings = PacSettings {
                    accuracy,
                    schedule: wanted.schedule.unwrap_or_else(|| method.usual_schedule()),
                    strength: wanted.strength.unwrap_or_else(|| method.usual_strength()),
                    variant: match method {
                        Method::Pac => Variant::Letter,
                        Method::PacValid => Variant::Valid,
                        _ => Variant::Cached,
                    },
                    sampler: self.sampler.clone(),
                    seed: wanted.seed,
                    background: background.clone(),
                };
                let mut learner = HornApproximation::new(settings);
                let stopped = ended(learner.run_together(self.together, oracle, &mut watch), StopReason::Certified)?;
                let supported = (!stopped.is_end()).then(|| learner.supported_epsilon());
                Ok(Found {
                    rules: learner.rules(),
                    stopped,
                    certificate: learner.certificate(),
                    supported_epsilon: supported,
                    rounds: learner.rounds(),
                    samples: learner.samples(),
                })
            }
            method => Err(HornbookError::new_err(format!(
                "the method {method} looks rows up; to ask, there are frugal, exploration, pac, pac-valid and pac-cached"
            ))),
        }
    }
}

/// Why a run ended, if that is no error.
fn ended(run: Result<(), LearnError<LimitError<PyErr>>>, well: StopReason) -> Result<StopReason, PyErr> {
    match run {
        Ok(()) => Ok(well),
        Err(LearnError::Oracle(LimitError::Questions)) => Ok(StopReason::QuestionLimit),
        Err(LearnError::Oracle(LimitError::Time)) => Ok(StopReason::TimeLimit),
        Err(LearnError::Oracle(LimitError::Oracle(raised))) => Err(raised),
        Err(LearnError::Cancelled) => Ok(StopReason::Cancelled),
        Err(error @ LearnError::Unanswered(_)) => Err(UnansweredError::new_err(error.to_string())),
        Err(error) => Err(ContradictionError::new_err(error.to_string())),
    }
}
