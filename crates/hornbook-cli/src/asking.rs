//! Programs and services that teach an exploration, while somebody watches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook_experts::model::{ModelBudget, ModelSpent};
use hornbook_experts::{
    ConsultEnd, ConsultError, ConsultLimits, ConsultProgress, ConsultWatcher, Consultation, Expert, ExpertError,
    Majority, Program, Service, ServiceToken,
};
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Attribute, EntryId};
use hornbook_terminal::worth;
use hornbook_words::rounded_up;
use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::ask_args::AskArgs;
use crate::bars::{self, style};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::guard::Guard;
use crate::output::note;
use crate::progress::stopped_by_ctrl_c;
use crate::words;

/// How often the bar is drawn.
const TIME_BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
/// Where the token for a service is.
pub(crate) const TOKEN_VARIABLE: &str = "HORNBOOK_ASK_TOKEN";
/// So many answers that do not count are shown.
const MAX_SHOWN: usize = 5;

/// Those who are asked, and about what.
pub(crate) struct Asked {
    experts: Vec<Box<dyn Expert>>,
    /// What language models may spend, and spent.
    budget: Arc<ModelBudget>,
    /// The attributes, with the words for them.
    pub(crate) attributes: Vec<Attribute>,
}

impl Asked {
    /// Gets hold of everybody who is to be asked. Without attributes, the first has
    /// to name them.
    pub(crate) fn start(arguments: &AskArgs, attributes: &[Attribute], name: Option<&str>) -> Result<Self, Failure> {
        let budget = arguments.models.budget();
        let mut asked = Self { experts: Vec::new(), budget, attributes: attributes.to_vec() };
        for address in &arguments.ask {
            let name = name.filter(|_| asked.experts.is_empty());
            if Service::is_address(address) {
                let token = std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty()).map(ServiceToken::new);
                let service = Service::start(address, token, &asked.attributes, arguments.answer_time());
                let mut service = service.map_err(failed)?;
                asked.attributes = service.attributes().to_vec();
                name.into_iter().for_each(|name| service.rename(name));
                asked.experts.push(Box::new(service));
            } else {
                let program = Program::start(address, &asked.attributes, arguments.answer_time());
                let mut program = program.map_err(failed)?;
                asked.attributes = program.attributes().to_vec();
                name.into_iter().for_each(|name| program.rename(name));
                asked.experts.push(Box::new(program));
            }
        }
        let again = arguments.doubt.rate()?.is_some();
        let models = arguments.models.start(&asked.attributes, arguments.answer_time(), again, &asked.budget)?;
        for mut samples in models {
            let name = samples[0].name().to_owned();
            asked.experts.extend(match samples.len() {
                1 => samples.pop(),
                count => Majority::new(samples)
                    .map(|votes| Box::new(votes.called(format!("{name}, {count} samples"))) as Box<dyn Expert>),
            });
        }
        Ok(asked)
    }

    /// Whether what they say is not simply trusted, so that a part of δ is for it.
    pub(crate) fn is_doubted(&self, arguments: &AskArgs) -> bool {
        arguments.doubt.doubts(&self.experts)
    }
}

fn failed(error: ExpertError) -> Failure {
    Failure::new(error.to_string())
}

/// How a consultation ended, and what is to be said of it.
pub(crate) struct Answered {
    pub(crate) end: ConsultEnd,
    progress: ConsultProgress,
    names: Vec<String>,
    /// What language models took, if some were asked.
    spent: Option<ModelSpent>,
    pub(crate) took: Duration,
}

/// Lets everybody teach an exploration, and shows how far it is.
pub(crate) fn consult(
    exploration: &mut Exploration,
    asked: Asked,
    arguments: &AskArgs,
    limit_questions: Option<u64>,
    guard: &Guard,
    quiet: bool,
) -> Result<Answered, Failure> {
    let Asked { experts, budget, .. } = asked;
    let experts = arguments.doubt.around(experts, exploration)?;
    let at_once = arguments.at_once.map_or(usize::MAX, |most| most as usize);
    let mut consultation = Consultation::new(experts).map_err(failed)?.at_once(at_once);
    let mut watcher = Watcher::start(guard, quiet);
    let limits = ConsultLimits { questions: limit_questions };
    let ended = consultation.run(exploration, limits, &mut watcher);
    watcher.bar.finish_and_clear();
    let took = watcher.started.elapsed();
    let end = match ended {
        Ok(end) => end,
        Err(ConsultError::Expert(ExpertError::Cancelled)) => ConsultEnd::Cancelled,
        Err(error) => return Err(Failure::new(error.to_string()).hint(&kept(exploration))),
    };
    let names = consultation.names().to_vec();
    let spent = (!arguments.models.ask_model.is_empty()).then(|| budget.spent());
    Ok(Answered { end, progress: consultation.progress().clone(), names, spent, took })
}

