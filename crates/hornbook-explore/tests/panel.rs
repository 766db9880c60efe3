//! Several experts at one exploration: what counts under each policy, what is
//! listed as a disagreement, and questions that do not get in each other's way.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::expert::{Expert, any_question, any_told, anything, decisions, start};
use common::random_context;
use hornbook::learn::unwatched;
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::{AttrSet, Context, Implication, format, scaling};
use hornbook_explore::journal::{EntryId, EntryKind, Journal, Policy, Reply};
use hornbook_explore::{
    Asked, Ballot, Exploration, ObjectStatement, Refusal, Request, Response, Start, Turn, Turns, Verdict,
};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

fn animals(policy: Policy) -> Exploration {
    let mut exploration = Exploration::in_memory(Start::attributes(["hair", "milk", "eggs", "wings"]).seed(1)).unwrap();
    exploration.set_policy(Some("owner"), policy).unwrap();
    exploration
}

fn rule(exploration: &Exploration, premise: &[&str], conclusion: &[&str]) -> Implication {
    let universe = exploration.universe();
    Implication::new(universe.set(premise).unwrap(), universe.set(conclusion).unwrap())
}

fn fails(exploration: &Exploration, name: &str, has: &[&str], lacks: &[&str]) -> Response {
    let universe = exploration.universe();
    Response::refuted(name, universe.set(has).unwrap(), universe.set(lacks).unwrap())
}

/// What comes next for somebody.
fn turn(exploration: &mut Exploration, who: &str) -> Turn {
    exploration.next_for(Turns { who: Some(who), out: &[], about: None, ..Turns::default() }, &mut unwatched).unwrap()
}

/// The question that somebody is asked next.
fn asked(exploration: &mut Exploration, who: &str) -> Implication {
    match turn(exploration, who) {
        Turn::Ask(asked) => asked.question,
        other => panic!("{who} is not asked anything: {other:?}"),
    }
}

/// The same after the journal is read again.
fn reopened(exploration: &Exploration) -> Exploration {
    let again: Journal = exploration.journal().copy();
    Exploration::of(again).unwrap()
}

