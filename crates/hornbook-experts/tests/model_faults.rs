//! Endpoints of language models that fail, refuse, dawdle and talk too much. A real
//! model is asked in `small_language_model.rs`.
#![allow(clippy::unwrap_used)]

#[path = "model/faulty_server.rs"]
mod faulty_server;
#[path = "model/mod.rs"]
mod model;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use faulty_server::{Act, FaultyServer, YES, completion};
use hornbook::{AttrSet, Implication};
use hornbook_experts::model::{
    LanguageModel, ModelAddress, ModelBudget, ModelKey, ModelLimits, ModelPrice, ModelSetupError,
};
use hornbook_experts::{Expert, ExpertError, ExpertQuestion, ExpertReply};
use model::{animals, ask, model, next, rule, settings};

fn say(status: u16, body: &str) -> Act {
    Act::Say(status, "", body.to_owned())
}

fn failed(reply: ExpertReply) -> String {
    match reply {
        ExpertReply::Failed(problem) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_sent_and_what_comes_back() {
    let server = FaultyServer::always(completion(
        r#"{"answer":"no","counterexample":{"name":"penguin","has":["feathers"],"lacks":["flies","milk"]}}"#,
    ));
    let mut settings = settings(&server.url);
    settings.key = ModelKey::new("sesame");
    settings.temperature = 0.5;
    settings.seed = Some(40);
    settings.sample = 2;
    let mut model = model(settings, ModelLimits::default());
    assert_eq!(model.name(), "smollm2");
    let ExpertReply::Counterexample { name, has, unknown } = ask(&mut model, &rule(0, 1)).unwrap() else { panic!() };
    assert_eq!(name.as_deref(), Some("penguin"));
    assert_eq!((has.iter().collect(), unknown.iter().collect()), (vec![0], vec![3]));
    let spent = model.budget().spent();
    assert_eq!((spent.questions, spent.tokens_in, spent.tokens_out, spent.estimated), (1, 100, 10, 0));

    let seen = &server.seen()[0];
    assert!(seen.head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"));
    assert!(seen.head.to_lowercase().contains("authorization: bearer sesame\r\n"));
    assert_eq!(seen.body["model"], "smollm2");
    assert_eq!(seen.body["temperature"], 0.5);
    assert_eq!(seen.body["seed"], 42);
    assert_eq!(seen.body["response_format"]["type"], "json_schema");
    assert_eq!(seen.body["response_format"]["json_schema"]["strict"], true);
    assert_eq!(seen.body["messages"][0]["role"], "system");
    let asked = seen.body["messages"][1]["content"].as_str().unwrap();
    assert!(asked.starts_with("Rule: Whatever has feathers also can fly.\n"), "{asked}");
}

#[test]
fn what_an_endpoint_refuses_is_left_out_from_then_on() {
    let server = FaultyServer::start(|_, seen| match seen.body.get("response_format") {
        Some(form) => say(400, &format!("{{\"error\":\"response_format {} is not supported\"}}", form["type"])),
        None if seen.body.get("max_tokens").is_some() => say(422, "use max_completion_tokens"),
        None => completion(YES),
    });
    let mut model = model(settings(&server.url), ModelLimits::default());
    assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Holds));
    let forms: Vec<String> =
        server.seen().iter().map(|seen| seen.body["response_format"]["type"].to_string()).collect();
    assert_eq!(forms, ["\"json_schema\"", "\"json_object\"", "null", "null"]);
    assert_eq!(ask(&mut model, &rule(1, 0)), Ok(ExpertReply::Holds));
    assert_eq!(server.count(), 5);
}

#[test]
fn a_question_that_is_refused_does_not_change_how_others_are_asked() {
    let server =
        FaultyServer::start(|_, seen| match seen.body["messages"][1]["content"].as_str().unwrap().contains("milk") {
            true => say(400, "the question is too long"),
            false => completion(YES),
        });
    let mut model = model(settings(&server.url), ModelLimits::default());
    let problem = failed(ask(&mut model, &rule(2, 1)).unwrap());
    assert!(problem.contains("status 400: the question is too long"), "{problem}");
    assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Holds));
    assert_eq!(server.seen().last().unwrap().body["response_format"]["type"], "json_schema");
    assert_eq!(model.budget().spent().questions, 1);
}

#[test]
fn it_is_waited_for_as_long_as_it_asks() {
    let server = FaultyServer::start(|number, _| match number {
        0 => Act::Say(429, "Retry-After: 1\r\n", "slow down".to_owned()),
        1 => say(503, "busy"),
        2 => Act::HangUp,
        3 => Act::BreakOff,
        _ => completion(YES),
    });
    let mut model = model(settings(&server.url), ModelLimits::default());
    let start = Instant::now();
    assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Holds));
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.count(), 5);
    assert_eq!(model.budget().spent().tokens_in, 100);
}

