//! The lines of a journal. Attributes go by their names, so that a line can be
//! understood, and moved to another journal, by itself.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{FORMAT, VERSION};
use hornbook::hash::Hash;
use hornbook::sampling::{Distribution, Sampler};
use hornbook::{Attr, AttrSet, Bound, Certificate, Conclusion, ExceptionBound, Implication, NameError, Universe};
use hornbook_words::LanguageChoice;

/// What tells an entry from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub String);

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u64,
    /// When it was begun.
    pub created: String,
    /// What it is about, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the things of the domain are called, as `a kitchen tool`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noun: Option<String>,
    /// The language of its questions; English if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<LanguageChoice>,
    /// The attributes it began with.
    pub attributes: Vec<Attribute>,
    /// The share of sets that may be judged wrongly.
    pub epsilon: f64,
    /// The probability with which a larger share may be.
    pub delta: f64,
    /// The sets that ε is a share of.
    pub distribution: DistributionName,
    /// How many attributes are told at most, where few are; usual if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<usize>,
    /// The attributes that are values of one column, column by column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Vec<String>>,
    /// The seed of everything random.
    pub seed: u64,
    /// Rules known beforehand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub background: Vec<RuleLine>,
}

impl Header {
    /// The header of an exploration of these attributes, under the uniform
    /// distribution.
    pub fn new(attributes: Vec<Attribute>, epsilon: f64, delta: f64, seed: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            created: super::now(),
            title: None,
            noun: None,
            language: None,
            attributes,
            epsilon,
            delta,
            distribution: DistributionName::Uniform,
            told: None,
            columns: Vec::new(),
            seed,
            background: Vec::new(),
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn set_version(&mut self, version: u64) {
        self.version = version;
    }
}

/// The distributions an exploration may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DistributionName {
    /// All sets alike.
    Uniform,
    /// At most one value of each column, all choices alike.
    Columns,
    /// As often as sets occur in the objects known so far.
    Seen,
    /// Half of each of uniform and seen.
    #[serde(rename = "uniform+seen")]
    UniformAndSeen,
    /// A few attributes of the objects known so far.
    Described,
    /// Any few attributes.
    Short,
    /// Both of these, each with a bound of its own.
    #[serde(rename = "described and short")]
    DescribedAndShort,
}

impl DistributionName {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::DescribedAndShort,
        Self::Described,
        Self::Short,
        Self::Uniform,
        Self::Columns,
        Self::Seen,
        Self::UniformAndSeen,
    ];

    /// Its name, as the journal has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Columns => "columns",
            Self::Seen => "seen",
            Self::UniformAndSeen => "uniform+seen",
            Self::Described => "described",
            Self::Short => "short",
            Self::DescribedAndShort => "described and short",
        }
    }

    /// Whether it draws all sets, of which nearly all never occur in most domains.
    pub fn is_of_all_sets(self) -> bool {
        matches!(self, Self::Uniform | Self::Columns | Self::UniformAndSeen)
    }

    /// What draws the sets, of at most `told` attributes where few are told.
    /// `columns` are the attributes that are values of one column each.
    pub fn sampler(self, attributes: usize, told: usize, columns: Vec<Vec<Attr>>) -> Sampler {
        match self {
            Self::Uniform => Sampler::uniform(attributes),
            Self::Columns => Sampler::Columns { attributes, groups: columns },
            Self::Seen => Sampler::Seen { attributes },
            Self::UniformAndSeen => Sampler::uniform_and_seen(attributes),
            Self::Described => Sampler::DescribedSeen { attributes, most: told },
            Self::Short => Sampler::Short { attributes, most: told },
            Self::DescribedAndShort => Sampler::described_seen_and_short(attributes, told),
        }
    }

    /// The distribution, as rule files name it.
    pub fn distribution(self, told: usize) -> Distribution {
        self.sampler(0, told, Vec::new()).distribution()
    }
}

/// An attribute, and how to speak of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// What is said of something that has it: `gives milk`, `is red`. If there is none it
    /// is guessed; if it is empty, the attribute is named as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// What is meant by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Attribute {
    /// An attribute that is its name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), phrase: None, description: None }
    }
}

