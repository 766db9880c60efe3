//! What tests of language models share: a domain, settings, and asking.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::{AttrSet, Implication};
use hornbook_experts::model::{LanguageModel, ModelAddress, ModelBudget, ModelLimits, ModelSettings};
use hornbook_experts::{Expert, ExpertError, ExpertQuestion, ExpertReply};
use hornbook_explore::journal::Attribute;

/// Four attributes of animals.
pub fn animals() -> Vec<Attribute> {
    let phrases = [("feathers", "has feathers"), ("flies", "can fly"), ("milk", "gives milk"), ("eggs", "lays eggs")];
    let attribute =
        |(name, phrase): (&str, &str)| Attribute { phrase: Some(phrase.to_owned()), ..Attribute::named(name) };
    phrases.map(attribute).into()
}

/// The rule that whatever has one of the animals' attributes has another, too.
pub fn rule(from: usize, to: usize) -> ExpertQuestion {
    let set = |attr| AttrSet::of(4, [attr]);
    ExpertQuestion::Implication(Implication::new(set(from), set(to)))
}

/// Settings that wait for hardly anything.
pub fn settings(url: &str) -> ModelSettings {
    let mut settings = ModelSettings::new("smollm2", ModelAddress::parse(url).unwrap());
    settings.key = None;
    settings.back_off = Duration::from_millis(10);
    settings
}

/// A model about the animals with a budget of its own.
pub fn model(settings: ModelSettings, limits: ModelLimits) -> LanguageModel {
    LanguageModel::new(settings, Some("Animals"), &animals(), Arc::new(ModelBudget::new(limits))).unwrap()
}

/// The next answer, however long that takes within reason.
pub fn next(model: &mut LanguageModel) -> Result<(u64, ExpertReply), ExpertError> {
    let deadline = Instant::now() + Duration::from_secs(300);
    while Instant::now() < deadline {
        if let Some(answer) = model.receive(Duration::from_millis(50))? {
            return Ok(answer);
        }
    }
    panic!("no answer within five minutes");
}

/// The answer to one question.
pub fn ask(model: &mut LanguageModel, question: &ExpertQuestion) -> Result<ExpertReply, ExpertError> {
    model.send(7, question)?;
    let (id, reply) = next(model)?;
    assert_eq!(id, 7);
    Ok(reply)
}
