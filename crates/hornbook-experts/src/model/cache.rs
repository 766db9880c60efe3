//! Answers kept on disk, by what was asked.
//!
//! A folder with one small file an answer, named by a hash of everything that the
//! answer depends on: the model, its address without credentials, the messages, the
//! parameters, the number of the sample, and how often the question was repeated. A file is written beside its place and
//! then put there at once, so that several runs can share a folder. What cannot be
//! read, or is not what was written, counts as missing and is written anew.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::completion::{Completion, TokenCount};
use super::settings::ModelSettings;
use super::wording::ChatMessage;

/// A folder of answers.
#[derive(Clone, Debug)]
pub(super) struct AnswerCache {
    folder: PathBuf,
}

/// What an answer is found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CacheKey(String);

/// What files of another kind are not taken for.
const VERSION: u32 = 1;
/// No file is longer: a response is at most a megabyte.
const MAX_FILE_BYTES: u64 = 8 << 20;

/// Everything that an answer depends on.
#[derive(Serialize)]
struct Asked<'a> {
    version: u32,
    model: &'a str,
    address: String,
    messages: &'a [ChatMessage],
    temperature: f64,
    seed: Option<u64>,
    max_answer_tokens: u32,
    sample: u32,
    repeat: u32,
}

/// A file, for those who look into the folder, too.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    version: u32,
    model: String,
    question: String,
    answer: String,
    cut_short: Option<String>,
    tokens_in: Option<u64>,
    tokens_out: Option<u64>,
    /// A hash of the rest.
    check: String,
}

impl KeptAnswer {
    /// A hash of all but itself.
    fn compute_check(&self, key: &CacheKey) -> String {
        let Self { version, model, question, answer, cut_short, tokens_in, tokens_out, check: _ } = self;
        hash(&(key.0.as_str(), version, model, question, answer, cut_short, tokens_in, tokens_out))
    }
}

impl CacheKey {
    pub(super) fn new(settings: &ModelSettings, messages: &[ChatMessage; 2], repeat: u32) -> Self {
        Self(hash(&Asked {
            version: VERSION,
            model: &settings.model,
            address: settings.address.to_string(),
            messages,
            temperature: settings.temperature,
            seed: settings.seed,
            max_answer_tokens: settings.max_answer_tokens,
            sample: settings.sample,
            repeat,
        }))
    }
}