#[test]
fn too_long_a_wait_is_not_waited_for() {
    let server = FaultyServer::always(Act::Say(429, "Retry-After: 86400\r\n", "quota".to_owned()));
    let mut model = model(settings(&server.url), ModelLimits::default());
    let problem = failed(ask(&mut model, &rule(0, 1)).unwrap());
    assert!(problem.contains("quota") && problem.contains("it asks to wait for 24 h"), "{problem}");
    assert_eq!(server.count(), 1);
}

#[test]
fn one_that_always_fails_is_given_up() {
    let server = FaultyServer::always(say(500, "out of \u{1b}[2J order"));
    let mut settings = settings(&server.url);
    settings.retries = 2;
    let mut model = model(settings, ModelLimits::default());
    for _ in 0..3 {
        let problem = failed(ask(&mut model, &rule(0, 1)).unwrap());
        assert!(problem.contains("status 500") && problem.contains("tried 3 times"), "{problem}");
        assert!(!problem.contains('\u{1b}'));
    }
    assert_eq!(server.count(), 9);
    let error = ask(&mut model, &rule(0, 1)).unwrap_err();
    assert!(matches!(error, ExpertError::Unreachable { .. }));
    assert!(error.to_string().starts_with("smollm2: 3 questions in a row came to nothing"), "{error}");
    assert_eq!(server.count(), 9);
    assert_eq!(model.budget().spent().questions, 0);
}

#[test]
fn slow_and_huge_responses_end() {
    let server = FaultyServer::start(|number, _| match number {
        0 => Act::Wait(Duration::from_secs(30)),
        1 => Act::Flood(1 << 30),
        _ => say(200, "<html>It works!</html>"),
    });
    let mut settings = settings(&server.url);
    settings.time_limit = Duration::from_secs(2);
    settings.retries = 0;
    let mut model = model(settings, ModelLimits::default());
    let problem = failed(ask(&mut model, &rule(0, 1)).unwrap());
    assert!(problem.contains("did not answer within 2.0 s"), "{problem}");
    let problem = failed(ask(&mut model, &rule(0, 1)).unwrap());
    assert!(problem.contains("sent more than 1 MB"), "{problem}");
    let problem = failed(ask(&mut model, &rule(0, 1)).unwrap());
    assert!(problem.contains("expected a chat completion"), "{problem}");
}

#[test]
fn nobody_there() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut settings = settings(&format!("http://me:geheim@{free}"));
    settings.retries = 1;
    let mut model = model(settings, ModelLimits::default());
    let error = ask(&mut model, &rule(0, 1)).unwrap_err();
    assert!(matches!(error, ExpertError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains(&free.to_string()) && !error.to_string().contains("geheim"), "{error}");
}

#[test]
fn keys_and_passwords_are_never_repeated() {
    let server = FaultyServer::start(|_, seen| {
        say(401, &format!("wrong: {} {}", seen.head, "You sent sesame-open and geheim and auchgeheim"))
    });
    let mut settings = settings(&server.url);
    settings.key = ModelKey::new("sesame-open");
    assert!(!format!("{settings:?}").contains("sesame"));
    let error = ask(&mut model(settings.clone(), ModelLimits::default()), &rule(0, 1)).unwrap_err().to_string();
    assert!(error.contains("HORNBOOK_MODEL_KEY") && !error.contains("sesame"), "{error}");

    let with_login = server.url.replace("http://", "http://me:geheim@") + "?key=auchgeheim";
    settings.address = ModelAddress::parse(&with_login).unwrap();
    settings.key = None;
    assert!(!format!("{settings:?}").contains("geheim"));
    let error = ask(&mut model(settings, ModelLimits::default()), &rule(0, 1)).unwrap_err().to_string();
    assert!(!error.contains("geheim"), "{error}");
    let seen = server.seen();
    // The login is sent all the same: me:geheim.
    assert!(seen[1].head.contains("Basic bWU6Z2VoZWlt"), "{}", seen[1].head);
    assert!(seen[1].head.contains("?key=auchgeheim"));
}

#[test]
fn a_key_does_not_follow_where_it_is_sent_on() {
    let other = FaultyServer::always(completion(YES));
    let url = other.url.clone();
    let server = FaultyServer::start(move |_, _| {
        Act::Say(307, Box::leak(format!("Location: {url}\r\n").into_boxed_str()), String::new())
    });
    let mut settings = settings(&server.url);
    settings.key = ModelKey::new("sesame");
    let error = ask(&mut model(settings, ModelLimits::default()), &rule(0, 1)).unwrap_err();
    assert!(matches!(error, ExpertError::Protocol { .. }) && error.to_string().contains("status 307"), "{error}");
    assert_eq!(other.count(), 0);
}

