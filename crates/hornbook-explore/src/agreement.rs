//! Who answered how much, and who agrees with whom: counts, for people to see where
//! they stand. Of each person the last answer to a question is looked at, whether or
//! not it decided anything.

use std::collections::{BTreeMap, HashMap};

use super::ballot::{Verdict, Vote};
use super::exploration::Exploration;
use crate::journal::EntryKind;

/// What somebody said so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contribution {
    /// Whose it is; none for whoever gave no name.
    pub who: Option<String>,
    /// Whether that is a program.
    pub program: bool,
    /// To how many questions they said that the rule holds.
    pub holds: usize,
    /// To how many that it does not, or only in part.
    pub fails: usize,
    /// To how many that they do not know.
    pub unknown: usize,
    /// How often they told of an object without being asked.
    pub objects: usize,
}

/// How far two of those who answered agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairAgreement {
    /// The place of one of them among the [contributions](Exploration::contributions).
    pub one: usize,
    /// The place of the other, which comes later.
    pub other: usize,
    /// To how many questions both know an answer.
    pub common: usize,
    /// To how many of these they gave the same.
    pub same: usize,
}

impl Exploration {
    /// What each person and program said so far, in the order of their first words.
    pub fn contributions(&self) -> Vec<Contribution> {
        let mut all: Vec<Contribution> = Vec::new();
        let mut places: HashMap<(Option<&str>, bool), usize> = HashMap::new();
        let mut place_of = |all: &mut Vec<Contribution>, who, program| {
            *places.entry((who, program)).or_insert_with(|| {
                let who: Option<&str> = who;
                all.push(Contribution { who: who.map(str::to_owned), program, ..Contribution::default() });
                all.len() - 1
            })
        };
        for ballot in self.ballots() {
            for Vote { who, program, verdict, .. } in &ballot.votes {
                let place = place_of(&mut all, who.as_deref(), *program);
                match verdict {
                    Verdict::Holds => all[place].holds += 1,
                    Verdict::Fails => all[place].fails += 1,
                    Verdict::Unknown => all[place].unknown += 1,
                }
            }
        }
        // The rows of a table at the start are nobody's word.
        for entry in self.journal.entries().iter().filter(|entry| entry.who.is_some() && self.counts(&entry.id)) {
            if matches!(entry.what, EntryKind::Object { .. }) {
                let place = place_of(&mut all, entry.who.as_deref(), entry.program);
                all[place].objects += 1;
            }
        }
        all
    }

    /// How far each two of those who answered agree, for all who answered something
    /// both. Who does not know agrees with nobody, and contradicts nobody.
    pub fn agreement(&self) -> Vec<PairAgreement> {
        let contributions = self.contributions();
        let places: HashMap<(Option<&str>, bool), usize> =
            contributions.iter().enumerate().map(|(at, known)| ((known.who.as_deref(), known.program), at)).collect();
        let mut pairs: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        for ballot in self.ballots() {
            let knows = |vote: &&Vote| vote.verdict != Verdict::Unknown;
            let votes: Vec<&Vote> = ballot.votes.iter().filter(knows).collect();
            for (at, one) in votes.iter().enumerate() {
                for other in &votes[at + 1..] {
                    let place = |vote: &Vote| places.get(&(vote.who.as_deref(), vote.program)).copied();
                    let (Some(first), Some(second)) = (place(one), place(other)) else { continue };
                    let pair = pairs.entry((first.min(second), first.max(second))).or_default();
                    pair.0 += 1;
                    pair.1 += usize::from(one.verdict == other.verdict);
                }
            }
        }
        pairs.into_iter().map(|((one, other), (common, same))| PairAgreement { one, other, common, same }).collect()
    }
}
