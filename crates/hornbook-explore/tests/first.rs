//! Programs that are asked before a person is: only what they do not know reaches the
//! person, and what fails, is never in the way.
#![allow(clippy::unwrap_used)]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use hornbook::learn::unwatched;
use hornbook::{Context, Implication, format, scaling};
use hornbook_explore::journal::{Attribute, Entry, EntryKind, Policy, Reply};
use hornbook_explore::{
    Asking, Ballot, Exploration, FirstAsked, Interaction, ProgramStarter, ProgramWord, Programs, Response, Start, Turns,
};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

fn animals(context: &Context) -> Exploration {
    Exploration::in_memory(Start::attributes(context.universe().names().to_vec()).seed(1)).unwrap()
}

/// The answer that a table gives, by the first row that breaks the rule.
fn answer_by(table: &Context, question: &Implication) -> Response {
    let breaks = (0..table.len()).find(|&row| !question.holds_in(table.row(row)));
    let Some(row) = breaks else { return Response::Holds };
    let has = table.row(row).clone();
    let lacks = table.universe().all().difference(&has);
    Response::refuted(table.name(row).unwrap_or_default(), has, lacks)
}

type Knows = Arc<dyn Fn(&Implication) -> ProgramWord + Send + Sync>;

/// A program that says what a function does, and notes what it was asked.
struct Says {
    name: &'static str,
    knows: Knows,
    asked: Asked,
}

type Asked = Arc<Mutex<Vec<Implication>>>;

impl FirstAsked for Says {
    fn name(&self) -> &str {
        self.name
    }

    fn ask(&mut self, question: &Implication, _: &dyn Fn() -> bool) -> ProgramWord {
        self.asked.lock().unwrap().push(question.clone());
        (self.knows)(question)
    }
}

/// What starts such a program, and what it was asked.
fn program(
    name: &'static str,
    knows: impl Fn(&Implication) -> ProgramWord + Send + Sync + 'static,
) -> (ProgramStarter, Asked) {
    let (knows, asked): (Knows, Asked) = (Arc::new(knows), Asked::default());
    let noted = asked.clone();
    let start = move |_: &[Attribute]| {
        Ok(Box::new(Says { name, knows: knows.clone(), asked: noted.clone() }) as Box<dyn FirstAsked>)
    };
    (Arc::new(start), asked)
}

fn knows_all(table: Context) -> impl Fn(&Implication) -> ProgramWord {
    move |question| ProgramWord::Known(answer_by(&table, question))
}

/// Knows the answer to every second question, whichever these are.
fn knows_half(table: Context) -> impl Fn(&Implication) -> ProgramWord {
    move |question| {
        let mut hasher = DefaultHasher::new();
        question.hash(&mut hasher);
        match hasher.finish() % 2 {
            0 => ProgramWord::Known(answer_by(&table, question)),
            _ => ProgramWord::Unknown,
        }
    }
}

/// Lets a person who knows all answer what reaches them; tells how many rules that
/// were. Whatever it is, programs were asked it before.
fn asked_of_person(table: &Context, exploration: &mut Exploration, programs: &mut Programs, asking: Asking) -> usize {
    let (mut asked, who) = (0, Some("ada"));
    loop {
        let turns = Turns { who, ..Turns::default() };
        let next = exploration.interaction_after(programs, turns, asking, &mut unwatched, &|| false).unwrap();
        let rules: Vec<Implication> = match next {
            Interaction::Ask(question) => vec![question.question],
            Interaction::Check { asked, .. } => asked.into_iter().map(|asked| asked.question).collect(),
            Interaction::Certified(_) => return asked,
            other => panic!("{other:?}"),
        };
        asked += rules.len();
        for rule in &rules {
            let by_program = |ballot: &Ballot| ballot.votes.iter().any(|vote| vote.program);
            assert!(programs.is_empty() || exploration.ballot_about(rule).is_some_and(by_program));
        }
        let answers = rules.into_iter().map(|rule| (rule.clone(), Some(answer_by(table, &rule))));
        // What is refuted comes first, as people's faces have it.
        let (no, yes): (Vec<_>, Vec<_>) = answers.partition(|(_, said)| *said != Some(Response::Holds));
        exploration.answer_list(who, [no, yes].concat(), None).unwrap();
    }
}

#[test]
fn a_person_is_asked_less_than_half_beside_a_program_that_knows_half() {
    let zoo = zoo();
    for asking in [Asking::one_by_one(), Asking { objects_first: false, controls: 0.0, ..Asking::default() }] {
        let alone = asked_of_person(&zoo, &mut animals(&zoo), &mut Programs::default(), asking);
        let (half, _) = program("half", knows_half(zoo.clone()));
        let mut exploration = animals(&zoo);
        let with = asked_of_person(&zoo, &mut exploration, &mut Programs::new(vec![half]), asking);
        assert!(2 * with < alone, "{with} of {alone}");
        assert!(exploration.disputes().is_empty() && exploration.certified().is_some());
        assert!(exploration.certified().unwrap().set_aside == 0.0, "what the program did not know the person did");
    }
}

