//! How a request is written. Endpoints differ in what they know of the protocol:
//! what one refuses is left out, and asked for in words alone.

use serde_json::{Value, json};

use super::settings::ModelSettings;
use super::wording::ChatMessage;

/// How the form of an answer is asked for, beside the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerForm {
    /// By a JSON schema.
    Schema,
    /// By saying that it is a JSON object.
    Object,
    /// By words alone.
    Words,
}

/// How far the seeds of a question that is asked again are apart: a prime that no
/// number of samples comes up to.
const SEEDS_A_REPEAT: u64 = 1_000_003;

/// What an endpoint understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    form: AnswerForm,
    /// Models that reason count what they think, too, and have another name for the
    /// limit.
    counts_thoughts: bool,
    /// Some models have a temperature of their own.
    takes_temperature: bool,
    takes_seed: bool,
    /// Some know no limits of lists in schemas.
    takes_list_limits: bool,
}

impl Default for Dialect {
    /// Everything that is hoped for.
    fn default() -> Self {
        Self {
            form: AnswerForm::Schema,
            counts_thoughts: false,
            takes_temperature: true,
            takes_seed: true,
            takes_list_limits: true,
        }
    }
}

impl Dialect {
    /// What to try when a request was refused with these words; none if nothing is
    /// left to do without.
    pub(super) fn after_refusal(self, words: &str) -> Option<Self> {
        if !self.counts_thoughts && words.contains("max_completion_tokens") {
            return Some(Self { counts_thoughts: true, ..self });
        }
        if self.takes_temperature && words.contains("temperature") {
            return Some(Self { takes_temperature: false, ..self });
        }
        if self.takes_seed && words.contains("seed") {
            return Some(Self { takes_seed: false, ..self });
        }
        if self.takes_list_limits && words.contains("maxItems") {
            return Some(Self { takes_list_limits: false, ..self });
        }
        match self.form {
            AnswerForm::Schema => Some(Self { form: AnswerForm::Object, ..self }),
            AnswerForm::Object => Some(Self { form: AnswerForm::Words, ..self }),
            AnswerForm::Words => None,
        }
    }

    /// The request, for the first time or a repeat of the same question.
    pub(super) fn request(
        self,
        settings: &ModelSettings,
        messages: &[ChatMessage; 2],
        repeat: u32,
        schema: &Value,
    ) -> Value {
        let mut request = json!({"model": settings.model, "messages": messages, "stream": false});
        let limit = if self.counts_thoughts { "max_completion_tokens" } else { "max_tokens" };
        request[limit] = settings.max_answer_tokens.into();
        if self.takes_temperature {
            request["temperature"] = settings.temperature.into();
        }
        if let Some(seed) = settings.seed.filter(|_| self.takes_seed) {
            let chance = seed.wrapping_add(settings.sample.into()).wrapping_add(SEEDS_A_REPEAT * u64::from(repeat));
            // Many endpoints take a whole number with a sign.
            request["seed"] = (chance % (1 << 31)).into();
        }
        match self.form {
            AnswerForm::Schema => {
                let mut schema = schema.clone();
                if !self.takes_list_limits {
                    remove_list_limits(&mut schema);
                }
                let schema = json!({"name": "answer", "strict": true, "schema": schema});
                request["response_format"] = json!({"type": "json_schema", "json_schema": schema});
            }
            AnswerForm::Object => request["response_format"] = json!({"type": "json_object"}),
            AnswerForm::Words => {}
        }
        request
    }
}

fn remove_list_limits(schema: &mut Value) {
    match schema {
        // A list of names may hold the word; as a key it is only ours.
        Value::Object(fields) => {
            fields.remove("maxItems");
            fields.values_mut().for_each(remove_list_limits);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_list_limits),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_left_out_until_nothing_is_left() {
        let mut dialect = Dialect::default();
        let mut forms = vec![dialect.form];
        while let Some(next) = dialect.after_refusal("response_format is not supported") {
            dialect = next;
            forms.push(dialect.form);
        }
        assert_eq!(forms, [AnswerForm::Schema, AnswerForm::Object, AnswerForm::Words]);
        let words = "Use 'max_completion_tokens' instead; 'temperature' must be 1";
        let once = Dialect::default().after_refusal(words).unwrap();
        let twice = once.after_refusal(words).unwrap();
        assert!(once.counts_thoughts && once.takes_temperature && !twice.takes_temperature);
        assert_eq!(twice.form, AnswerForm::Schema);
        let unlimited = Dialect::default().after_refusal("'maxItems' is not permitted").unwrap();
        assert!(unlimited.form == AnswerForm::Schema && !unlimited.takes_list_limits);
        let mut schema = json!({"a": [{"maxItems": 3, "enum": ["maxItems"]}]});
        remove_list_limits(&mut schema);
        assert_eq!(schema, json!({"a": [{"enum": ["maxItems"]}]}));
        assert_eq!(twice.after_refusal(words).unwrap().form, AnswerForm::Object);
    }
}