/// What is left when somebody can be asked no more.
fn kept(exploration: &Exploration) -> String {
    let Some(path) = exploration.journal().path() else { return String::new() };
    match exploration.questions() {
        0 => String::new(),
        some => format!(
            ". {} kept in {}: the same command goes on with {}",
            words::counted(some as usize, "answer") + if some == 1 { " is" } else { " are" },
            path.display(),
            if some == 1 { "it" } else { "them" }
        ),
    }
}

/// Shows how far it is, and says when to stop.
struct Watcher {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
    guard: Guard,
    started: Instant,
    drawn: Instant,
}

impl Watcher {
    fn start(guard: &Guard, quiet: bool) -> Self {
        guard.learning();
        bars::be_quiet(quiet);
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style("{spinner} {wide_msg}"));
        let now = Instant::now();
        Self { bar, stopped: stopped_by_ctrl_c(), guard: guard.clone(), started: now, drawn: now }
    }
}

impl ConsultWatcher for Watcher {
    fn is_stopped(&mut self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.guard.reached().is_some()
    }

    fn show(&mut self, exploration: &Exploration, progress: &ConsultProgress) {
        if self.bar.is_hidden() || self.drawn.elapsed() < TIME_BETWEEN_DRAWINGS {
            return;
        }
        self.drawn = Instant::now();
        let mut parts = vec![
            format!("{} answered", words::counted(exploration.questions() as usize, "question")),
            format!("{} out", words::count(progress.in_flight as u64)),
        ];
        if let Some(bound) = exploration.supported().filter(|&bound| bound < 1.0) {
            parts.push(format!("ε = {} by now", rounded_up(bound)));
        }
        parts.push(words::time(self.started.elapsed()));
        self.bar.set_message(parts.join(", "));
    }
}

impl Answered {
    /// A journal that is certified, for which nobody was asked.
    pub(crate) fn nothing() -> Self {
        let end = ConsultEnd::Certified;
        Self { end, progress: ConsultProgress::default(), names: Vec::new(), spent: None, took: Duration::ZERO }
    }

    /// How the command ends by it.
    pub(crate) fn ended(&self, exploration: &Exploration) -> Ended {
        let hangs = exploration.certified().is_some_and(|certified| worth::hangs(exploration, &certified));
        Ended::well_if(self.end == ConsultEnd::Certified && !hangs)
    }

    /// Who was asked how much, and what does not count of what they said.
    pub(crate) fn lines(&self, exploration: &Exploration) -> Vec<String> {
        let ConsultProgress { asked, problems, .. } = &self.progress;
        let mut lines = Vec::new();
        if self.names.is_empty() {
            lines.push("It was certified before, and nothing was asked.".to_owned());
        } else {
            let names = self.names.join(" and ");
            let time = words::time(self.took);
            lines.push(format!("{} to {names}; {time}.", words::counted(*asked as usize, "question")));
        }
        if self.end == ConsultEnd::NothingToAsk {
            lines.push("All that could be asked was: the rest waits for people.".to_owned());
        }
        lines.extend(self.spent.map(|spent| format!("Language models: {spent}.")));
        lines.extend(set_aside(exploration, &self.progress));
        for problem in problems.iter().take(MAX_SHOWN) {
            lines.push(format!("{} could not answer “{}”: {}", problem.who, problem.question, problem.problem));
        }
        lines.extend(more(problems.len(), "question without an answer"));
        if let Some(path) = exploration.journal().path() {
            let answers = words::counted(exploration.questions() as usize, "answer");
            lines.push(format!("{answers} in {}.", path.display()));
        }
        lines
    }
}

/// The answers that do not count, and why.
fn set_aside(exploration: &Exploration, progress: &ConsultProgress) -> Vec<String> {
    let mut lines = Vec::new();
    let disputes = exploration.disputes();
    for dispute in disputes.iter().take(MAX_SHOWN) {
        let said = dispute.entry.as_ref().map(|entry| exploration.said_by(entry)).unwrap_or_default();
        let against = exploration.dispute_in_words(dispute).join("; ");
        lines.push(format!("Set aside: {said}. It contradicts: {against}."));
    }
    lines.extend(more(disputes.len(), "answer set aside"));
    let gave_way: &[EntryId] = &progress.gave_way;
    for entry in gave_way.iter().take(MAX_SHOWN) {
        lines.push(format!("Gave way to one who is trusted more: {}.", exploration.said_by(entry)));
    }
    lines.extend(more(gave_way.len(), "answer that gave way"));
    lines
}

fn more(all: usize, what: &str) -> Option<String> {
    (all > MAX_SHOWN).then(|| format!("And {} more ({} in all).", all - MAX_SHOWN, words::counted(all, what)))
}

/// Says the lines that stand at the end.
pub(crate) fn close(lines: &[String], quiet: bool) {
    if !quiet {
        lines.iter().for_each(|line| note(line));
    }
}
