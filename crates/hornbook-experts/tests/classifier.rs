//! The rules of a real classifier that nobody can look into: trained here by
//! scikit-learn, asked whether sets are possible, and compared with what is true of all
//! that it can be given.
#![allow(clippy::unwrap_used)]

mod in_process;

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use hornbook::learn::frugal::FrugalSettings;
use hornbook::learn::{Accuracy, Learner, unwatched};
use hornbook::sampling::Sampler;
use hornbook::{AttrSet, Conclusion, Context, Implication, Rulebook, Theory, Universe};
use hornbook_experts::{
    Abilities, Cases, Expert, ExpertError, ExpertOracle, ExpertQuestion, ExpertReply, MemberSearch, SearchLearner,
    SearchSettings,
};
use in_process::{PATIENCE, black_box, most_of};

const FEATURES: usize = 12;
const CLASSES: [&str; 3] = ["low", "middle", "high"];
const ATTRIBUTES: usize = FEATURES + CLASSES.len();

const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;
const ETA: f64 = 0.1;
const DELTA_OF_BOUNDS: f64 = 0.1;

/// A Python with scikit-learn, in a virtual environment that is made once.
fn python() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("tools");
    std::fs::create_dir_all(&target).unwrap();
    let lock = File::create(target.join("scikit-learn.lock")).unwrap();
    lock.lock().unwrap();
    let environment = target.join("scikit-learn");
    let python = environment.join("bin/python");
    let run = |command: &mut Command| {
        let done = command.output().unwrap();
        assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    if !environment.join("ready").exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "scikit-learn>=1.5,<2"]));
        File::create(environment.join("ready")).unwrap();
    }
    python
}

/// A classifier in a process of its own. A set is possible if it has just the class that
/// the classifier gives to its features.
struct Classifier {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    out: VecDeque<(u64, AttrSet)>,
}

impl Classifier {
    fn train(kind: &str) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/classifier/train.py");
        let mut command = Command::new(python());
        let mut process = command.args([script, kind]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut classifier = Self { process, input, output, out: VecDeque::new() };
        let score: f64 = classifier.line().parse().unwrap();
        assert!(score > 0.8, "it learned something: {score}");
        classifier
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// All sets that are possible.
    fn all(&mut self) -> Vec<AttrSet> {
        writeln!(self.input, "all").unwrap();
        let classes = self.line();
        let with_class = |(number, class): (u64, &str)| {
            AttrSet::from_words(ATTRIBUTES, [number]).with(FEATURES + class_number(class))
        };
        (0..).zip(classes.split(' ')).map(with_class).collect()
    }
}

fn class_number(class: &str) -> usize {
    CLASSES.iter().position(|known| *known == class).unwrap()
}

impl Drop for Classifier {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Expert for Classifier {
    fn name(&self) -> &str {
        "a classifier"
    }

    fn abilities(&self) -> Abilities {
        Abilities { implication: false, closure: false, member: true }
    }

    fn questions_at_once(&self) -> usize {
        4
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let ExpertQuestion::Member(set) = question else { panic!("only members") };
        let digits: String = (0..FEATURES).map(|attr| if set.contains(attr) { '1' } else { '0' }).collect();
        writeln!(self.input, "{digits}").unwrap();
        self.out.push_back((id, set.clone()));
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let Some((id, set)) = self.out.pop_front() else { return Ok(None) };
        let class = FEATURES + class_number(&self.line());
        Ok(Some((id, ExpertReply::Member((FEATURES..ATTRIBUTES).all(|attr| set.contains(attr) == (attr == class))))))
    }
}

fn columns() -> Vec<Vec<usize>> {
    vec![(FEATURES..ATTRIBUTES).collect()]
}

fn universe() -> Arc<Universe> {
    let features = (0..FEATURES).map(|feature| format!("f{feature}"));
    Arc::new(Universe::new(features.chain(CLASSES.map(str::to_owned))).unwrap())
}

/// What was learned by searching.
struct Learned {
    book: Rulebook,
    searched: Vec<(Implication, f64)>,
    sets_asked: u64,
    taken_back: usize,
}

fn learn(classifier: impl Expert, seed: u64, tries_near_known: usize) -> Learned {
    let mut background = Theory::new(ATTRIBUTES);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        background.push(Implication::never(AttrSet::of(ATTRIBUTES, [FEATURES + one, FEATURES + other])));
    }
    let cases = Cases::any(ATTRIBUTES).of_columns(columns());
    let bounds = Accuracy::new(ETA, DELTA_OF_BOUNDS).unwrap();
    let search = SearchSettings { tries_near_known, ..SearchSettings::new(bounds, cases, seed) };
    let mut oracle = ExpertOracle::new(MemberSearch::new(classifier, search), ATTRIBUTES, PATIENCE);
    let sampler = Sampler::Columns { attributes: ATTRIBUTES, groups: columns() };
    let settings = FrugalSettings::new(Accuracy::new(EPSILON, DELTA).unwrap(), sampler, seed);
    let mut learning = SearchLearner::new(settings, background.clone());
    learning.run(&mut oracle, &mut unwatched).unwrap();
    let learner = learning.learner();
    assert_eq!(learner.certificate().unwrap().set_aside, 0.0, "nothing was too rare");
    let mut book = Rulebook::new(universe(), learner.rules().rules().iter().cloned());
    book.background = background.rules().to_vec();
    oracle.set_exceptions(&mut book);
    Learned {
        searched: oracle.searched().to_vec(),
        taken_back: learning.taken_back().len(),
        sets_asked: oracle.expert().sets_asked(),
        book,
    }
}

/// All sets with at most one class, from which cases and samples are drawn, each alike.
fn all_cases() -> Vec<AttrSet> {
    let sets = (0..1u64 << FEATURES).map(|bits| AttrSet::from_words(ATTRIBUTES, [bits]));
    sets.flat_map(|set| (0..=3).map(move |class| if class < 3 { set.with(FEATURES + class) } else { set.clone() }))
        .collect()
}

/// What is true, by enumeration.
struct Truth {
    possible: Vec<AttrSet>,
    /// All cases with what follows from each.
    cases: Vec<(AttrSet, Conclusion)>,
}

impl Truth {
    fn of(possible: Vec<AttrSet>) -> Self {
        let context = Context::from_rows(universe(), possible.iter().cloned());
        let cases = all_cases().into_iter().map(|set| (set.clone(), context.close(&set))).collect();
        Self { possible, cases }
    }