/// No more attributes can be explored: choosing a question takes time that grows
/// with the square of their number.
const MAX_ATTRIBUTES: usize = 1000;
/// No name, phrase or description of an attribute may be longer.
const MAX_NAME_BYTES: usize = 1000;

/// Whether these attributes can be explored, beside those there are.
pub fn check_attributes(already: usize, attributes: &[Attribute]) -> Result<(), String> {
    let count = already + attributes.len();
    if count > MAX_ATTRIBUTES {
        return Err(format!("there are {count} attributes, and at most {MAX_ATTRIBUTES} can be explored"));
    }
    for Attribute { name, phrase, description } in attributes {
        let longest = [Some(name), phrase.as_ref(), description.as_ref()].into_iter().flatten().map(String::len).max();
        if longest.is_some_and(|length| length > MAX_NAME_BYTES) {
            let start: String = name.chars().take(20).collect();
            return Err(format!(
                "the attribute that begins with {start:?} has a name, phrase or description of more than \
                 {MAX_NAME_BYTES} bytes"
            ));
        }
    }
    Ok(())
}

/// A line after the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its identity, also in a merged journal.
    pub id: EntryId,
    /// When it was written, in UTC.
    pub time: String,
    /// Whose word it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Whether it is the word of a program, not of a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// The name its sender gave the request, so that a request sent again is not
    /// taken twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// How long it took to say it, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<Took>,
    /// What it says.
    #[serde(flatten)]
    pub what: EntryKind,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "nearly all entries are answers")]
pub enum EntryKind {
    /// An answer.
    Answer(AnswerRecord),
    /// Something told of an object without being asked.
    Object {
        /// What was told.
        object: ObjectLine,
        /// Entries that it corrects.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        corrects: Vec<EntryId>,
    },
    /// An entry does not count any more. Taking back a retraction makes it
    /// count again.
    Retract {
        /// The entry that is taken back.
        entry: EntryId,
        /// Whether it came from "undo". Undoing again takes back what was done
        /// before that entry, not this retraction.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        undo: bool,
        /// Whether it takes back how things are called or ordered, and nothing else.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wording: bool,
        /// Whether what it takes back changes nothing that is asked, so that neither does
        /// this.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        silent: bool,
    },
    /// More attributes; what was known before says nothing of them.
    Attributes {
        /// The new ones.
        attributes: Vec<Attribute>,
    },
    /// An attribute is called, said or described otherwise. Lines before and after it
    /// may use any name that the attribute ever had.
    Attribute {
        /// The attribute, by a name of it.
        attribute: String,
        /// What it is from here on.
        to: Attribute,
    },
    /// The attributes in another order.
    Order {
        /// Their names; those that are missing come after these.
        order: Vec<String>,
    },
    /// Attributes are taken away: what was said of them does not count.
    Remove {
        /// Their names.
        attributes: Vec<String>,
    },
    /// An object has another name from here on.
    Rename {
        /// The object, by its name or by the entry that first told of it.
        object: ObjectLine,
        /// Its name from here on.
        to: String,
    },
    /// What was told of an object up to here does not count.
    Forget {
        /// The object, by its name or by the entry that first told of it.
        object: ObjectLine,
    },
    /// Another accuracy from here on.
    Accuracy {
        /// The new ε.
        epsilon: f64,
        /// The new δ.
        delta: f64,
    },
    /// Other sets that ε is a share of, from here on.
    Distribution {
        /// The new ones.
        distribution: DistributionName,
        /// How many attributes are told at most, where few are; usual if it is not
        /// said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<usize>,
    },
    /// How questions are worded, from here on.
    Words {
        /// What the things of the domain are called, as `a kitchen tool`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        noun: Option<String>,
        /// The language; English if it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<LanguageChoice>,
    },
    /// Whose word counts, from here on.
    Policy(Policy),
    /// A rule that was known to be false was on a list of rules to be confirmed.
    Control {
        /// The rule.
        question: RuleLine,
        /// Whether somebody noticed that it is false.
        noticed: bool,
    },
    /// Something said about a question that is no answer to it.
    Comment {
        /// The question.
        question: RuleLine,
        /// What was said.
        text: String,
    },
    /// A comment is taken back. It is no [`Retract`](Self::Retract), which changes what
    /// is known.
    Withdraw {
        /// The entry that says it.
        comment: EntryId,
    },
    /// An attempt at a certificate is about to be made.
    Attempt {
        /// Stands for the entries it is about: [`Journal::state`](super::Journal::state).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<u64>,
    },
    /// It succeeded.
    Certified(Certified),
}