#[test]
fn what_is_unclear_is_unknown_and_the_reason_is_kept() {
    let server = FaultyServer::start(|number, _| match number {
        0 => completion("I think so: {\"answer\":\"yes\"}"),
        1 => say(200, r#"{"choices":[{"message":{"content":"{\"answer\":\"yes\"}"},"finish_reason":"length"}]}"#),
        2 => say(200, r#"{"choices":[{"message":{"content":null,"refusal":"No."}}]}"#),
        _ => completion(r#"{"answer":"no","counterexample":{"name":"bat","has":["flies"],"lacks":["wings"]}}"#),
    });
    let mut model = model(settings(&server.url), ModelLimits::default());
    for _ in 0..4 {
        assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Unknown));
    }
    let reasons: Vec<&str> = model.unclear_answers().iter().map(|unclear| unclear.reason.as_str()).collect();
    assert!(reasons[0].contains("I think so") && reasons[1].contains("cut off"), "{reasons:?}");
    assert!(reasons[2].contains("refused to answer: No.") && reasons[3].contains("wings"), "{reasons:?}");
    // Two responses did not say what they took.
    assert_eq!(model.budget().spent().estimated, 2);
}

#[test]
fn several_are_asked_at_once_and_answer_in_any_order() {
    let server = FaultyServer::start(|number, _| {
        std::thread::sleep(Duration::from_millis(300 * (4 - number.min(4)) as u64));
        completion(YES)
    });
    let mut model = model(settings(&server.url), ModelLimits::default());
    assert_eq!(model.questions_at_once(), 4);
    for id in 0..4 {
        model.send(id, &rule(id as usize, (id as usize + 1) % 4)).unwrap();
    }
    let found: HashSet<u64> = (0..4).map(|_| next(&mut model).unwrap().0).collect();
    assert_eq!(found.len(), 4);
    assert_eq!(server.count(), 4);
    model.send(9, &ExpertQuestion::Member(AttrSet::empty(4))).unwrap();
    assert!(failed(next(&mut model).unwrap().1).contains("implications alone"));
    let of_others = Implication::new(AttrSet::of(90, [3]), AttrSet::of(90, [80]));
    let problem = failed(ask(&mut model, &ExpertQuestion::Implication(of_others)).unwrap());
    assert!(problem.contains("was not told of"), "{problem}");
    assert_eq!(model.receive(Duration::ZERO), Ok(None));
}

#[test]
fn a_limit_is_told_when_everything_on_its_way_is_there() {
    let server = FaultyServer::start(|_, _| {
        std::thread::sleep(Duration::from_millis(200));
        completion(YES)
    });
    let mut model = model(settings(&server.url), ModelLimits { questions: Some(2), ..ModelLimits::default() });
    for id in 0..3 {
        model.send(id, &rule(id as usize, id as usize + 1)).unwrap();
    }
    let found: HashSet<u64> = (0..2).map(|_| next(&mut model).unwrap().0).collect();
    assert_eq!(found, HashSet::from([0, 1]));
    let error = next(&mut model).unwrap_err();
    assert!(matches!(error, ExpertError::Limit { .. }));
    assert_eq!(
        error.to_string(),
        "smollm2: the limit of 2 questions is reached; spent so far: 2 questions, 200 tokens sent and 20 answered"
    );
    assert_eq!(server.count(), 2);
}

#[test]
fn what_is_set_aside_for_others_is_waited_for() {
    let server = FaultyServer::start(|_, _| {
        std::thread::sleep(Duration::from_millis(100));
        completion(YES)
    });
    // Enough to set aside for two at once, and to answer eight.
    let mut settings = settings(&server.url);
    settings.max_answer_tokens = 100;
    let mut model = model(settings, ModelLimits { tokens: Some(1400), ..ModelLimits::default() });
    for id in 0..4 {
        model.send(id, &rule(id as usize, (id as usize + 1) % 4)).unwrap();
    }
    let found: HashSet<u64> = (0..4).map(|_| next(&mut model).unwrap().0).collect();
    assert_eq!(found.len(), 4);
    assert_eq!(model.budget().spent().questions, 4);
}

#[test]
fn a_cost_is_limited_by_prices() {
    let server = FaultyServer::always(completion(YES));
    let limits = ModelLimits { cost: Some(0.001), ..ModelLimits::default() };
    let budget = Arc::new(ModelBudget::new(limits));
    let without = LanguageModel::new(settings(&server.url), None, &animals(), Arc::clone(&budget));
    assert!(matches!(without, Err(ModelSetupError::Setting { what: "the price", .. })));
    let mut settings = settings(&server.url);
    settings.price = Some(ModelPrice { million_in: 0.5, million_out: 1.0 });
    let mut model = LanguageModel::new(settings, None, &animals(), Arc::clone(&budget)).unwrap();
    let error = (0..100).find_map(|_| ask(&mut model, &rule(0, 1)).err()).unwrap();
    assert!(matches!(error, ExpertError::Limit { .. }), "{error}");
    let spent = budget.spent();
    // Each costs 100 · 0.5 + 10 · 1 millionths.
    assert!((spent.cost - spent.questions as f64 * 60e-6).abs() < 1e-9 && spent.questions >= 2, "{spent}");
    assert!(spent.cost <= 0.001);
}

#[test]
fn what_was_paid_for_is_asked_once() {
    let server = FaultyServer::always(completion(YES));
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(&server.url);
    settings.cache = Some(folder.path().join("answers"));
    let budget = Arc::new(ModelBudget::default());
    let samples = LanguageModel::samples(&settings, 3, None, &animals(), &budget).unwrap();
    for mut sample in samples {
        assert_eq!(ask(&mut sample, &rule(0, 1)), Ok(ExpertReply::Holds));
        assert_eq!(ask(&mut sample, &rule(0, 1)), Ok(ExpertReply::Holds));
        assert_eq!(sample.cache_problem(), None);
    }
    assert_eq!(server.count(), 3);
    assert_eq!((budget.spent().questions, budget.spent().cached), (3, 3));
    // A spoilt entry is asked for anew, and whole again.
    for entry in std::fs::read_dir(folder.path().join("answers")).unwrap() {
        std::fs::write(entry.unwrap().path(), "{\"version\":1,\"ans").unwrap();
    }
    let mut again = model(settings, ModelLimits::default());
    assert_eq!(ask(&mut again, &rule(0, 1)), Ok(ExpertReply::Holds));
    assert_eq!(ask(&mut again, &rule(0, 1)), Ok(ExpertReply::Holds));
    assert_eq!(server.count(), 4);
}

#[test]
fn asking_again_is_another_sample_where_a_model_answers_by_chance() {
    let server = FaultyServer::always(completion(YES));
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(&server.url);
    settings.cache = Some(folder.path().to_owned());
    settings.temperature = 0.7;
    settings.seed = Some(5);
    for _ in 0..2 {
        let mut model = model(settings.clone(), ModelLimits::default());
        for _ in 0..3 {
            assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Holds));
        }
        assert_eq!(ask(&mut model, &rule(1, 0)), Ok(ExpertReply::Holds));
    }
    // The second run asks nothing.
    let seeds: Vec<u64> = server.seen().iter().map(|seen| seen.body["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, [5, 1_000_008, 2_000_011, 5]);
}

#[test]
fn an_answer_that_cannot_be_kept_is_given() {
    let server = FaultyServer::always(completion(YES));
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("answers");
    let mut settings = settings(&server.url);
    settings.cache = Some(cache.clone());
    let mut model = model(settings.clone(), ModelLimits::default());
    std::fs::remove_dir(&cache).unwrap();
    assert_eq!(ask(&mut model, &rule(0, 1)), Ok(ExpertReply::Holds));
    assert!(model.cache_problem().is_some());
    std::fs::write(&cache, "a file").unwrap();
    let refused = LanguageModel::new(settings, None, &animals(), Arc::default());
    assert!(matches!(refused, Err(ModelSetupError::Cache { .. })));
}

#[test]
fn settings_that_cannot_be_meant() {
    let refused = |change: &dyn Fn(&mut hornbook_experts::model::ModelSettings)| {
        let mut settings = settings("http://127.0.0.1:1");
        change(&mut settings);
        LanguageModel::new(settings, None, &animals(), Arc::default()).err().unwrap().to_string()
    };
    assert_eq!(
        refused(&|settings| settings.temperature = f64::NAN),
        "the temperature is NaN, expected a number from 0 to 2"
    );
    assert!(refused(&|settings| settings.model = " ".to_owned()).contains("its name at the endpoint"));
    assert!(refused(&|settings| settings.at_once = 0).contains("1 to 256"));
    assert!(refused(&|settings| settings.max_answer_tokens = 0).contains("some tokens"));
    let price = ModelPrice { million_in: -1.0, million_out: 0.0 };
    assert!(refused(&|settings| settings.price = Some(price)).contains("not negative"));
}

#[test]
fn dropping_a_model_ends_its_waiting() {
    let server = FaultyServer::always(say(500, "no"));
    let mut settings = settings(&server.url);
    settings.back_off = Duration::from_secs(30);
    let budget = Arc::new(ModelBudget::default());
    let mut model = LanguageModel::new(settings, None, &animals(), Arc::clone(&budget)).unwrap();
    model.send(1, &rule(0, 1)).unwrap();
    while server.count() == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(model);
    // Its thread has a share in the budget until it ends.
    let start = Instant::now();
    while Arc::strong_count(&budget) > 1 {
        assert!(start.elapsed() < Duration::from_secs(20), "it waits on");
        std::thread::sleep(Duration::from_millis(10));
    }
}