#[test]
fn where_programs_know_everything_nobody_else_is_asked() {
    let zoo = zoo();
    let (nothing, first) = program("nothing", |_| ProgramWord::Unknown);
    let (all, second) = program("all", knows_all(zoo.clone()));
    let mut exploration = animals(&zoo);
    let mut programs = Programs::new(vec![nothing, all]);
    assert_eq!(asked_of_person(&zoo, &mut exploration, &mut programs, Asking::one_by_one()), 0);
    assert_eq!(
        *first.lock().unwrap(),
        *second.lock().unwrap(),
        "in their order, each what the one before does not know"
    );
    assert_eq!(exploration.programs(), ["nothing", "all"]);
    assert!(exploration.journal().entries().iter().all(|entry| entry.program || entry.who.is_none()));
}

#[test]
fn nothing_is_asked_again_after_a_restart_or_a_retraction() {
    let zoo = zoo();
    let (half, asked) = program("half", knows_half(zoo.clone()));
    let mut exploration = animals(&zoo);
    let turns = Turns { who: Some("ada"), ..Turns::default() };
    let mut programs = Programs::new(vec![half.clone()]);
    let one_by_one = Asking::one_by_one();
    let next = exploration.interaction_after(&mut programs, turns, one_by_one, &mut unwatched, &|| false).unwrap();
    // Started again: the same question reaches the person, and the program is asked nothing.
    let before = asked.lock().unwrap().len();
    assert!(before > 0);
    let mut again = Exploration::of(exploration.journal().copy()).unwrap();
    let mut programs = Programs::new(vec![half]);
    assert_eq!(again.interaction_after(&mut programs, turns, one_by_one, &mut unwatched, &|| false).unwrap(), next);
    assert_eq!(asked.lock().unwrap().len(), before);
    // What somebody takes back of what it said is not asked it again.
    let known = |entry: &&Entry| matches!(&entry.what, EntryKind::Answer(said) if said.answer != Reply::Unknown);
    let taken_back = again.journal().entries().iter().filter(|entry| entry.program).find(known).unwrap().id.clone();
    again.retract(Some("ada"), &taken_back).unwrap();
    asked_of_person_unchecked(&zoo, &mut again, &mut programs);
    let asked = asked.lock().unwrap();
    let mut once = asked.clone();
    once.sort_by_key(|question| format!("{question:?}"));
    once.dedup();
    assert_eq!(once.len(), asked.len());
}

/// The same without lists, also where programs were not asked since they said it
/// before.
fn asked_of_person_unchecked(table: &Context, exploration: &mut Exploration, programs: &mut Programs) {
    let turns = Turns { who: Some("ada"), ..Turns::default() };
    while let Interaction::Ask(asked) =
        exploration.interaction_after(programs, turns, Asking::one_by_one(), &mut unwatched, &|| false).unwrap()
    {
        exploration.answer(turns.who, &asked.question, answer_by(table, &asked.question)).unwrap();
    }
    assert!(exploration.certified().is_some());
}

#[test]
fn a_program_that_fails_or_ends_is_told_of_once_and_the_person_is_asked() {
    let zoo = zoo();
    let (fails, failed) = program("fails", |_| ProgramWord::Failed("no \u{1b}[31mmemory".to_owned()));
    let (gone, ended) = program("ends", |_| ProgramWord::Gone("it died".to_owned()));
    let missing: ProgramStarter = Arc::new(|_: &[Attribute]| Err("missing: not found".to_owned()));
    let mut exploration = animals(&zoo);
    let mut programs = Programs::new(vec![missing, fails, gone]);
    let turns = Turns { who: Some("ada"), ..Turns::default() };
    let mut next = |programs: &mut Programs| {
        exploration.interaction_after(programs, turns, Asking::one_by_one(), &mut unwatched, &|| false)
    };
    let first = next(&mut programs).unwrap();
    assert!(matches!(first, Interaction::Ask(_)));
    let notes = programs.take_notes();
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(
        notes[0].contains("missing: not found") && notes[2].contains("ends is asked no more: it died"),
        "{notes:?}"
    );
    assert!(notes[1].contains("fails could not answer") && !notes[1].contains('\u{1b}'), "{notes:?}");
    assert_eq!(next(&mut programs).unwrap(), first);
    assert!(programs.take_notes().is_empty());
    assert_eq!((failed.lock().unwrap().len(), ended.lock().unwrap().len()), (1, 1));
    assert_eq!(programs.names(), ["fails"]);
    // Nothing of it is in the journal.
    assert!(!exploration.journal().entries().iter().any(|entry| entry.program));
}

#[test]
fn who_does_not_wait_is_asked_at_once() {
    let zoo = zoo();
    let (half, asked) = program("half", knows_half(zoo.clone()));
    let mut exploration = animals(&zoo);
    let turns = Turns::default();
    let mut programs = Programs::new(vec![half]);
    let next = exploration.interaction_after(&mut programs, turns, Asking::one_by_one(), &mut unwatched, &|| true);
    assert!(matches!(next.unwrap(), Interaction::Ask(_)));
    assert!(asked.lock().unwrap().is_empty());
}

