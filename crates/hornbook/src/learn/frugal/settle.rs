//! Learning where questions are free: all models are known.
//!
//! Nothing needs to be weighed, since every answer is known beforehand. A look
//! is as before; of each open set a smallest premise is found that says more
//! about it, and of these rules the one that changes most open sets is taken,
//! then the next, until next to none of the sets is open. Looks and attempts at a
//! certificate are those of the questioning learner, and so is the guarantee.

use std::collections::HashSet;

use super::pool::{Open, Scope};
use super::{Frugal, Look, Pace};
use crate::columns::Columns;
use crate::learn::{LearnError, Watch};
use crate::sampling::{Purpose, Stream, Streams};
use crate::{Attr, AttrSet, Conclusion, Implication, Model, Theory, threads};

/// How sampling goes where a further rule costs nothing: better a few rules
/// more than many samples.
const FREE: Pace = Pace { look: 100.0, close_look: 100.0, certify: 100.0, comfortable: 0.6 };

/// This share of ε may stay open in a look: rules for rare sets are left out.
const FEW: f64 = 0.3;

/// So many open sets are looked into at a time, …
const AT_A_TIME: usize = 64;
/// … each so often, in other orders.
const ORDERS: usize = 2;

/// With less to do, in words looked at, starting threads takes longer.
const WORTH_A_THREAD: usize = 1 << 20;

impl Frugal {
    /// Learns without asking until certified; the models known must be all
    /// there are, and complete. Stops before that with `most` rules found, and
    /// can then be told to go on; says whether it is certified.
    pub(crate) fn settle<E>(&mut self, most: usize, watch: Watch<'_>) -> Result<bool, LearnError<E>> {
        self.pace = FREE;
        let models = self.knowledge.models();
        let columns = Columns::new(self.knowledge.attribute_count(), models.iter().map(Model::has));
        while self.certificate.is_none() && self.knowledge.rules().len() < self.known.saturating_add(most) {
            self.look_again(self.pace.look, watch)?;
            self.certificate = self.certify(watch, &mut || Ok(()))?;
            if self.certificate.is_none() {
                self.settle_look(&columns, watch)?;
            }
        }
        Ok(self.certificate.is_some())
    }

    /// The share of sets that may stay open in a look: well below what makes
    /// an attempt worthwhile, so that a look leads to one or to rules.
    fn few(&self) -> f64 {
        let allowed = self.next_attempt().map_or(0.0, |attempt| attempt.allowed as f64 / attempt.samples as f64);
        (FEW * self.settings.accuracy.epsilon()).min(0.5 * self.pace.comfortable * allowed)
    }

    /// Finds rules until next to no set of the last look is open.
    fn settle_look<E>(&mut self, columns: &Columns, watch: Watch<'_>) -> Result<(), LearnError<E>> {
        self.spent.rounds += 1;
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, self.spent.rounds, 0);
        let few = (self.few() * self.look.drawn as f64) as usize;
        while self.look.open.len() > few {
            LearnError::<E>::check(watch(&self.progress()))?;
            let Self { knowledge, scope, look: Look { open, .. }, settings, .. } = self;
            for rule in candidates(columns, scope, open, &mut stream, settings.threads) {
                if open.len() > few && open.iter().any(|set| !rule.holds_in(&set.closed)) {
                    knowledge.confirm_seen(rule.clone());
                    keep_open(open, &rule, knowledge.rules(), columns, scope);
                }
            }
        }
        Ok(())
    }
}

/// Rules that say more about the first of the open sets, those that say more
/// about most of all sets first.
fn candidates(
    columns: &Columns,
    scope: &Scope,
    open: &[Open],
    stream: &mut Stream,
    threads: usize,
) -> Vec<Implication> {
    let sets = &open[..open.len().min(AT_A_TIME)];
    // A stream for each, so that any thread may look into any set.
    let streams: Vec<Streams> = sets.iter().map(|_| Streams::new(stream.bits())).collect();
    let work = sets.iter().map(|set| set.closed.len()).sum::<usize>() * columns.size();
    let threads = if work < WORTH_A_THREAD { 1 } else { threads };
    let premises = threads::map(threads, sets.len(), |at| {
        let mut stream = streams[at].stream(Purpose::Look, 0, 0);
        [(); ORDERS].map(|()| premise(columns, scope, &sets[at], &mut stream))
    });
    let mut met = HashSet::new();
    let premises: Vec<AttrSet> = premises.into_iter().flatten().filter(|premise| met.insert(premise.clone())).collect();
    let mut rules = threads::map(threads, premises.len(), |at| {
        let premise = premises[at].clone();
        let rule = Implication { conclusion: scope.restrict(columns.close(&premise)), premise };
        (open.iter().filter(|set| !rule.holds_in(&set.closed)).count(), rule)
    });
    // Stable: among equals the seed decides.
    rules.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    rules.into_iter().map(|(_, rule)| rule).collect()
}

/// A smallest premise inside an open set, no longer than wanted.
fn premise(columns: &Columns, scope: &Scope, set: &Open, stream: &mut Stream) -> AttrSet {
    let mut inside = |of: &AttrSet| {
        let mut order: Vec<Attr> = of.iter().collect();
        stream.shuffle(&mut order);
        columns.premise(&order, &set.closed, scope.goal.as_ref())
    };
    let premise = inside(&set.closed);
    match scope.max_premise {
        // What was drawn is short enough, and the same follows from it.
        Some(most) if premise.len() > most => inside(&set.drawn),
        _ => premise,
    }
}

/// Closes the sets that a new rule changes, and keeps those still open.
fn keep_open(open: &mut Vec<Open>, rule: &Implication, rules: &Theory, columns: &Columns, scope: &Scope) {
    open.retain_mut(|set| {
        if rule.holds_in(&set.closed) {
            return true;
        }
        match rules.close(&set.closed) {
            Conclusion::Attrs(closed) => {
                set.closed = closed;
                columns.is_open(&set.closed, scope.goal.as_ref())
            }
            Conclusion::Falsum => false,
        }
    });
}
