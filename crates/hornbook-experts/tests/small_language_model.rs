//! A real, small language model is asked, all the way through: questions go out,
//! answers come back and are read or count as *don't know*, tokens are counted, and
//! what was answered once is not asked again. How wise it is, is not tested.
#![allow(clippy::unwrap_used)]

#[path = "model/mod.rs"]
mod model;
#[path = "model/small_model.rs"]
mod small_model;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hornbook::Conclusion;
use hornbook_experts::model::{LanguageModel, ModelBudget, ModelLimits, ModelSettings, ModelSpent};
use hornbook_experts::{Expert, ExpertError, ExpertQuestion, ExpertReply};
use model::{animals, ask, model, next, rule, settings};
use small_model::SmallModel;

/// Answers may be cut off here: it goes on and on now and then.
const MAX_ANSWER_TOKENS: u32 = 100;

#[test]
fn a_real_model_is_asked_and_nothing_is_asked_twice() {
    let server = SmallModel::start();
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(&server.url);
    settings.cache = Some(folder.path().to_owned());
    settings.max_answer_tokens = MAX_ANSWER_TOKENS;
    settings.at_once = 2;
    settings.seed = Some(1);
    // The machine may be busy.
    settings.time_limit = Duration::from_secs(240);

    let (first, spent) = ask_all(settings.clone());
    assert_eq!((spent.questions, spent.cached, spent.estimated), (4, 0, 0), "{spent}");
    // The task has more words than this, and no answer is empty or longer than allowed.
    assert!(spent.tokens_in > 4 * 150 && spent.tokens_in < 4 * 1000, "{spent}");
    assert!(spent.tokens_out >= 4 * 5 && spent.tokens_out <= 4 * u64::from(MAX_ANSWER_TOKENS), "{spent}");
    let whole = whole_answers(folder.path());
    assert!(!whole.is_empty(), "all answers were cut off");
    for answer in whole {
        // The form that was asked for was kept to.
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert!(["yes", "no", "unknown"].contains(&answer["answer"].as_str().unwrap()), "{answer}");
    }

    several_samples_of_it(&settings);
    a_limit_is_kept(&settings);

    // Nobody is there any more, and nobody is asked.
    drop(server);
    let (second, spent) = ask_all(settings);
    assert_eq!(second, first);
    assert_eq!(spent, ModelSpent { cached: 4, ..ModelSpent::default() });
}

/// Asks four questions, two at a time.
fn ask_all(settings: ModelSettings) -> (BTreeMap<u64, ExpertReply>, ModelSpent) {
    let mut model = model(settings, ModelLimits::default());
    assert_eq!(model.name(), "smollm2");
    let questions: Vec<ExpertQuestion> = (0..4).map(|from| rule(from, (from + 1) % 4)).collect();
    let mut replies = BTreeMap::new();
    for (id, question) in (0..).zip(&questions) {
        model.send(id, question).unwrap();
        if id > 0 {
            replies.extend([next(&mut model).unwrap()]);
        }
    }
    replies.extend([next(&mut model).unwrap()]);
    assert_eq!(replies.len(), 4);
    for (id, reply) in &replies {
        check(&questions[*id as usize], reply);
    }
    let unclear = model.unclear_answers().len();
    assert!(unclear <= replies.values().filter(|reply| **reply == ExpertReply::Unknown).count());
    assert_eq!(model.cache_problem(), None);
    (replies, model.budget().spent())
}

/// An answer is one that makes sense, or *don't know*.
fn check(question: &ExpertQuestion, reply: &ExpertReply) {
    let ExpertQuestion::Implication(rule) = question else { panic!() };
    match reply {
        ExpertReply::Holds | ExpertReply::Fails | ExpertReply::Unknown => {}
        ExpertReply::Counterexample { has, unknown, .. } => {
            let Conclusion::Attrs(conclusion) = &rule.conclusion else { panic!() };
            assert!(rule.premise.is_subset(has) && !conclusion.is_subset(&has.union(unknown)), "{reply:?}");
        }
        other => panic!("{other:?}"),
    }
}

/// The answers in a cache that were not cut off.
fn whole_answers(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let kept = files.map(|file| serde_json::from_slice::<serde_json::Value>(&file).unwrap());
    let whole = kept.filter(|kept| kept["cut_short"].is_null());
    whole.map(|kept| kept["answer"].as_str().unwrap().to_owned()).collect()
}

/// Two voices of one model share a budget, and each is kept apart.
fn several_samples_of_it(settings: &ModelSettings) {
    let settings = ModelSettings { temperature: 1.0, max_answer_tokens: 40, ..settings.clone() };
    let budget = Arc::new(ModelBudget::default());
    let samples = || LanguageModel::samples(&settings, 2, Some("Animals"), &animals(), &budget).unwrap();
    let replies: Vec<ExpertReply> = samples().iter_mut().map(|sample| ask(sample, &rule(0, 1)).unwrap()).collect();
    assert_eq!((budget.spent().questions, budget.spent().cached), (2, 0));
    let again: Vec<ExpertReply> = samples().iter_mut().map(|sample| ask(sample, &rule(0, 1)).unwrap()).collect();
    assert_eq!(again, replies);
    assert_eq!((budget.spent().questions, budget.spent().cached), (2, 2));
}

/// A second question would take more than is left, and is not asked.
fn a_limit_is_kept(settings: &ModelSettings) {
    let settings = ModelSettings { max_answer_tokens: 20, ..settings.clone() };
    let mut model = model(settings, ModelLimits { tokens: Some(600), ..ModelLimits::default() });
    ask(&mut model, &rule(0, 2)).unwrap();
    let error = ask(&mut model, &rule(1, 3)).unwrap_err();
    assert!(matches!(error, ExpertError::Limit { .. }), "{error}");
    assert!(error.to_string().contains("spent so far: 1 question, "), "{error}");
    assert!(model.budget().spent().tokens_in + model.budget().spent().tokens_out <= 600);
}
