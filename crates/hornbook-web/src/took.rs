//! How long it took somebody to say something, as their page measured it.

use hornbook_explore::journal::Took;
use serde::Deserialize;
use serde_json::Value;

/// What a page measured. It is no part of what is said: whatever is wrong with it is
/// left out, and nothing is refused because of it.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct TookBody(Value);

/// Whoever takes longer was doing something else.
const MAX_SECONDS: f64 = 4.0 * 60.0 * 60.0;

impl TookBody {
    /// What was measured, if it can be: of an object with so many attributes at most.
    pub(crate) fn measured(&self, attributes: usize) -> Option<Took> {
        let seconds = self.0.get("seconds").and_then(Value::as_f64)?;
        let is_sound = seconds.is_finite() && seconds > 0.0 && seconds <= MAX_SECONDS;
        let most = u64::try_from(attributes).unwrap_or(u64::MAX);
        let count = |name: &str| {
            let told = self.0.get(name).and_then(Value::as_u64).unwrap_or(0).min(most);
            u32::try_from(told).unwrap_or(u32::MAX)
        };
        let (guessed, corrected) = (count("guessed"), count("corrected"));
        is_sound.then(|| Took { seconds, together: 1, guessed, corrected: corrected.min(guessed) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn measured(told: Value) -> Option<Took> {
        TookBody(told).measured(5)
    }

    #[test]
    fn what_cannot_be_is_left_out() {
        let took = |guessed, corrected| Took { seconds: 2.5, together: 1, guessed, corrected };
        assert_eq!(measured(json!({ "seconds": 2.5 })), Some(took(0, 0)));
        assert_eq!(measured(json!({ "seconds": 2.5, "guessed": 3, "corrected": 1 })), Some(took(3, 1)));
        assert_eq!(measured(json!({ "seconds": 2.5, "guessed": 900, "corrected": 900 })), Some(took(5, 5)));
        assert_eq!(measured(json!({ "seconds": 2.5, "guessed": -1, "corrected": "two" })), Some(took(0, 0)));
        for bad in [json!(-1), json!(0), json!(86_400), json!("NaN"), json!(null), json!([1])] {
            assert_eq!(measured(json!({ "seconds": bad })), None, "{bad}");
        }
        for bad in [json!(null), json!(3), json!("long"), json!([])] {
            assert_eq!(measured(bad), None);
        }
    }
}
