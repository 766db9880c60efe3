//! Several experts at one exploration: what counts under each policy, what is
//! listed as a disagreement, and questions that do not get in each other's way.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use hornbook::explore::{Asked, Exploration, Refusal, Response, Start, Turn, Turns, Verdict};
use hornbook::journal::{Journal, Policy};
use hornbook::learn::unwatched;
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::{AttrSet, Context, Implication, format, scaling};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::Options::default()).unwrap().context
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
    let send = |exploration: &mut Exploration, who: &str, request: &str| {
        exploration.once(Some(who), request, |exploration| exploration.answer(Some(who), &question, Response::Holds))
    };
    let first = send(&mut exploration, "ada", "1").unwrap();
    let entries = exploration.journal().entries().len();
    let mut again = reopened(&exploration);
    assert_eq!(send(&mut exploration, "ada", "1").unwrap(), first);
    assert_eq!(send(&mut again, "ada", "1").unwrap(), first);
    assert_eq!(again.journal().entries().len(), entries);
    // Another's request of the same name is another one.
    assert_ne!(send(&mut exploration, "bob", "1").unwrap(), first);
    // What was refused was not done, and may be sent again.
    let nonsense = |exploration: &mut Exploration| exploration.retract(Some("ada"), &hornbook::journal::Id("?".into()));
    assert!(exploration.once(Some("ada"), "2", nonsense).is_err());
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
                let turns = Turns { who: Some(&who.to_string()), out: &others, about: None };
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
    while let Turn::Ask(ask) =
        exploration.next_for(Turns { who: Some("ada"), out: &[], about: Some(&about) }, &mut unwatched).unwrap()
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
            let turns = Turns { who: Some(who), out: &[], about: None };
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
    assert!(certified.epsilon <= 0.01, "{certified:?}");
    assert!(exploration.rules().iter().all(|rule| context.holds(&rule.implication)));
    assert!(exploration.ballots().iter().any(|ballot| ballot.is_split()));
}