impl EntryKind {
    /// Whether it is said beside what counts, for others to read.
    pub fn is_remark(&self) -> bool {
        matches!(self, Self::Comment { .. } | Self::Withdraw { .. })
    }

    /// Whether somebody said or did it. The others are about what was said.
    pub fn is_said(&self) -> bool {
        !matches!(self, Self::Attempt { .. } | Self::Certified(_) | Self::Control { .. })
    }

    /// Whether it may change what is asked next: what is known, what is to be known, or
    /// what is drawn.
    pub fn counts(&self) -> bool {
        self.is_said()
            && !self.is_remark()
            && !matches!(
                self,
                Self::Attribute { .. } | Self::Rename { .. } | Self::Words { .. } | Self::Retract { silent: true, .. }
            )
    }

    /// Whether it is about how things are called and in which order they are shown. What
    /// was certified stays so.
    pub fn is_wording(&self) -> bool {
        matches!(
            self,
            Self::Attribute { .. }
                | Self::Rename { .. }
                | Self::Order { .. }
                | Self::Words { .. }
                | Self::Retract { wording: true, .. }
        )
    }

    /// Whether it ends what was certified before it.
    pub fn ends_certificates(&self) -> bool {
        self.counts() && !self.is_wording()
    }
}

/// How long something took to say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Took {
    /// In seconds.
    pub seconds: f64,
    /// How many rules were on the list that it was said to; 1 if it was no list. The
    /// seconds are those of one of them.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub together: u32,
    /// How many attributes of an object were filled in beforehand.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub guessed: u32,
    /// How many of these were wrong.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub corrected: u32,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it asks about by reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it asks about by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// When an answer counts, where several people answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "policy", rename_all = "lowercase")]
pub enum Policy {
    /// Any one answer does.
    #[default]
    Any,
    /// More than half of so many agree.
    Majority {
        /// How many are asked.
        of: u32,
    },
    /// So many agree, and nobody disagrees.
    Unanimous {
        /// How many are asked.
        of: u32,
    },
    /// Any one person's answer does; what programs say waits for a person.
    Person,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// What was asked.
    pub question: RuleLine,
    /// What was said.
    pub answer: Reply,
    /// What does hold, where only a part of the conclusion does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// What bounds its exceptions, where it holds as far as a random search for them tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<ExceptionBound>,
    /// The votes it was decided by, where whoever answers may err.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<VoteRecord>,
    /// What it rests on, where a program said so: axioms, sources, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// An object that breaks the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectLine>,
    /// The earlier entry that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<EntryId>,
    /// Earlier entries about the object that it corrects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrects: Vec<EntryId>,
    /// How many sets were looked at before it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<LookStats>,
}

/// The votes by which an answer was decided, where whoever answers may err.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VoteRecord {
    /// How many sources were asked; one that was asked again and again is 1.
    pub sources: u64,
    /// Each answer is taken to be wrong with at most this probability.
    pub error_rate: f64,
    /// How many answers were given since the last one that was put on record.
    pub answers: u64,
    /// Of one source: any of all its verdicts is wrong with at most this probability.
    /// Of several: this verdict is.
    pub wrong_at_most: f64,
}

/// Kinds of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// The rule holds.
    Holds,
    /// It does not: the object breaks it.
    Refuted,
    /// A part of the conclusion follows; an object may break the rest.
    Partly,
    /// Not known.
    Unknown,
    /// To be asked again when there is nothing else to ask.
    Later,
}

/// Sets drawn to choose a question, and what the bound was at the time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookStats {
    /// How many were drawn.
    pub drawn: u64,
    /// How many of these were open.
    pub open: u64,
    /// The ε that could be certified at that moment, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
}