#[test]
fn what_contradicts_is_listed_and_what_makes_no_sense_is_told() {
    let begin = || Exploration::in_memory(Start::attributes(["hair", "milk", "eggs", "flies"]).seed(1)).unwrap();
    let turns = Turns { who: Some("ada"), ..Turns::default() };
    let mut exploration = begin();
    let universe = exploration.universe().clone();
    let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
    let rule = Implication::new(set(&["milk"]), set(&["hair"]));
    exploration.answer(Some("ada"), &rule, Response::Holds).unwrap();
    // Where it can, it gives examples that break what she said: they are on record, and
    // teach nothing.
    let (milk, hair) = (set(&["milk"]), set(&["hair"]));
    let all = universe.all();
    let (wrong, _) = program("wrong", move |question| {
        let has = question.premise.union(&milk);
        match has.is_disjoint(&hair) && !question.conclusion.is_subset(&has) {
            true => ProgramWord::Known(Response::refuted("", has.clone(), all.difference(&has))),
            false => ProgramWord::Unknown,
        }
    });
    let rows = [&["hair", "milk"][..], &["eggs", "flies"], &["hair"], &[], &["hair", "eggs", "flies"], &["flies"]];
    let table = Context::from_rows(universe.clone(), rows.map(set));
    let mut programs = Programs::new(vec![wrong]);
    while exploration.disputes().is_empty() {
        let next = exploration.interaction_after(&mut programs, turns, Asking::one_by_one(), &mut unwatched, &|| false);
        let Interaction::Ask(asked) = next.unwrap() else { panic!("she is asked instead") };
        exploration.answer(turns.who, &asked.question, answer_by(&table, &asked.question)).unwrap();
    }
    let disputed = exploration.disputes()[0].entry.clone().unwrap();
    assert_eq!(exploration.entry(&disputed).unwrap().who.as_deref(), Some("wrong"));
    assert!(exploration.knowledge().entails(&rule) && exploration.proposals(&rule).is_empty());
    // An example that breaks nothing is not taken, and that is told.
    let mut exploration = begin();
    let everything = exploration.universe().all();
    let (silly, _) = program("silly", move |_| {
        let nothing = everything.difference(&everything);
        ProgramWord::Known(Response::refuted("thing", everything.clone(), nothing))
    });
    let mut programs = Programs::new(vec![silly]);
    let one_by_one = Asking::one_by_one();
    let next = exploration.interaction_after(&mut programs, turns, one_by_one, &mut unwatched, &|| false).unwrap();
    let notes = programs.take_notes();
    assert!(
        !notes.is_empty() && notes.iter().all(|note| note.starts_with("What silly said was not taken")),
        "{notes:?}"
    );
    assert!(matches!(next, Interaction::Ask(_)));
}

#[test]
fn one_word_agrees_with_what_a_program_says_and_shows() {
    let zoo = zoo();
    let (all, _) = program("all", knows_all(zoo.clone()));
    let mut exploration = animals(&zoo);
    exploration.set_policy(None, Policy::Person).unwrap();
    let mut programs = Programs::new(vec![all]);
    let turns = Turns { who: Some("ada"), ..Turns::default() };
    let mut agreed = 0;
    while let Interaction::Ask(asked) =
        exploration.interaction_after(&mut programs, turns, Asking::one_by_one(), &mut unwatched, &|| false).unwrap()
    {
        let proposals = exploration.proposals(&asked.question);
        assert_eq!(proposals.len(), 1);
        assert_eq!(proposals[0].response, answer_by(&zoo, &asked.question));
        exploration.agree(turns.who, &proposals[0].entry).unwrap();
        agreed += 1;
    }
    assert!(exploration.certified().is_some() && agreed > 10);
    // An object that both told of is one.
    let mut names: Vec<String> = (0..exploration.objects().len()).map(|at| exploration.object_name(at)).collect();
    names.sort();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
    let again = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(again.rules(), exploration.rules());
    assert_eq!(again.objects(), exploration.objects());
}

#[test]
fn an_example_without_a_name_stays_one_when_somebody_agrees() {
    let mut exploration = Exploration::in_memory(Start::attributes(["hair", "milk", "eggs"]).seed(1)).unwrap();
    exploration.set_policy(None, Policy::Person).unwrap();
    let universe = exploration.universe().clone();
    let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
    let question = Implication::new(set(&["milk"]), set(&["eggs"]));
    let example = Response::refuted("", set(&["milk", "hair"]), set(&["eggs"]));
    let said = exploration.by_program(|it| it.answer(Some("prover"), &question, example)).unwrap();
    assert!(exploration.objects().is_empty());
    exploration.agree(Some("ada"), &said).unwrap();
    assert_eq!(exploration.objects().len(), 1);
    assert!(exploration.agree(Some("ada"), &said).is_ok(), "it is her word already, and stays it");
    assert_eq!(exploration.objects().len(), 1);
    let undone = exploration.undo(Some("ada"));
    assert!(undone.is_ok());
    // What a program said is no person's to undo by the way.
    assert!(exploration.undo(None).is_ok() && exploration.undo(None).is_err());
    assert!(exploration.counts(&said));
}