    fn share_of_cases(&self, is: impl Fn(&AttrSet, &Conclusion) -> bool) -> f64 {
        self.cases.iter().filter(|(set, closure)| is(set, closure)).count() as f64 / self.cases.len() as f64
    }

    /// The share of cases with the premise that break a rule.
    fn exceptions(&self, rule: &Implication) -> f64 {
        let with = self.possible.iter().filter(|set| rule.premise.is_subset(set));
        let breaking = with.clone().filter(|set| !rule.holds_in(set)).count();
        let cases = match rule.conclusion.is_falsum() {
            true => self.cases.iter().filter(|(set, _)| rule.premise.is_subset(set)).count(),
            false => with.count(),
        };
        breaking as f64 / cases.max(1) as f64
    }
}

#[test]
fn the_rules_of_a_classifier_are_bounded_as_often_as_promised() {
    const RUNS: u64 = 20;
    for kind in ["tree", "forest"] {
        let mut classifier = Classifier::train(kind);
        let truth = Truth::of(classifier.all());
        assert_eq!(truth.possible.len(), 1 << FEATURES);
        let table: HashSet<AttrSet> = truth.possible.iter().cloned().collect();
        let by_table = || black_box(|set: &AttrSet| table.contains(set));
        // The process itself, and the table of what it says, are the same to the search.
        let live = learn(classifier, 1, 32);
        let same = learn(by_table(), 1, 32);
        assert_eq!((&live.book, live.sets_asked), (&same.book, same.sets_asked));
        eprintln!("{kind}: {} rules, {} sets asked", live.book.rules.len(), live.sets_asked);

        let (mut wrongly_bounded, mut wrongly_certified, mut wrongly_in_all) = (0, 0, 0);
        let (mut rules, mut broken, mut taken_back) = (0, 0, 0);
        for seed in 0..RUNS {
            // Half of the runs do not look near members first, and so err more often.
            let Learned { book, searched, taken_back: back, .. } =
                learn(by_table(), seed, if seed.is_multiple_of(2) { 32 } else { 0 });
            taken_back += back;
            // Each rule is broken by no more than its bound.
            let exceptions: Vec<f64> = searched.iter().map(|(rule, _)| truth.exceptions(rule)).collect();
            wrongly_bounded += u64::from(exceptions.iter().zip(&searched).any(|(share, (_, bound))| share > bound));
            rules += searched.len();
            broken += exceptions.iter().filter(|&&share| share > 0.0).count();
            // What the rules do not conclude does not follow, but for ε.
            let theory = book.theory();
            let missing = truth.share_of_cases(|set, closure| !closure.is_within(&theory.close(set)));
            wrongly_certified += u64::from(missing > EPSILON);
            // A case that is possible and breaks any rule is as rare as the bounds say in all.
            let share_with = |premise: &AttrSet| truth.share_of_cases(|set, _| premise.is_subset(set));
            let in_all: f64 = searched.iter().map(|(rule, bound)| bound * share_with(&rule.premise)).sum();
            let breaking = truth.share_of_cases(|set, _| table.contains(set) && !theory.is_model(set));
            wrongly_in_all += u64::from(breaking > in_all);
            // Rules carry their bounds, or that of one with the same premise that says more;
            // those without have no exceptions: all sets with the premise were looked at.
            for rule in &book.rules {
                let bound = searched.iter().find(|(other, _)| *other == rule.implication).map(|(_, bound)| *bound);
                match rule.exceptions_at_most {
                    Some(carried) => assert!(carried <= bound.unwrap(), "{rule:?}"),
                    None => assert_eq!(truth.exceptions(&rule.implication), 0.0, "{rule:?}"),
                }
            }
        }
        eprintln!(
            "{kind}: {wrongly_bounded} of {RUNS} wrongly bounded, {wrongly_certified} certified, {wrongly_in_all} in \
             all; {broken} of {rules} rules have exceptions; {taken_back} were taken back"
        );
        assert!(wrongly_bounded <= most_of(RUNS, DELTA_OF_BOUNDS));
        assert!(wrongly_certified <= most_of(RUNS, DELTA));
        assert!(wrongly_in_all <= most_of(RUNS, DELTA_OF_BOUNDS));
        assert!(broken > 0, "some rules do have exceptions: else there is nothing to bound");
    }
}
