//! Where an exploration starts from: a list of attributes, a table, rules that
//! are known.

use std::collections::{HashMap, HashSet};

use crate::journal::{Attribute, DistributionName, EntryKind, Header, JournalError, ObjectLine, RuleLine};
use hornbook::learn::Accuracy;
use hornbook::prepare::Prepared;
use hornbook::{Attr, Context, Implication, Model, Universe};
use hornbook_words::{Language, LanguageChoice};

/// What an exploration starts from.
#[derive(Clone, Debug)]
pub struct Start {
    attributes: Vec<Attribute>,
    title: Option<String>,
    noun: Option<String>,
    language: Option<LanguageChoice>,
    epsilon: f64,
    delta: f64,
    seed: Option<u64>,
    distribution: DistributionName,
    told: Option<usize>,
    columns: Vec<Vec<String>>,
    background: Vec<RuleLine>,
    objects: Vec<ObjectLine>,
}

/// ε unless told otherwise.
pub const USUAL_EPSILON: f64 = hornbook::prepare::USUAL_EPSILON_OF_QUESTIONS;
/// δ unless told otherwise.
pub const USUAL_DELTA: f64 = 0.1;

impl Start {
    /// From nothing but names.
    pub fn attributes<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::of(names.into_iter().map(Attribute::named).collect())
    }

    /// From attributes with phrases and descriptions.
    pub fn of(attributes: Vec<Attribute>) -> Self {
        Self {
            attributes,
            title: None,
            noun: None,
            language: None,
            epsilon: USUAL_EPSILON,
            delta: USUAL_DELTA,
            seed: None,
            distribution: DistributionName::DescribedAndShort,
            told: None,
            columns: Vec::new(),
            background: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// From a table: its rows are known objects. Those that are equal are told of by one
    /// line, which says how many they are and what they are called.
    pub fn table(context: &Context) -> Self {
        let universe = context.universe();
        let names = |set: &hornbook::AttrSet| universe.names_of(set).map(str::to_owned).collect();
        let (mut kinds, mut places) = (Vec::<EqualRows>::new(), HashMap::new());
        for (object, name) in row_names(context).into_iter().enumerate() {
            let model = context.model(object);
            let place = *places.entry(model.clone()).or_insert(kinds.len());
            if place == kinds.len() {
                kinds.push(EqualRows { model, count: 0, names: Vec::new() });
            }
            kinds[place].count += 1;
            kinds[place].names.extend(name);
        }
        let line = |EqualRows { model, count, names: mut called }: EqualRows| {
            let line = ObjectLine {
                has: names(model.has()),
                unknown: names(&model.unknown()),
                complete: true,
                ..ObjectLine::default()
            };
            match count {
                1 => ObjectLine { name: called.pop(), ..line },
                several => ObjectLine { count: Some(several), names: called, ..line },
            }
        };
        let objects = kinds.into_iter().map(line).collect();
        Self { objects, ..Self::attributes(universe.names().to_vec()) }
    }

    /// From a table that was prepared: its rows are known objects, and what is
    /// known of the attributes from how they were made is known beforehand.
    pub fn prepared(table: &Prepared) -> Self {
        let universe = table.context.universe();
        let start = Self::table(&table.context).columns(universe, &table.groups);
        start.background(universe, table.background.rules())
    }

    /// What it is about.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the things of the domain are called, as `a kitchen tool`.
    #[must_use]
    pub fn noun(mut self, noun: impl Into<String>) -> Self {
        self.noun = Some(noun.into());
        self
    }

    /// The language of questions.
    #[must_use]
    pub fn language(mut self, language: LanguageChoice) -> Self {
        self.language = Some(language);
        self
    }

    /// How to speak of attributes, and what is meant by them. A phrase for a column, as
    /// `has {} legs` for `legs`, is one for each of its values: `has 4 legs` for `legs=4`.
    /// It is refused if it is about no attribute.
    pub fn phrased(mut self, phrases: &[Attribute]) -> Result<Self, String> {
        for Attribute { name, phrase, description } in phrases {
            let mut found = false;
            for attribute in &mut self.attributes {
                let value = attribute.name.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix('='));
                let said = match value {
                    _ if attribute.name == *name => phrase.clone(),
                    Some(value) => phrase.as_ref().map(|phrase| phrase.replace("{}", value)),
                    None => continue,
                };
                found = true;
                attribute.phrase = said.or(attribute.phrase.take());
                attribute.description = description.clone().or(attribute.description.take());
            }
            if !found {
                return Err(format!("there is no attribute and no column {name:?} to be spoken of"));
            }
        }
        Ok(self)
    }

    /// How sure one wants to be.
    #[must_use]
    pub fn accuracy(mut self, accuracy: Accuracy) -> Self {
        (self.epsilon, self.delta) = (accuracy.epsilon(), accuracy.delta());
        self
    }

    /// The seed of everything random. Without one, it is drawn from the system's
    /// randomness.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The sets that ε is a share of.
    #[must_use]
    pub fn distribution(mut self, distribution: DistributionName) -> Self {
        self.distribution = distribution;
        self
    }

    /// How many attributes are told at most, where ε is about few.
    #[must_use]
    pub fn told(mut self, most: usize) -> Self {
        self.told = Some(most);
        self
    }

    /// Attributes that are values of one column, column by column.
    #[must_use]
    pub fn columns(mut self, universe: &Universe, columns: &[Vec<Attr>]) -> Self {
        let names = |column: &Vec<Attr>| column.iter().map(|&attr| universe.name(attr).to_owned()).collect();
        self.columns = columns.iter().map(names).collect();
        self
    }

    /// Rules known beforehand.
    #[must_use]
    pub fn background<'a>(mut self, universe: &Universe, rules: impl IntoIterator<Item = &'a Implication>) -> Self {
        self.background.extend(rules.into_iter().map(|rule| RuleLine::new(universe, rule)));
        self
    }

    /// The first line of the journal, and what is told of objects.
    pub(super) fn header(self) -> Result<(Header, Vec<EntryKind>), JournalError> {
        if self.attributes.is_empty() {
            return Err(JournalError::Refused("there are no attributes to explore".to_owned()));
        }
        crate::journal::check_attributes(0, &self.attributes).map_err(JournalError::Refused)?;
        let accuracy =
            Accuracy::new(self.epsilon, self.delta).map_err(|error| JournalError::Refused(error.to_string()))?;
        check_accuracy(accuracy).map_err(JournalError::Refused)?;
        check_told(self.told).map_err(JournalError::Refused)?;
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut header = Header::new(self.attributes, self.epsilon, self.delta, seed);
        header.title = self.title;
        header.noun = check_noun(self.noun.as_deref()).map_err(JournalError::Refused)?;
        Language::chosen(self.language.as_ref()).map_err(JournalError::Refused)?;
        header.language = self.language;
        header.distribution = self.distribution;
        header.told = self.told;
        header.columns = self.columns;
        header.background = self.background;
        let objects =
            self.objects.into_iter().map(|object| EntryKind::Object { object, corrects: Vec::new() }).collect();
        Ok((header, objects))
    }
}

