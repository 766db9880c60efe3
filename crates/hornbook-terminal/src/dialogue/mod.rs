//! Line by line: through a pipe, from a file of answers, and for people who
//! would rather listen than look.
//!
//! A question is printed in words, with where things stand in one line before
//! it, and a line is read; `help` says what it may be. Nothing that is typed
//! loses anything: what is not understood is said not to be, and every answer can
//! be taken back.

mod checklist;
mod distributions;
mod grammar;
mod guessing;
mod help;
mod lines;
mod listing;
mod lists;
mod orders;
mod patience;
mod remarks;
mod things;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use hornbook::Implication;
use hornbook_explore::journal::{EntryId, JournalError, Took};
use hornbook_explore::words;
use hornbook_explore::{Asked, Asking, Interaction, NextError, ObjectStatement, Refusal, Response};
use hornbook_words::{LanguageChoice, escape_control, escape_lines};

use self::checklist::Checklist;
use self::guessing::Suggestion;
use self::lines::Read;
use crate::edits::{self, Edit};
use crate::{Ended, Session};

/// Why a dialogue ended before its time. What was acknowledged is kept.
#[derive(Debug)]
pub enum DialogueError {
    /// Nothing can be read any more.
    Input(io::Error),
    /// Nothing can be said any more.
    Output(io::Error),
    /// The last thing said could not be written down.
    Unwritten(String),
    /// A line of a script was not taken, and so the answer on this line may be
    /// to another question.
    OutOfStep(usize),
}

impl std::fmt::Display for DialogueError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(error) => write!(f, "cannot read answers: {error}"),
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
            Self::OutOfStep(line) => write!(
                f,
                "line {line} of the answers was not taken: it follows one that was not, and may answer something else"
            ),
            Self::Unwritten(problem) => write!(f, "{problem}; all that was acknowledged is kept"),
        }
    }
}

impl std::error::Error for DialogueError {}

/// Goes on with an exploration until the input ends, or somebody quits. With
/// `echo`, the lines that are read are printed where a terminal would show
/// them; whoever writes them does not see it if the journal cannot be written,
/// and so it ends then. Without it, a person is at it: they are asked for things
/// first and about several rules at once, if the session says so, and how long they
/// take is kept. A program is asked about one rule after the other, until it says
/// `lists` or begins with an object.
pub fn run(session: Session<'_>, input: impl BufRead, output: impl Write, echo: bool) -> Result<Ended, DialogueError> {
    Dialogue::new(session, output, echo, false).finish(input)
}

/// Goes on with an exploration by lines that were written beforehand. If one of
/// them is not taken, no answer is after it, unless something was put right:
/// it might be to another question. If they are all there, as in a file, the first is
/// looked at before anything is asked: if it tells of a thing, things are asked for.
pub fn script(
    session: Session<'_>,
    mut input: impl BufRead,
    output: impl Write,
    all_there: bool,
) -> Result<Ended, DialogueError> {
    let mut dialogue = Dialogue::new(session, output, true, true);
    if all_there {
        let first = lines::first(&mut input).map_err(DialogueError::Input)?;
        dialogue.begin_with(&first);
    }
    dialogue.finish(input)
}

struct Dialogue<'a, W> {
    session: Session<'a>,
    output: W,
    /// Whether lines are printed that were read.
    echo: bool,
    /// Whether the lines were written beforehand.
    scripted: bool,
    /// Whether the last line that should have changed something was not taken.
    missed: bool,
    /// How many lines were read.
    read: usize,
    /// Whether a line said something by now.
    began: bool,
    /// How questions are asked at the moment.
    asking: Asking,
    /// Since when there is what is answered now.
    asked_at: Instant,
    /// Whether things of the domain are asked for.
    describing: bool,
    /// An answer that was given before there was a question.
    early: Option<String>,
    /// The list of rules that is asked.
    list: Option<Checklist>,
    /// Rules that were left out of a list: they come next, one by one.
    left_out: Vec<Asked>,
    /// The answers to the last list.
    last_list: Vec<EntryId>,
    /// What is guessed of the object that was told of last.
    suggestion: Option<Suggestion>,
    /// The question that comes next by itself, if one does.
    at_hand: Option<Asked>,
    /// The open question somebody chose to answer now.
    chosen: Option<Implication>,
    /// What was refused, to be said again.
    refused: Option<Statement>,
    /// Why the last thing said is not on disk.
    unwritten: Option<String>,
    /// Whether the question, or the certificate, was told already.
    announced: bool,
    /// How many contradictions were told of.
    disputes: usize,
    /// Whether it was told how to answer, for either kind of question.
    explained: [bool; 4],
}