/// What was certified.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certified {
    /// With probability at least 1 − δ, conclusions are incomplete for at most
    /// this share of the sets.
    pub epsilon: f64,
    /// For at most this further share, conclusions depend on questions that nobody
    /// could answer.
    pub set_aside: f64,
    /// The probability of being wrong about either.
    pub delta: f64,
    /// On how many fresh samples it rests.
    pub samples: u64,
    /// The same for any few attributes, where these are judged apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_few: Option<Bound>,
    /// Stands for the entries it is about ([`Journal::state`](super::Journal::state)):
    /// for any others it certifies nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<u64>,
}

impl Certified {
    /// The bounds alone.
    pub fn certificate(&self) -> Certificate {
        let Self { epsilon, set_aside, samples, any_few, .. } = *self;
        Certificate { epsilon, set_aside, samples, any_few }
    }
}

/// A rule by names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleLine {
    /// The premise.
    pub premise: Vec<String>,
    /// The conclusion; nothing for what never occurs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<Vec<String>>,
    /// Whether the premise never occurs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub impossible: bool,
}

impl RuleLine {
    /// The rule by its names.
    pub fn new(universe: &Universe, rule: &Implication) -> Self {
        let names = |set: &AttrSet| universe.names_of(set).map(str::to_owned).collect();
        let conclusion = rule.without_premise().conclusion.attrs().map(names);
        Self { premise: names(&rule.premise), impossible: conclusion.is_none(), conclusion }
    }

    /// The rule in a universe.
    pub fn rule(&self, universe: &Universe) -> Result<Implication, NameError> {
        let conclusion = match &self.conclusion {
            Some(names) if !self.impossible => Conclusion::Attrs(universe.set(names)?),
            _ => Conclusion::Falsum,
        };
        Ok(Implication { premise: universe.set(&self.premise)?, conclusion })
    }
}

/// What is said of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectLine {
    /// Its name. An object without one goes by the entry that first told of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The entry that first told of it, if it has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<EntryId>,
    /// How many rows of a table were equal, if several: the line is about all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// What those of them are called that have a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub has: Vec<String>,
    /// What it lacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
    /// What is not known of it after all: for corrections.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Whether it lacks everything else that was an attribute in this journal
    /// when the line was written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub complete: bool,
}

/// No line is about more rows.
const MAX_EQUAL_ROWS: usize = 1 << 30;

impl ObjectLine {
    /// How many objects it is about.
    pub fn object_count(&self) -> usize {
        self.count.unwrap_or(1)
    }

    /// Whether it is about equal rows of a table.
    pub(crate) fn is_of_several(&self) -> bool {
        self.count.is_some() || !self.names.is_empty()
    }

    /// What is wrong with how many objects it is about, if anything is.
    pub(crate) fn check_count(&self) -> Result<(), String> {
        let several = self.is_of_several();
        let mut seen = HashSet::new();
        if several && !(2..=MAX_EQUAL_ROWS).contains(&self.object_count()) {
            Err(format!("a line is about 2 to {MAX_EQUAL_ROWS} equal rows"))
        } else if self.names.len() > self.object_count() {
            Err("equal rows have more names than there are of them".to_owned())
        } else if let Some(name) = self.names.iter().find(|name| name.is_empty() || !seen.insert(*name)) {
            Err(format!("equal rows cannot be called {name:?}, or not twice"))
        } else {
            Ok(())
        }
    }
}

/// A hash of what an entry says, after all that was said before it.
pub(super) fn identity(before: Hash, who: Option<&str>, what: &EntryKind) -> Result<EntryId, serde_json::Error> {
    let said = serde_json::to_string(what)?;
    Ok(EntryId(format!("{:016x}", before.text(who.unwrap_or_default()).text(&said).mixed())))
}

/// An identity that occurs twice.
pub(super) fn repeated(entries: &[Entry]) -> Option<&EntryId> {
    let mut seen = HashSet::new();
    entries.iter().map(|entry| &entry.id).find(|id| !seen.insert(*id))
}