/// A smaller ε would take thousands of millions of samples for a certificate.
const MIN_EPSILON: f64 = 0.000_01;
/// A far smaller δ would take as many.
const MIN_DELTA: f64 = 1e-9;

/// Whether this can be certified while a person waits.
pub(super) fn check_accuracy(accuracy: Accuracy) -> Result<(), String> {
    let wanted = [("ε", accuracy.epsilon(), MIN_EPSILON), ("δ", accuracy.delta(), MIN_DELTA)];
    match wanted.into_iter().find(|(_, wanted, smallest)| wanted < smallest) {
        Some((name, wanted, smallest)) => {
            Err(format!("{name} = {wanted} is too small to be certified while one waits: the smallest is {smallest}"))
        }
        None => Ok(()),
    }
}

/// No noun may be longer.
const MAX_NOUN_BYTES: usize = 200;

/// The noun as it is kept, if it can be; none if it is empty.
pub(super) fn check_noun(noun: Option<&str>) -> Result<Option<String>, String> {
    match noun.map(str::trim).filter(|noun| !noun.is_empty()) {
        Some(noun) if noun.len() > MAX_NOUN_BYTES => {
            Err(format!("what the things of the domain are called has more than {MAX_NOUN_BYTES} bytes"))
        }
        noun => Ok(noun.map(str::to_owned)),
    }
}

/// Nobody is told more attributes than these.
const MAX_TOLD: usize = 20;

/// Whether so many attributes can be told.
pub(super) fn check_told(told: Option<usize>) -> Result<(), String> {
    match told {
        Some(told) if !(1..=MAX_TOLD).contains(&told) => {
            Err(format!("the number of attributes told must be from 1 to {MAX_TOLD}, but is {told}"))
        }
        _ => Ok(()),
    }
}

/// Rows of a table of which the same is known.
struct EqualRows {
    model: Model,
    count: usize,
    names: Vec<String>,
}

/// The names of the rows, as far as they have any. Two rows of one name are two
/// objects: they are numbered.
fn row_names(context: &Context) -> Vec<Option<String>> {
    let name = |object| context.name(object).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    let mut names: Vec<Option<String>> = (0..context.len()).map(name).collect();
    let mut taken: HashSet<String> = names.iter().flatten().cloned().collect();
    let mut count: HashMap<String, usize> = HashMap::new();
    for called in names.iter_mut().flatten() {
        let times = count.entry(called.clone()).or_insert(0);
        *times += 1;
        while *times > 1 {
            let numbered = format!("{called} ({times})");
            if taken.insert(numbered.clone()) {
                *called = numbered;
                break;
            }
            *times += 1;
        }
    }
    names
}

/// A seed from the system's randomness, which the standard library takes for
/// its hash tables.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // Programs that take numbers of JSON for floating-point keep 53 bits.
    RandomState::new().build_hasher().finish() >> 11
}