/// What is to be explained once: how to answer either kind of question, how to
/// answer a list, and how to tell of things.
const ABOUT_LISTS: usize = 2;
const ABOUT_THINGS: usize = 3;

/// Something that may contradict what was accepted before.
#[derive(Clone)]
enum Statement {
    /// An answer to a question.
    Answer(Implication, Response),
    /// An answer in the place of an earlier one.
    Change(EntryId, Response),
    /// What is told of an object.
    Tell(ObjectStatement),
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Quit,
}

impl<'a, W: Write> Dialogue<'a, W> {
    fn new(session: Session<'a>, output: W, echo: bool, scripted: bool) -> Self {
        // Lines that were written for one rule at a time are not taken for something else.
        let asking = match echo {
            true => Asking { objects_first: false, most_on_a_list: 1, ..session.asking },
            false => session.asking,
        };
        Self {
            session,
            output,
            echo,
            scripted,
            missed: false,
            read: 0,
            began: false,
            asking,
            asked_at: Instant::now(),
            describing: false,
            early: None,
            list: None,
            left_out: Vec::new(),
            last_list: Vec::new(),
            suggestion: None,
            at_hand: None,
            chosen: None,
            refused: None,
            unwritten: None,
            announced: false,
            disputes: 0,
            explained: [false; 4],
        }
    }