#[test]
fn a_majority_decides_and_the_minority_is_kept() {
    let mut exploration = animals(Policy::Majority { of: 3 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    assert!(!exploration.knowledge().entails(&question), "one of three decides nothing");
    let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
    exploration.answer(Some("bob"), &question, bat).unwrap();
    let ballot = &exploration.ballots()[0];
    assert!(ballot.is_split() && ballot.decided.is_none());
    assert!(exploration.objects().is_empty(), "an undecided answer tells of no object");
    let decisive = exploration.answer(Some("cleo"), &question, Response::Holds).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert!(exploration.knowledge().entails(&question));
        let ballot = &exploration.ballots()[0];
        assert_eq!((ballot.decided, ballot.is_split()), (Some(Verdict::Holds), true));
        assert_eq!(exploration.agreed(&exploration.rules()[0].reason.answers[0]), ["ada", "cleo"]);
    }
    // Without the decisive voice it is open again.
    exploration.retract(Some("cleo"), &decisive).unwrap();
    assert!(!exploration.knowledge().entails(&question));
    // Somebody changes their mind: only the last word counts.
    exploration.answer(Some("bob"), &question, Response::Holds).unwrap();
    assert!(exploration.knowledge().entails(&question));
    assert!(!exploration.ballots()[0].is_split());
}

/// Where a policy is changed, those with the most votes are not outvoted.
#[test]
fn a_smaller_panel_does_not_decide_for_the_minority() {
    let mut exploration = animals(Policy::Majority { of: 9 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    for who in ["ada", "bob"] {
        exploration.answer(Some(who), &question, Response::Holds).unwrap();
    }
    for who in ["cleo", "dan"] {
        let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
        exploration.answer(Some(who), &question, bat).unwrap();
    }
    exploration.set_policy(None, Policy::Majority { of: 3 }).unwrap();
    assert_eq!(exploration.ballots()[0].decided, None, "two against two");
    let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
    exploration.answer(Some("eve"), &question, bat).unwrap();
    assert_eq!(exploration.ballots()[0].decided, Some(Verdict::Fails));
}

#[test]
fn unanimous_means_that_nobody_disagrees() {
    let mut exploration = animals(Policy::Unanimous { of: 2 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
    exploration.answer(Some("ada"), &question, bat.clone()).unwrap();
    exploration.answer(Some("bob"), &question, Response::Holds).unwrap();
    exploration.answer(Some("cleo"), &question, bat.clone()).unwrap();
    assert_eq!(exploration.ballots()[0].decided, None, "two agree, but one does not");
    exploration.answer(Some("bob"), &question, bat).unwrap();
    assert_eq!(exploration.ballots()[0].decided, Some(Verdict::Fails));
    assert_eq!(exploration.objects().len(), 1);
}

/// Whoever denies what all had agreed on has it undone, and who changes their
/// mind has it back.
#[test]
fn a_later_denial_undoes_what_was_unanimous() {
    let mut exploration = animals(Policy::Unanimous { of: 2 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    for who in ["ada", "bob"] {
        exploration.answer(Some(who), &question, Response::Holds).unwrap();
    }
    assert!(exploration.knowledge().entails(&question));
    let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
    let refused = exploration.answer(Some("cleo"), &question, bat.clone());
    assert!(matches!(refused, Err(Refusal::Contradicts(_))), "it is said what it is against");
    let against = exploration.disagree(Some("cleo"), &question, bat).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert!(!exploration.knowledge().decides(&question));
        assert_eq!((exploration.rules().len(), exploration.objects().len()), (0, 0));
        assert_eq!(exploration.disagreements().len(), 1);
        assert_eq!(exploration.disputes(), [], "nothing is decided, so nothing is contradicted");
        assert_eq!(exploration.waiting_for(Some("dan")).count(), 0, "one more voice could not decide it");
    }
    exploration.change(Some("cleo"), &against, Response::Unknown).unwrap();
    assert!(exploration.knowledge().entails(&question), "not to know is not to deny");
}

/// Voices after the decision count as those before it.
#[test]
fn a_majority_can_turn() {
    let mut exploration = animals(Policy::Majority { of: 3 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    for who in ["ada", "bob"] {
        exploration.answer(Some(who), &question, Response::Holds).unwrap();
    }
    for (who, name) in [("cleo", "bat"), ("dan", "mole"), ("eve", "cow")] {
        let object = fails(&exploration, name, &["hair"], &["milk"]);
        exploration.disagree(Some(who), &question, object).unwrap();
    }
    for exploration in [&reopened(&exploration), &exploration] {
        assert_eq!(exploration.ballots()[0].decided, Some(Verdict::Fails));
        assert_eq!(exploration.objects().len(), 3);
        assert_eq!(exploration.disagreements().len(), 1);
    }
    // One more with another example.
    let object = fails(&exploration, "seal", &["hair"], &["milk"]);
    exploration.answer(Some("fay"), &question, object).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert_eq!(exploration.objects().len(), 4);
    }
}

/// What one does not know is put to the others, and who knows decides.
#[test]
fn what_one_does_not_know_another_may() {
    let mut exploration = animals(Policy::Any);
    let first = asked(&mut exploration, "ada");
    exploration.answer(Some("ada"), &first, Response::Unknown).unwrap();
    assert_ne!(asked(&mut exploration, "ada"), first, "who does not know is not asked again");
    assert_eq!(asked(&mut exploration, "bob"), first);
    exploration.answer(Some("bob"), &first, Response::Holds).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert!(exploration.knowledge().entails(&first));
        assert_eq!(exploration.ballots()[0].decided, Some(Verdict::Holds));
        assert_eq!(exploration.disagreements().len(), 0, "not to know is not to deny");
        assert_eq!(exploration.open_questions(), []);
    }
}

/// At the end too: whoever comes after the certificate is asked what nobody knew.
#[test]
fn the_certificate_does_not_keep_from_asking_who_may_know() {
    let mut exploration = animals(Policy::Any);
    let mut unknown = Vec::new();
    let certified = loop {
        match turn(&mut exploration, "ada") {
            Turn::Ask(asked) => {
                exploration.answer(Some("ada"), &asked.question, Response::Unknown).unwrap();
                unknown.push(asked.question);
            }
            Turn::Certified(certified) => break certified,
            Turn::Wait => panic!("there is nothing to wait for"),
        }
    };
    assert!(certified.set_aside > 0.5, "{certified:?}");
    let mut put = 0;
    while let Turn::Ask(asked) = turn(&mut exploration, "bob") {
        exploration.answer(Some("bob"), &asked.question, Response::Holds).unwrap();
        put += 1;
    }
    assert!(put > 0);
    assert!(exploration.knowledge().entails(&unknown[0]));
    assert_eq!(exploration.certified().unwrap().set_aside, 0.0);
}

/// Where it takes several, "later" does not bring the same question back at once.
#[test]
fn later_is_after_everything_else() {
    for policy in [Policy::Majority { of: 3 }, Policy::Unanimous { of: 2 }] {
        let mut exploration = animals(policy);
        let first = asked(&mut exploration, "ada");
        exploration.answer(Some("ada"), &first, Response::Holds).unwrap();
        assert_eq!(asked(&mut exploration, "bob"), first);
        exploration.answer(Some("bob"), &first, Response::Later).unwrap();
        let mut between = 0;
        loop {
            let question = asked(&mut exploration, "bob");
            if question == first {
                break;
            }
            between += 1;
            exploration.answer(Some("bob"), &question, Response::Holds).unwrap();
        }
        assert!(between > 0, "{policy:?}");
    }
}

/// Who puts everything off is not asked the same again and again.
#[test]
fn what_was_put_off_last_comes_last() {
    let mut exploration = animals(Policy::Any);
    let mut before = None;
    for _ in 0..60 {
        let question = asked(&mut exploration, "ada");
        assert_ne!(before.as_ref(), Some(&question));
        exploration.answer(Some("ada"), &question, Response::Later).unwrap();
        before = Some(question);
    }
    // Nothing is left but what was put off, and all of it can be answered.
    while let Turn::Ask(asked) = turn(&mut exploration, "ada") {
        exploration.answer(Some("ada"), &asked.question, Response::Holds).unwrap();
    }
    assert_eq!(exploration.open_questions(), []);
}

/// An object that is told of unasked while a rule waits for others to agree is a
/// disagreement, and nobody is asked any more what it settles.
#[test]
fn an_object_against_what_is_pending_is_listed() {
    let mut exploration = animals(Policy::Unanimous { of: 3 });
    let question = rule(&exploration, &["hair"], &["milk"]);
    exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    assert_eq!(exploration.waiting_for(Some("bob")).count(), 1);
    let universe = exploration.universe().clone();
    let bat = ObjectStatement::new("bat", universe.set(["hair"]).unwrap(), universe.set(["milk"]).unwrap());
    let told = exploration.tell(Some("bob"), bat).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert_eq!(exploration.waiting_for(Some("cleo")).count(), 0);
        let disagreements = exploration.disagreements();
        assert_eq!(disagreements.len(), 1);
        assert_eq!(disagreements[0].against, std::slice::from_ref(&told));
        assert_eq!(disagreements[0].ballot.votes[0].who.as_deref(), Some("ada"));
    }
    // What is settled keeps nobody from being asked what hangs together with it.
    for who in ["ada", "bob", "cleo"] {
        assert_ne!(asked(&mut exploration, who), question);
    }
    exploration.retract(Some("bob"), &told).unwrap();
    assert!(exploration.disagreements().is_empty());
}

/// An example that was corrected since, so that it is none, leaves its question to
/// be asked again, also to who gave it.
#[test]
fn what_no_example_breaks_any_more_is_asked_again() {
    for policy in [Policy::Any, Policy::Unanimous { of: 1 }] {
        let mut exploration = Exploration::in_memory(Start::attributes(["hair", "milk"]).seed(1)).unwrap();
        exploration.set_policy(None, policy).unwrap();
        let universe = exploration.universe().clone();
        let told = |name: &str, has: &[&str], lacks: &[&str]| {
            ObjectStatement::new(name, universe.set(has).unwrap(), universe.set(lacks).unwrap())
        };
        let question = rule(&exploration, &["hair"], &["milk"]);
        let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
        exploration.answer(Some("ada"), &question, bat).unwrap();
        exploration.tell(Some("ada"), ObjectStatement { correct: true, ..told("bat", &["milk"], &[]) }).unwrap();
        // All that is left to know.
        exploration.tell(Some("ada"), told("newt", &[], &["hair", "milk"])).unwrap();
        exploration.tell(Some("ada"), told("seal", &["milk"], &["hair"])).unwrap();
        for exploration in [&mut reopened(&exploration), &mut exploration] {
            assert_eq!(asked(exploration, "ada"), question, "{policy:?}");
            assert_eq!(exploration.standing().unwrap().set_aside, 0.0, "{policy:?}");
        }
    }
}

/// Who tells of an object against an accepted rule is refused, and can put it on
/// record: it is listed, and does not count.
#[test]
fn an_object_against_a_rule_can_be_put_on_record() {
    let mut exploration = animals(Policy::Any);
    let question = rule(&exploration, &["hair"], &["milk"]);
    let first = exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    let universe = exploration.universe().clone();
    let bat = ObjectStatement::new("bat", universe.set(["hair"]).unwrap(), universe.set(["milk"]).unwrap());
    assert!(matches!(exploration.tell(Some("bob"), bat.clone()), Err(Refusal::Contradicts(_))));
    exploration.insist(Some("bob"), &bat).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        assert!(exploration.objects().is_empty());
        assert_eq!(exploration.disputes()[0].with, std::slice::from_ref(&first));
    }
}

/// Who corrects what somebody else said of an object does not do it silently.
#[test]
fn a_correction_of_anothers_word_is_told() {
    let mut exploration = animals(Policy::Any);
    let universe = exploration.universe().clone();
    let set = |names: &[&str]| universe.set(names).unwrap();
    let said =
        exploration.tell(Some("ada"), ObjectStatement::new("bat", set(&["hair", "wings"]), set(&["milk"]))).unwrap();
    let other = ObjectStatement { correct: true, ..ObjectStatement::new("bat", set(&["milk"]), set(&["eggs"])) };
    assert_eq!(exploration.corrects(&other).unwrap(), std::slice::from_ref(&said));
    let corrected = exploration.tell(Some("bob"), other).unwrap();
    for exploration in [&reopened(&exploration), &exploration] {
        let overruled = exploration.overruled();
        assert_eq!(overruled.len(), 1);
        assert_eq!((&overruled[0].by, &overruled[0].entry), (&corrected, &said));
        assert_eq!(overruled[0].attributes, set(&["milk"]));
    }
    // Once she says the same, there is nothing to tell.
    exploration.tell(Some("ada"), ObjectStatement::new("bat", set(&["milk"]), set(&[]))).unwrap();
    assert_eq!(exploration.overruled(), []);
    exploration.undo(Some("ada")).unwrap();
    assert_eq!(exploration.overruled().len(), 1);
    exploration.retract(Some("bob"), &corrected).unwrap();
    assert_eq!(exploration.overruled(), []);
    // Correcting oneself is nobody else's business.
    let own = ObjectStatement { correct: true, ..ObjectStatement::new("bat", set(&["milk"]), set(&[])) };
    exploration.tell(Some("ada"), own).unwrap();
    assert_eq!(exploration.overruled(), []);
}

/// What is decided under a policy, counted by hand from the journal.
fn by_hand(exploration: &Exploration, question: &Implication, policy: Policy) -> Option<Verdict> {
    let mut last: HashMap<Option<&str>, Verdict> = HashMap::new();
    for entry in exploration.journal().entries().iter().filter(|entry| exploration.counts(&entry.id)) {
        let EntryKind::Answer(said) = &entry.what else { continue };
        let verdict = match said.answer {
            Reply::Holds => Verdict::Holds,
            Reply::Refuted | Reply::Partly => Verdict::Fails,
            Reply::Unknown => Verdict::Unknown,
            Reply::Later => continue,
        };
        if said.question.rule(exploration.universe()).unwrap() == *question {
            last.insert(entry.who.as_deref(), verdict);
        }
    }
    let count = |verdict: Verdict| last.values().filter(|other| **other == verdict).count();
    let (holds, fails, unknown) = (count(Verdict::Holds), count(Verdict::Fails), count(Verdict::Unknown));
    match policy {
        Policy::Majority { of } if holds * 2 > of as usize && holds > fails => Some(Verdict::Holds),
        Policy::Majority { of } if fails * 2 > of as usize && fails > holds => Some(Verdict::Fails),
        Policy::Majority { of } if unknown * 2 > of as usize && holds.max(fails) * 2 <= of as usize => {
            Some(Verdict::Unknown)
        }
        Policy::Unanimous { of } if fails == 0 && holds >= of as usize => Some(Verdict::Holds),
        Policy::Unanimous { of } if holds == 0 && fails >= of as usize => Some(Verdict::Fails),
        Policy::Unanimous { of } if unknown >= of as usize && holds.max(fails) < of as usize => Some(Verdict::Unknown),
        _ => None,
    }
}

/// Five people say anything, change their minds, take things back and insist:
/// an exploration that went on is the same as one that was opened again, and what
/// is decided is what a count by hand says.
#[test]
fn whatever_people_say_is_counted_alike() {
    let policies = [Policy::Majority { of: 3 }, Policy::Unanimous { of: 2 }, Policy::Majority { of: 4 }];
    for seed in 0..1200 {
        let policy = policies[seed as usize % 3];
        let mixed = seed % 2 == 1;
        let mut exploration = Exploration::in_memory(start(4, seed)).unwrap();
        exploration.set_policy(None, policy).unwrap();
        let mut stream = decisions(seed, 5);
        let questions: Vec<Implication> = (0..4).map(|_| any_question(&mut stream, 4)).collect();
        for _ in 0..40 {
            let who = Some(["ada", "bob", "cleo", "dan", "eve"][stream.below(5)]);
            let question = &questions[stream.below(4)];
            let objects = exploration.objects().len();
            let entries = exploration.journal().entries();
            let any = entries[stream.below(entries.len())].id.clone();
            let done = match stream.below(20) {
                0 => exploration.retract(who, &any),
                1 => exploration.undo(who),
                2 => exploration.tell(who, any_told(&mut stream, 4, objects)),
                3 => exploration.insist(who, &any_told(&mut stream, 4, objects)),
                4 if mixed => {
                    let policy = [Policy::Any, policy, Policy::Unanimous { of: 3 }][stream.below(3)];
                    exploration.set_policy(who, policy)
                }
                5..9 => exploration.disagree(who, question, anything(&mut stream, 4, objects)),
                _ => exploration.answer(who, question, anything(&mut stream, 4, objects)),
            };
            // What is refused changes nothing; others see to that.
            if done.is_err() {
                continue;
            }
            let again = reopened(&exploration);
            assert_eq!(exploration.ballots(), again.ballots(), "{seed}");
            assert_eq!(exploration.rules(), again.rules(), "{seed}");
            assert_eq!(exploration.objects(), again.objects(), "{seed}");
            assert_eq!(exploration.disputes(), again.disputes(), "{seed}");
            assert_eq!(exploration.overruled(), again.overruled(), "{seed}");
            // What contradicts something else is not decided, however many say so.
            let asked = |id: &EntryId| match &exploration.entry(id).unwrap().what {
                EntryKind::Answer(said) => said.question.rule(exploration.universe()).ok(),
                _ => None,
            };
            let disputed = |ballot: &&Ballot| {
                let mut entries = exploration.disputes().iter().filter_map(|dispute| dispute.entry.as_ref());
                ballot.decided.is_none() && entries.any(|id| asked(id).as_ref() == Some(&ballot.question))
            };
            for ballot in exploration.ballots().iter().filter(|ballot| !mixed && !disputed(ballot)) {
                assert_eq!(ballot.decided, by_hand(&exploration, &ballot.question, policy), "{seed} {ballot:?}");
            }
        }
    }
}

/// Three people, who are wrong now and then and insist: there is an end to it, and
/// nobody waits for nothing.
#[test]
fn there_is_always_an_end() {
    let people = ["ada", "bob", "cleo"];
    let policies = [Policy::Any, Policy::Majority { of: 3 }, Policy::Unanimous { of: 2 }, Policy::Unanimous { of: 3 }];
    for seed in 0..60 {
        let policy = policies[seed as usize % 4];
        let wrong_one_in = [1000, 8, 3][seed as usize % 3];
        let truth = random_context(5, 6, 0.5, seed);
        let mut exploration = Exploration::in_memory(start(5, seed)).unwrap();
        exploration.set_policy(None, policy).unwrap();
        let mut expert = Expert::new(&truth, seed, 4);
        let (mut waits, mut turns) = (0, 0);
        let certified = loop {
            let who = people[turns % 3];
            turns += 1;
            assert!(turns < 600, "{seed}: no end under {policy:?}");
            match turn(&mut exploration, who) {
                Turn::Certified(certified) => break certified,
                Turn::Wait => waits += 1,
                Turn::Ask(asked) => {
                    waits = 0;
                    let question = &asked.question;
                    let ballot = exploration.ballots().iter().find(|ballot| ballot.question == *question);
                    assert!(ballot.is_none_or(|ballot| !ballot.has_vote_of(Some(who))), "{seed}: asked twice");
                    let response = match (expert.stream.below(wrong_one_in), truth.holds(question)) {
                        (0, true) => {
                            let lacks = exploration.universe().all().difference(&question.premise);
                            Response::refuted("", question.premise.clone(), lacks)
                        }
                        (0, false) => Response::Holds,
                        _ => expert.respond(question, 5),
                    };
                    if exploration.answer(Some(who), question, response.clone()).is_err() {
                        exploration.disagree(Some(who), question, response).unwrap();
                    }
                }
            }
            assert!(waits < 3, "{seed}: everybody waits under {policy:?}");
        };
        assert!(certified.epsilon <= 0.1 || wrong_one_in < 1000, "{seed}: {certified:?}");
    }
}

#[test]
fn any_word_counts_and_one_against_it_is_listed() {
    let mut exploration = animals(Policy::Any);
    let question = rule(&exploration, &["hair"], &["milk"]);
    let first = exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    let bat = fails(&exploration, "bat", &["hair"], &["milk"]);
    let refused = exploration.answer(Some("bob"), &question, bat.clone()).unwrap_err();
    assert!(matches!(&refused, Refusal::Contradicts(dispute) if dispute.with == [first.clone()]), "{refused:?}");
    let against = exploration.disagree(Some("bob"), &question, bat).unwrap();
    assert!(exploration.knowledge().entails(&question), "the first word still counts");
    assert_eq!(exploration.disputes().len(), 1);
    assert_eq!(exploration.disputes()[0].entry.as_ref(), Some(&against));
    assert_eq!(exploration.disputes()[0].with, std::slice::from_ref(&first));
    assert!(exploration.ballots()[0].is_split());
    // Once the first word is taken back, the other counts.
    exploration.retract(Some("ada"), &first).unwrap();
    assert!(exploration.disputes().is_empty());
    assert!(exploration.knowledge().refuter(&question).is_some());
}

#[test]
fn a_request_sent_again_is_not_taken_twice() {
    let mut exploration = animals(Policy::Any);
    let question = rule(&exploration, &["hair"], &["milk"]);
    let request = |name: &str, content: u64| Request { name: name.to_owned(), content };
    let send = |exploration: &mut Exploration, who: &str, name: &str| {
        let answer = |exploration: &mut Exploration| exploration.answer(Some(who), &question, Response::Holds);
        exploration.once(Some(who), &request(name, 7), answer)
    };
    let first = send(&mut exploration, "ada", "1").unwrap();
    let entries = exploration.journal().entries().len();
    let mut again = reopened(&exploration);
    assert_eq!(send(&mut exploration, "ada", "1").unwrap(), first);
    assert_eq!(send(&mut again, "ada", "1").unwrap(), first);
    assert_eq!(again.journal().entries().len(), entries);
    // Another's request of the same name is another one.
    assert_ne!(send(&mut exploration, "bob", "1").unwrap(), first);
    // Nor is something else done, or taken as done, under the same name.
    for exploration in [&mut exploration, &mut again] {
        let other = |exploration: &mut Exploration| exploration.retract(Some("ada"), &first);
        let refused = exploration.once(Some("ada"), &request("1", 8), other);
        assert!(matches!(refused, Err(Refusal::Reused(name)) if name == "1"));
        assert!(exploration.counts(&first));
    }
    // What was refused was not done, and may be sent again.
    let nonsense = |exploration: &mut Exploration| exploration.retract(Some("ada"), &EntryId("?".into()));
    assert!(exploration.once(Some("ada"), &request("2", 7), nonsense).is_err());
    assert_ne!(send(&mut exploration, "ada", "2").unwrap(), first);
}

#[test]
fn a_part_that_follows_is_what_all_say() {
    let mut exploration = animals(Policy::Majority { of: 3 });
    let question = rule(&exploration, &["hair"], &["milk", "eggs", "wings"]);
    let partly = |exploration: &Exploration, names: &[&str]| Response::Partly {
        holds: exploration.universe().set(names).unwrap(),
        object: None,
    };
    let both = partly(&exploration, &["milk", "eggs"]);
    exploration.answer(Some("ada"), &question, both).unwrap();
    let one = partly(&exploration, &["milk", "wings"]);
    exploration.answer(Some("bob"), &question, one).unwrap();
    assert!(exploration.knowledge().entails(&rule(&exploration, &["hair"], &["milk"])));
    assert!(!exploration.knowledge().entails(&rule(&exploration, &["hair"], &["eggs"])));
}

fn respond(context: &Context, expert: &mut TableOracle<'_>, question: &Implication) -> Response {
    match expert.ask(question).unwrap() {
        Answer::Refuted(model) => {
            Response::refuted("", model.has().clone(), context.universe().all().difference(model.has()))
        }
        _ => Response::Holds,
    }
}

/// Whether an answer to one would change what is known of the other's premise.
fn depend(exploration: &Exploration, one: &Implication, other: &Implication) -> bool {
    let fires =
        |rule: &Implication, on: &Implication| exploration.knowledge().lower(&on.premise).contains(&rule.premise);
    fires(one, other) || fires(other, one)
}

#[test]
fn three_at_a_time_do_not_get_in_each_others_way() {
    let context = zoo();
    let names = context.universe().names().to_vec();
    let mut questions = (0.0, 0.0);
    for seed in 0..5 {
        for (experts, total) in [(1, &mut questions.0), (3, &mut questions.1)] {
            let mut exploration = Exploration::in_memory(Start::attributes(names.clone()).seed(seed)).unwrap();
            let mut expert = TableOracle::new(&context, seed);
            let mut out: HashMap<usize, Asked> = HashMap::new();
            let mut turn = 0;
            loop {
                let who = turn % experts;
                turn += 1;
                if let Some(asked) = out.remove(&who) {
                    let response = respond(&context, &mut expert, &asked.question);
                    exploration.answer(Some(&who.to_string()), &asked.question, response).unwrap();
                    *total += 0.2;
                }
                let others: Vec<Implication> = out.values().map(|asked| asked.question.clone()).collect();
                let turns = Turns { who: Some(&who.to_string()), out: &others, about: None, ..Turns::default() };
                match exploration.next_for(turns, &mut unwatched).unwrap() {
                    Turn::Ask(asked) => {
                        for other in &others {
                            assert!(!depend(&exploration, &asked.question, other));
                        }
                        out.insert(who, asked);
                    }
                    Turn::Wait => assert!(!others.is_empty(), "nobody is asked anything"),
                    Turn::Certified(_) => break,
                }
            }
        }
    }
    eprintln!("questions alone: {:.1}; three at a time: {:.1}", questions.0, questions.1);
    assert!(questions.1 < 1.3 * questions.0, "alone {:.1}, three at a time {:.1}", questions.0, questions.1);
}

#[test]
fn who_knows_of_some_attributes_is_asked_about_those() {
    let context = zoo();
    let names = context.universe().names().to_vec();
    let mut exploration = Exploration::in_memory(Start::attributes(names).seed(3)).unwrap();
    let about: AttrSet = context.universe().set(["hair", "milk", "eggs", "feathers", "backbone"]).unwrap();
    let mut expert = TableOracle::new(&context, 3);
    let mut asked = 0;
    while let Turn::Ask(ask) = exploration
        .next_for(Turns { who: Some("ada"), out: &[], about: Some(&about), ..Turns::default() }, &mut unwatched)
        .unwrap()
    {
        assert!(ask.question.premise.is_subset(&about), "{:?}", ask.question);
        assert!(ask.question.conclusion.attrs().is_none_or(|attrs| attrs.is_subset(&about)), "{:?}", ask.question);
        let response = respond(&context, &mut expert, &ask.question);
        exploration.answer(Some("ada"), &ask.question, response).unwrap();
        asked += 1;
        assert!(asked < 60, "there is an end to what can be asked about five attributes");
    }
    assert!(asked >= 3, "{asked}");
}

/// Of three experts one overlooks every third exception: the majority does not.
#[test]
fn a_majority_is_right_where_one_errs() {
    let context = zoo();
    let names = context.universe().names().to_vec();
    let mut exploration = Exploration::in_memory(Start::attributes(names).seed(4)).unwrap();
    exploration.set_policy(None, Policy::Majority { of: 3 }).unwrap();
    let mut expert = TableOracle::new(&context, 4);
    let (mut exceptions, mut errors) = (0, 0);
    let certified = loop {
        let mut waits = 0;
        let mut ended = None;
        for who in ["ada", "bob", "cleo"] {
            let turns = Turns { who: Some(who), out: &[], about: None, ..Turns::default() };
            match exploration.next_for(turns, &mut unwatched).unwrap() {
                Turn::Certified(certified) => ended = Some(certified),
                Turn::Wait => waits += 1,
                Turn::Ask(asked) => {
                    let mut response = respond(&context, &mut expert, &asked.question);
                    if who == "bob" && !matches!(response, Response::Holds) {
                        exceptions += 1;
                        if exceptions % 3 == 0 {
                            response = Response::Holds;
                            errors += 1;
                        }
                    }
                    match exploration.answer(Some(who), &asked.question, response) {
                        // What is known already may tell bob that he errs.
                        Ok(_) | Err(Refusal::Contradicts(_)) => {}
                        Err(refusal) => panic!("{refusal}"),
                    }
                }
            }
        }
        if let Some(certified) = ended {
            break certified;
        }
        assert!(waits < 3, "everybody waits");
    };
    assert!(errors > 2, "{errors}");
    assert!(certified.epsilon <= 0.05, "{certified:?}");
    assert!(exploration.rules().iter().all(|rule| context.holds(&rule.implication)));
    assert!(exploration.ballots().iter().any(|ballot| ballot.is_split()));
}
