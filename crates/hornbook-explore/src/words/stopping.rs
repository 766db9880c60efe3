//! That one may stop, and with what.

use crate::exploration::Exploration;
use crate::journal::DistributionName;
use hornbook_words::{counted, rough_percent, rounded_up, sure};

impl Exploration {
    /// What is certain if one stops now, where there is no certificate yet: a sentence
    /// for each thing. Nothing before anything is known. `rules` is how many are listed.
    pub fn if_you_stop(&self, rules: usize) -> Vec<String> {
        let Some(standing) = self.standing().filter(|_| self.certified().is_none()) else { return Vec::new() };
        if rules == 0 && self.objects().is_empty() {
            return Vec::new();
        }
        let known = format!("{} and {}", counted(rules, "rule"), counted(self.object_count(), "object"));
        let mut said = vec![format!("Kept: {known}, as true as what was answered. You can go on at any time.")];
        let share = |epsilon: f64, of: DistributionName| {
            let epsilon = rounded_up(epsilon).parse().unwrap_or(1.0);
            (epsilon < 0.995).then(|| format!("at most {} of {}", rough_percent(epsilon), of.in_words()))
        };
        let shares: Vec<String> = match standing.any_few {
            Some(few) => {
                let named = share(standing.epsilon + standing.set_aside, DistributionName::Described);
                let any = share(few.epsilon + few.set_aside, DistributionName::Short);
                named.into_iter().chain(any).collect()
            }
            None => share(standing.epsilon + standing.set_aside, self.distribution()).into_iter().collect(),
        };
        said.push(match shares.is_empty() {
            true => "How much they miss cannot be told yet.".to_owned(),
            false => format!(
                "With {} confidence, they miss something for {}.",
                sure(standing.delta),
                shares.join(", and for ")
            ),
        });
        said
    }
}