    fn finish(mut self, input: impl BufRead) -> Result<Ended, DialogueError> {
        match self.run(input) {
            // Whoever listened went away; that is as good as to quit.
            Err(DialogueError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(self.ended()),
            Err(error) => Err(error),
            Ok(()) => match self.unwritten.take() {
                Some(problem) => Err(DialogueError::Unwritten(problem)),
                None => Ok(self.ended()),
            },
        }
    }

    fn run(&mut self, mut input: impl BufRead) -> Result<(), DialogueError> {
        loop {
            self.announce()?;
            if self.echo && self.unwritten.is_some() {
                return Ok(());
            }
            self.write("> ")?;
            self.output.flush().map_err(DialogueError::Output)?;
            self.read += 1;
            let line = match lines::read(&mut input).map_err(DialogueError::Input)? {
                Read::Line(line) => line,
                Read::Unreadable(problem) => {
                    self.missed = true;
                    self.say(problem)?;
                    continue;
                }
                Read::End => {
                    self.say("")?;
                    return self.leave();
                }
            };
            if self.echo {
                self.say(&escape_control(&line))?;
            }
            if line.starts_with('#') {
                continue;
            }
            let first = !line.is_empty() && !std::mem::replace(&mut self.began, true);
            if first {
                self.begin_with(&line);
            }
            if self.take(&line)? == Then::Quit {
                return self.leave();
            }
        }
    }

    fn ended(&self) -> Ended {
        match self.session.exploration.certified() {
            Some(_) => Ended::Certified,
            None => Ended::Unfinished,
        }
    }

    fn write(&mut self, text: &str) -> Result<(), DialogueError> {
        self.output.write_all(escape_lines(text).as_bytes()).map_err(DialogueError::Output)
    }

    /// The one way out: whatever a line is made of, a terminal shows it.
    fn say(&mut self, line: &str) -> Result<(), DialogueError> {
        writeln!(self.output, "{}", escape_lines(line)).map_err(DialogueError::Output)
    }

    fn say_all(&mut self, lines: &[String]) -> Result<(), DialogueError> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Tells the question, or that there is none, if it was not told yet.
    fn announce(&mut self) -> Result<(), DialogueError> {
        if self.announced {
            return Ok(());
        }
        self.announced = true;
        let disputes = self.session.exploration.disputes().len();
        if std::mem::replace(&mut self.disputes, disputes) < disputes {
            let count = match disputes {
                1 => "There is a contradiction".to_owned(),
                _ => format!("There are {disputes} contradictions"),
            };
            self.say(&format!("{count} among the answers; the later ones do not count. 'disputes' lists them."))?;
        }
        if let Some(question) = &self.chosen {
            let question = self.session.exploration.asked_in_words(question).to_string();
            self.say("")?;
            self.say("An open question.")?;
            return self.say(&question);
        }
        self.at_hand = None;
        self.describing = false;
        self.asked_at = Instant::now();
        let exploration = &self.session.exploration;
        self.left_out.retain(|asked| !exploration.knowledge().decides(&asked.question));
        if let Some(asked) = self.left_out.first().cloned() {
            self.say("")?;
            self.say("You left this out.")?;
            return self.put(asked);
        }
        if self.list.is_some() {
            return self.put_list();
        }
        let next = patience::next(&mut self.session, self.asking);
        for note in self.session.programs.take_notes() {
            self.say(&note)?;
        }
        if next.is_ok() {
            self.say("")?;
        }
        let exploration = &self.session.exploration;
        match next {
            Ok(Interaction::Describe { missing }) => {
                self.describing = true;
                let lines = lists::describe(exploration, &missing);
                self.say_all(&lines)?;
                self.explain(ABOUT_THINGS, help::THINGS)
            }
            Ok(Interaction::Check { asked, shown }) => {
                self.asking.objects_first = false;
                self.say(&lists::standing(&self.session.exploration))?;
                self.list = Some(Checklist::new(asked, shown));
                self.put_list()
            }
            Ok(Interaction::Ask(asked)) => {
                self.asking.objects_first = false;
                self.say(&lists::standing(&self.session.exploration))?;
                self.put(asked)
            }
            Ok(Interaction::Wait) => {
                let waiting = exploration.waiting_in_words();
                self.say(&format!("Nothing for you now. {waiting}"))?;
                self.say("'disputes' lists disagreements, 'rules' what is known, 'quit' ends.")
            }
            Ok(Interaction::Certified(certified)) => {
                let mut lines = vec![lists::certificate(exploration, &certified)];
                lines.extend(lists::tried_out(exploration));
                lines.push(lists::what_now(exploration, &certified));
                self.say_all(&lines)
            }
            Err(error) => self.stuck(error),
        }
    }

    /// Asks a question.
    fn put(&mut self, asked: Asked) -> Result<(), DialogueError> {
        self.say(&self.session.exploration.asked_in_words(&asked.question).to_string())?;
        for comment in self.session.exploration.comments_in_words(&asked.question) {
            self.say(&format!("  Comment of {comment}"))?;
        }
        let kind = usize::from(words::is_about_never(&asked.question));
        self.explain(kind, help::answers(&asked.question))?;
        let proposals = self.session.exploration.proposals(&asked.question);
        for proposal in &proposals {
            self.say(&self.session.exploration.proposal_in_words(proposal))?;
        }
        if !proposals.is_empty() {
            self.say("'agree' makes it your word too.")?;
        }
        self.at_hand = Some(asked);
        Ok(())
    }

    /// Says how to answer, once.
    fn explain(&mut self, what: usize, words: &str) -> Result<(), DialogueError> {
        match std::mem::replace(&mut self.explained[what], true) {
            true => Ok(()),
            false => self.say(words),
        }
    }

    /// There is no next question, for the journal cannot be written.
    fn stuck(&mut self, error: NextError) -> Result<(), DialogueError> {
        let problem = match error {
            NextError::Journal(error) => self.not_on_disk(&error),
            error => escape_control(&error.to_string()),
        };
        self.say(&problem)?;
        self.say("An empty line tries again, 'quit' ends.")
    }

    fn not_on_disk(&mut self, error: &JournalError) -> String {
        let problem = escape_control(&error.to_string());
        let said = format!("{}. All that was acknowledged is kept.", in_a_sentence(error));
        self.unwritten = Some(problem);
        said
    }

    fn leave(&mut self) -> Result<(), DialogueError> {
        let exploration = &self.session.exploration;
        let kept = match exploration.journal().path() {
            Some(path) => format!(" Go on with: hornbook explore {}", escape_control(&path.display().to_string())),
            None => String::new(),
        };
        match self.ended() {
            Ended::Certified => Ok(()),
            Ended::Unfinished => self.say(&format!("Not finished yet; every answer is kept.{kept}")),
        }
    }

    /// The question that an answer would be to.
    fn question(&self) -> Option<Implication> {
        self.chosen.clone().or_else(|| self.at_hand.as_ref().map(|asked| asked.question.clone()))
    }

    fn take(&mut self, line: &str) -> Result<Then, DialogueError> {
        let (verb, rest) = grammar::verb(line);
        let exploration = &self.session.exploration;
        let lines = match (verb.as_str(), rest) {
            ("", "") => {
                self.announced = false;
                return Ok(Then::GoOn);
            }
            ("quit" | "exit" | "q", "") => return Ok(Then::Quit),
            ("help" | "h", _) => vec![help::ALL.to_owned()],
            ("why", number) if self.list.is_some() => self.why_listed(number),
            ("why", "") => match (&self.chosen, &self.at_hand) {
                (Some(question), _) => {
                    lists::why(exploration, &Asked { question: question.clone(), likely: 0.0, weight: 0.0 }, true)
                }
                (None, Some(asked)) => lists::why(exploration, asked, false),
                (None, None) => vec!["There is no question at hand.".to_owned()],
            },
            ("rules", "" | "full") => lists::rules(exploration, rest == "full"),
            ("background", "") => lists::background(exploration),
            ("objects" | "object", name) => lists::objects(exploration, orders::unquoted(name)),
            ("answers", "") => lists::answers(exploration),
            ("open", "") => lists::open(exploration),
            ("disputes", "") => lists::disputes(exploration),
            ("attributes", "") => lists::attributes(exploration),
            ("status", "") => lists::status(exploration),
            ("distribution", "") => distributions::lines(exploration),
            ("enough", "") => self.ask_with(Asking { objects_first: false, ..self.asking }),
            ("lists", "") => {
                let most_on_a_list = self.session.asking.most_on_a_list;
                self.ask_with(Asking { most_on_a_list, ..self.asking })
            }
            ("one", "by one") => self.ask_with(Asking { most_on_a_list: 1, ..self.asking }),
            ("export", path) => self.export(path),
            ("ask", number) => self.ask(number),
            ("comment", text) => return self.comment(text).map(|()| Then::GoOn),
            ("withdraw", text) => return self.withdraw(text).map(|()| Then::GoOn),
            _ => return self.change(&verb, rest, line).map(|()| Then::GoOn),
        };
        self.say_all(&lines)?;
        Ok(Then::GoOn)
    }

    /// Goes on in another way of asking.
    fn ask_with(&mut self, asking: Asking) -> Vec<String> {
        self.asking = asking;
        self.list = None;
        self.announced = false;
        Vec::new()
    }

    /// How long it took a person to say something.
    fn took(&self, guessed: usize, corrected: usize) -> Option<Took> {
        let seconds = self.asked_at.elapsed().as_secs_f64();
        let took = Took { seconds, together: 1, guessed: guessed as u32, corrected: corrected as u32 };
        (!self.echo).then_some(took)
    }

    fn export(&self, path: &str) -> Vec<String> {
        if path.is_empty() {
            return vec!["After 'export', expected the name of a file: export report.md.".to_owned()];
        }
        match (self.session.export)(&self.session.exploration, Path::new(path)) {
            Ok(written) => vec![escape_control(&written)],
            // It may begin with the name of the file, which stays as it is.
            Err(problem) => vec![format!("Nothing was written: {}.", escape_control(&problem).trim_end_matches('.'))],
        }
    }

    fn ask(&mut self, number: &str) -> Vec<String> {
        let questions = self.session.exploration.open_questions();
        let chosen = number.parse::<usize>().ok().and_then(|number| questions.get(number.checked_sub(1)?));
        match (chosen, questions.len()) {
            (Some((_, question, _)), _) => {
                self.chosen = Some(question.clone());
                self.announced = false;
                Vec::new()
            }
            (None, 0) => vec!["There are no open questions.".to_owned()],
            (None, 1) => vec!["There is one open question: 'ask 1' asks it.".to_owned()],
            (None, count) => vec![format!("After 'ask', expected a number from 1 to {count}: 'open' lists them.")],
        }
    }

    /// Takes what changes what is known: answers, and what is said about them.
    fn change(&mut self, verb: &str, rest: &str, line: &str) -> Result<(), DialogueError> {
        if verb != "again" {
            self.early = None;
        }
        let attributes = self.session.exploration.universe().clone();
        let exploration = &mut self.session.exploration;
        let who = self.session.who.as_deref();
        let done = match (verb, rest) {
            ("undo", "") => exploration.undo(who),
            ("undo", "list") => return self.undo_list(),
            ("agree", number) => match orders::agreed(&self.session.exploration, self.question().as_ref(), number) {
                Ok(id) => {
                    let (took, who) = (self.took(0, 0), self.session.who.as_deref());
                    self.session.exploration.timed(took, |exploration| exploration.agree(who, &id))
                }
                Err(problem) => return self.say(&problem),
            },
            ("guess", text) => return self.take_guess(text),
            ("distribution", text) => match distributions::called(text) {
                Ok(distribution) => {
                    let told = exploration.told();
                    exploration.set_distribution(who, distribution, Some(told))
                }
                Err(problem) => return self.say(&problem),
            },
            ("noun", text) if !text.is_empty() => {
                let noun = Some(orders::unquoted(text)).filter(|noun| *noun != "none").map(str::to_owned);
                let language = exploration.language_choice().cloned();
                exploration.set_words(who, noun.as_deref(), language)
            }
            ("language", text) if !text.is_empty() => {
                let noun = exploration.noun().map(str::to_owned);
                exploration.set_words(who, noun.as_deref(), Some(LanguageChoice::Shipped(text.to_owned())))
            }
            ("retract", text) if !text.is_empty() => match orders::changeable(exploration, text) {
                Ok(id) => exploration.retract(who, &id),
                Err(problem) => return self.say(&escape_control(&problem)),
            },
            ("restore", text) if !text.is_empty() => match orders::restored(exploration, text) {
                Ok(id) => exploration.retract(who, &id),
                Err(problem) => return self.say(&escape_control(&problem)),
            },
            ("change", text) if !text.is_empty() => match orders::changed(exploration, text) {
                Ok((earlier, response)) => return self.state(Statement::Change(earlier, response)),
                Err(problem) => return self.say(&problem),
            },
            ("tell" | "correct", text) if !text.is_empty() => {
                match orders::told(exploration, text, verb == "correct") {
                    Ok(told) => return self.state(Statement::Tell(told)),
                    Err(problem) => return self.say(&problem),
                }
            }
            ("add", text) if !text.is_empty() => match orders::added(text) {
                Ok(attributes) => exploration.add_attributes(who, attributes),
                Err(problem) => return self.say(&problem),
            },
            ("rename" | "describe" | "order" | "remove", text) if !text.is_empty() => {
                match Edit::parse(exploration, verb, text) {
                    Ok(edit) => {
                        let changes = edit.consequences(exploration);
                        let done = edit.make(exploration, who);
                        if done.is_ok() {
                            changes.iter().try_for_each(|line| self.say(line))?;
                        }
                        done
                    }
                    Err(problem) => return self.say(&problem),
                }
            }
            ("rename" | "describe" | "order" | "remove", _) => return self.say(edits::expected(verb)),
            ("epsilon" | "ε" | "delta" | "δ", text) if !text.is_empty() => {
                match orders::accuracy(exploration.accuracy(), verb, text) {
                    Ok(accuracy) => exploration.set_accuracy(who, accuracy),
                    Err(problem) => return self.say(&problem),
                }
            }
            ("again", "") if self.early.is_some() => {
                let line = self.early.take().unwrap_or_default();
                let (verb, rest) = grammar::verb(&line);
                return self.answer_or_tell(&verb, rest, &line);
            }
            ("again", "") => match self.refused.clone() {
                Some(statement) => return self.state(statement),
                None => return self.say("Nothing was refused that could be said again."),
            },
            (
                "undo" | "retract" | "restore" | "change" | "tell" | "correct" | "add" | "epsilon" | "delta" | "noun"
                | "language",
                _,
            ) => {
                return self.say(orders::expected(verb));
            }
            _ => return self.answer_or_tell(verb, rest, line),
        };
        if !self.session.exploration.has_places_of(attributes.names()) {
            // What was refused was about other attributes.
            self.refused = None;
        }
        self.report(done)
    }

    /// Takes an answer to the question or the list at hand, or a thing.
    fn answer_or_tell(&mut self, verb: &str, rest: &str, line: &str) -> Result<(), DialogueError> {
        if self.describing || (self.asking.objects_first && self.names_a_thing(line)) {
            return self.take_thing(verb, rest, line);
        }
        match self.list.clone().filter(|_| self.chosen.is_none() && self.left_out.is_empty()) {
            Some(list) => self.take_list_answer(&list, line),
            None => self.take_answer(self.question(), verb, rest, line),
        }
    }

    fn take_answer(
        &mut self,
        question: Option<Implication>,
        verb: &str,
        rest: &str,
        line: &str,
    ) -> Result<(), DialogueError> {
        let Some(question) = question else {
            return self.say("There is no question to answer at the moment. 'help' lists what can be said.");
        };
        let response = grammar::response(&self.session.exploration, &question, verb, rest);
        if self.scripted && self.missed && response.is_some() {
            return Err(DialogueError::OutOfStep(self.read));
        }
        self.missed = true;
        match response {
            Some(Ok(response)) => self.state(Statement::Answer(question, response)),
            Some(Err(problem)) => self.say(&problem),
            None => {
                let start: String = line.chars().take(MAX_CHARS_SHOWN).collect();
                self.say(&format!("'{}' was not understood.", escape_control(&start)))?;
                if line.contains(':') {
                    self.say(
                        "To tell of something without being asked: 'tell NAME: what it has; lacks what it lacks'.",
                    )?;
                }
                self.say(help::answers(&question))
            }
        }
    }

    /// Takes what somebody states, or keeps it to be said again.
    fn state(&mut self, statement: Statement) -> Result<(), DialogueError> {
        let took = self.took(0, 0);
        self.state_timed(statement, took)
    }

    fn state_timed(&mut self, statement: Statement, took: Option<Took>) -> Result<(), DialogueError> {
        let who = self.session.who.as_deref();
        let stated = self.session.exploration.timed(took, |exploration| match statement.clone() {
            Statement::Answer(question, response) => exploration.answer(who, &question, response),
            Statement::Change(earlier, response) => exploration.change(who, &earlier, response),
            Statement::Tell(told) => exploration.tell(who, told),
        });
        match &stated {
            Ok(_) => {
                self.refused = None;
                if let Statement::Answer(question, _) = &statement {
                    self.chosen = None;
                    self.left_out.retain(|asked| asked.question != *question);
                }
            }
            Err(Refusal::Contradicts(_) | Refusal::Journal(_)) => self.refused = Some(statement),
            Err(_) => {}
        }
        let example = match &stated {
            Err(Refusal::LacksNothing { conclusion, .. }) => conclusion.first(),
            _ => None,
        };
        let example = example.map(|attr| escape_control(self.session.exploration.universe().name(attr)));
        self.report(stated)?;
        example.map_or(Ok(()), |name| self.say(&format!("For instance: no NAME: lacks {name}")))
    }

    /// Says what was taken down, or why it was not.
    fn report(&mut self, done: Result<EntryId, Refusal>) -> Result<(), DialogueError> {
        let exploration = &self.session.exploration;
        let lines = match done {
            Ok(id) => {
                self.announced = false;
                self.unwritten = None;
                self.missed = false;
                // An open question may be settled by now.
                let open = exploration.open_questions();
                self.chosen =
                    self.chosen.take().filter(|chosen| open.iter().any(|(_, question, _)| question == chosen));
                // What was asked about several rules at once may be otherwise now.
                self.list = None;
                let mut lines = lists::noted(exploration, &id);
                // What was left out of a guess is not guessed again.
                let guessed = self.suggestion.take().is_some_and(|suggestion| suggestion.is_taken());
                self.suggestion = Suggestion::after(exploration, &id).filter(|_| !guessed);
                lines.extend(self.suggestion.iter().map(|suggestion| suggestion.in_words(exploration)));
                if self.refused.is_some() {
                    lines.push("'again' says once more what was refused.".to_owned());
                }
                lines
            }
            Err(Refusal::Contradicts(dispute)) => lists::contradiction(exploration, &dispute),
            Err(Refusal::Journal(error)) => {
                let problem = self.not_on_disk(&error);
                vec![format!("{problem} This was not taken; 'again' says it once more.")]
            }
            // These begin with a word of their own; others with the name of an object.
            Err(refusal @ Refusal::Impossible(_)) => vec![grammar::capital(&exploration.refusal(&refusal))],
            Err(refusal) => vec![exploration.refusal(&refusal)],
        };
        self.say_all(&lines)
    }
}

/// Why the journal cannot be written, with a capital at its beginning unless
/// that is a name.
fn in_a_sentence(error: &JournalError) -> String {
    let problem = escape_control(&error.to_string());
    match error {
        JournalError::Io { .. } => grammar::capital(&problem),
        _ => problem,
    }
}

/// Of what was not understood, so much is shown.
const MAX_CHARS_SHOWN: usize = 60;