fn hash(what: &impl Serialize) -> String {
    // Text and finite numbers are written without fail.
    let written = serde_json::to_vec(what).unwrap_or_default();
    Sha256::digest(written).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl AnswerCache {
    /// The answers in a folder, which is made if need be.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    fn path(&self, key: &CacheKey) -> PathBuf {
        self.folder.join(format!("{}.json", key.0))
    }

    /// The answer that is kept under a key.
    pub(super) fn load(&self, key: &CacheKey) -> Option<Completion> {
        let mut written = Vec::new();
        File::open(self.path(key)).ok()?.take(MAX_FILE_BYTES).read_to_end(&mut written).ok()?;
        let kept: KeptAnswer = serde_json::from_slice(&written).ok()?;
        if kept.version != VERSION || kept.check != kept.compute_check(key) {
            return None;
        }
        let usage = kept.tokens_in.zip(kept.tokens_out).map(|(sent, answered)| TokenCount { sent, answered });
        Some(Completion { text: kept.answer, cut_short: kept.cut_short, usage })
    }

    /// Keeps an answer.
    pub(super) fn store(&self, key: &CacheKey, model: &str, question: &str, answer: &Completion) -> io::Result<()> {
        let mut kept = KeptAnswer {
            version: VERSION,
            model: model.to_owned(),
            question: question.to_owned(),
            answer: answer.text.clone(),
            cut_short: answer.cut_short.clone(),
            tokens_in: answer.usage.map(|usage| usage.sent),
            tokens_out: answer.usage.map(|usage| usage.answered),
            check: String::new(),
        };
        kept.check = kept.compute_check(key);
        let mut file = tempfile::Builder::new().prefix(".answer-").tempfile_in(&self.folder)?;
        file.write_all(&serde_json::to_vec_pretty(&kept)?)?;
        file.persist(self.path(key)).map_err(|error| error.error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ModelAddress;
    use crate::model::wording::Wording;
    use hornbook::{AttrSet, Implication};

    fn settings() -> ModelSettings {
        ModelSettings::new("m", ModelAddress::parse("http://127.0.0.1:1").unwrap())
    }

    fn messages(attr: usize) -> [ChatMessage; 2] {
        let attributes = ["a", "b"].map(hornbook_explore::journal::Attribute::named);
        Wording::new(None, &attributes).messages(&Implication::never(AttrSet::of(2, [attr])))
    }

    fn said(text: &str) -> Completion {
        Completion { text: text.to_owned(), cut_short: None, usage: Some(TokenCount { sent: 5, answered: 2 }) }
    }

    #[test]
    fn answers_are_found_by_all_they_depend_on() {
        let key = |change: &dyn Fn(&mut ModelSettings), attr| {
            let mut settings = settings();
            change(&mut settings);
            CacheKey::new(&settings, &messages(attr), 0)
        };
        let usual = key(&|_| {}, 0);
        assert_eq!(usual, key(&|settings| settings.retries = 9, 0));
        let login = |settings: &mut ModelSettings| {
            settings.address = ModelAddress::parse("http://me:geheim@127.0.0.1:1/v1").unwrap();
        };
        assert_eq!(usual, key(&login, 0));
        assert_ne!(usual, key(&|_| {}, 1));
        assert_ne!(usual, CacheKey::new(&settings(), &messages(0), 1));
        assert_ne!(usual, key(&|settings| settings.model = "n".to_owned(), 0));
        assert_ne!(usual, key(&|settings| settings.sample = 1, 0));
        assert_ne!(usual, key(&|settings| settings.temperature = 0.5, 0));
        assert_ne!(usual, key(&|settings| settings.seed = Some(0), 0));
        assert_ne!(usual, key(&|settings| settings.max_answer_tokens = 7, 0));
        let elsewhere = |settings: &mut ModelSettings| {
            settings.address = ModelAddress::parse("http://127.0.0.1:2").unwrap();
        };
        assert_ne!(usual, key(&elsewhere, 0));
    }

    #[test]
    fn what_is_spoilt_counts_as_missing_and_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let cache = AnswerCache::open(&folder.path().join("deep/answers")).unwrap();
        let key = CacheKey::new(&settings(), &messages(0), 0);
        assert_eq!(cache.load(&key), None);
        cache.store(&key, "m", "q", &said("yes")).unwrap();
        assert_eq!(cache.load(&key), Some(said("yes")));
        let whole = fs::read(cache.path(&key)).unwrap();
        for place in 0..whole.len() {
            let mut spoilt = whole.clone();
            spoilt[place] ^= 1;
            fs::write(cache.path(&key), &spoilt).unwrap();
            // White space may change; what is said may not.
            assert!(cache.load(&key).is_none_or(|found| found == said("yes")), "byte {place}");
            fs::write(cache.path(&key), &whole[..place]).unwrap();
            assert_eq!(cache.load(&key), None, "cut at {place}");
        }
        // The answer to another question, put in the place of this one.
        let other = CacheKey::new(&settings(), &messages(1), 0);
        fs::write(cache.path(&other), &whole).unwrap();
        assert_eq!(cache.load(&other), None);
        cache.store(&key, "m", "q", &said("no")).unwrap();
        assert_eq!(cache.load(&key), Some(said("no")));
    }

    #[test]
    fn several_write_and_read_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = AnswerCache::open(folder.path()).unwrap();
        let key = CacheKey::new(&settings(), &messages(0), 0);
        let texts: Vec<String> = (0..4).map(|number| number.to_string().repeat(5000)).collect();
        std::thread::scope(|scope| {
            for text in &texts {
                scope.spawn(|| {
                    for _ in 0..50 {
                        cache.store(&key, "m", "q", &said(text)).unwrap();
                        let found = cache.load(&key).unwrap();
                        assert!(texts.contains(&found.text));
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
