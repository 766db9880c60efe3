//! What is going on: the pages, and what is done when they ask for it.

use std::time::Instant;

use hornbook::Implication;
use hornbook_explore::journal::{EntryId, Took};
use hornbook_explore::{Asking, Checked, Exploration, Interaction, Programs, Refusal, Response};
use hornbook_words::escape_control;
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::answers::Answers;
use super::ask::Ask;
use super::certified::Sealed;
use super::check::Check;
use super::conflict::Conflict;
use super::describe::Describe;
use super::disputes::Disputes;
use super::look::Look;
use super::missed::Missed;
use super::open::Open;
use super::page::{Do, Filled, Key, Message, Page, Tab, View, Word};
use super::prompt::Prompt;
use super::rules::Rules;
use super::table::Table;
use super::text;
use super::trouble::Trouble;
use super::waiting::Waiting;
use crate::edits::Edit;
use crate::{Ended, Session, checked, comments};

/// In less than this, nothing can be made out.
const MIN_SCREEN_SIZE: (u16, u16) = (60, 16);
/// What is promised to be enough.
const COMFORTABLE_SCREEN_SIZE: &str = "80 by 24";

/// An exploration on the screen.
pub(super) struct App<'a> {
    session: Session<'a>,
    look: Look,
    /// The question, the certificate, or what is in the way of either; none
    /// while it has to be found.
    home: Option<Box<dyn Page>>,
    /// What lies above it, the last one in view.
    pages: Vec<Box<dyn Page>>,
    message: Option<Message>,
    /// Since when there is what is answered now.
    asked_at: Instant,
    left: bool,
}

impl<'a> App<'a> {
    /// Before the first question.
    pub(super) fn new(session: Session<'a>, look: Look) -> Self {
        let notes = session.exploration.journal().notes();
        let mut message = (!notes.is_empty()).then(|| Message::note(notes.join(" ")));
        let disputes = session.exploration.disputes().len();
        if disputes > 0 {
            let text = match disputes {
                1 => "An answer contradicts others: press b and then 5 to settle it.".to_owned(),
                _ => format!("{disputes} answers contradict others: press b and then 5 to settle it."),
            };
            message = Some(Message::problem(text));
        }
        Self { session, look, home: None, pages: Vec::new(), message, asked_at: Instant::now(), left: false }
    }

    /// Whether it is over.
    pub(super) fn left(&self) -> bool {
        self.left
    }

    /// Leaves.
    pub(super) fn leave(&mut self) {
        self.left = true;
    }

    /// How it was left.
    pub(super) fn ended(&self) -> Ended {
        match self.session.exploration.certified() {
            Some(_) => Ended::Certified,
            None => Ended::Unfinished,
        }
    }

    /// Whether the next question has to be found before anything can be shown.
    pub(super) fn must_think(&self) -> bool {
        self.home.is_none() && self.pages.is_empty()
    }

    /// The exploration.
    #[cfg(test)]
    pub(super) fn exploration(&mut self) -> &mut Exploration {
        &mut self.session.exploration
    }

    /// The exploration, to find the next question with, and the programs that are
    /// asked first.
    pub(super) fn exploration_and_programs(&mut self) -> (&mut Exploration, &mut Programs) {
        (&mut self.session.exploration, &mut self.session.programs)
    }

    /// Whoever is at it.
    pub(super) fn who(&self) -> Option<String> {
        self.session.who.clone()
    }

    /// How they are asked.
    pub(super) fn asking(&self) -> Asking {
        self.session.asking
    }

    /// How things stand out.
    pub(super) fn look(&self) -> Look {
        self.look
    }

    /// Shows what comes next.
    pub(super) fn found(&mut self, next: Interaction) {
        // Whoever was asked about rules goes on so, also if the first answer is undone.
        self.session.asking.objects_first &= matches!(next, Interaction::Describe { .. });
        self.asked_at = Instant::now();
        let notes = self.session.programs.take_notes();
        if !notes.is_empty() {
            self.message = Some(Message::problem(notes.join(" ")));
        }
        let view = View { exploration: &self.session.exploration, look: self.look };
        self.home = Some(match next {
            Interaction::Describe { missing } => Box::new(Describe::new(missing)),
            Interaction::Check { shown, .. } => Box::new(Check::new(shown)),
            Interaction::Ask(asked) => Box::new(Ask::now(&view, asked)),
            Interaction::Certified(certified) => Box::new(Sealed::new(certified)),
            Interaction::Wait => Box::new(Waiting),
        });
    }

    /// Shows why nothing comes next.
    pub(super) fn stuck(&mut self, why: &str) {
        self.home = Some(Box::new(Trouble::new(why)));
    }

    /// Asks for another accuracy before anything else.
    pub(super) fn ask_accuracy(&mut self) {
        let view = View { exploration: &self.session.exploration, look: self.look };
        self.pages.push(Box::new(Prompt::accuracy(&view)));
    }

    /// Something happened at the terminal.
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Paste(text) => {
                let view = View { exploration: &self.session.exploration, look: self.look };
                if let Some(page) = self.pages.last_mut() {
                    page.paste(&view, text);
                }
            }
            // Everything is drawn again after each event, also of another size.
            _ => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if is_quit(key) {
            self.left = true;
            return;
        }
        self.message = None;
        let view = View { exploration: &self.session.exploration, look: self.look };
        if let Some(page) = self.pages.last_mut().or(self.home.as_mut()) {
            let done = page.press(&view, key);
            self.carry_out(done);
        }
    }

    fn carry_out(&mut self, what: Do) {
        match what {
            Do::Nothing => {}
            Do::Say(message) => self.message = Some(message),
            Do::Close(count) => self.close(count),
            Do::Picked(place) => {
                self.pages.pop();
                let view = View { exploration: &self.session.exploration, look: self.look };
                if let Some(page) = self.pages.last_mut() {
                    page.picked(&view, place);
                }
            }
            Do::Open(page) => self.pages.push(page),
            Do::Switch(page) => self.switch(page),
            Do::Browse(tab) => {
                let view = View { exploration: &self.session.exploration, look: self.look };
                self.switch(page_of(&view, tab));
            }
            Do::AskAgain { question, instead } => {
                let view = View { exploration: &self.session.exploration, look: self.look };
                self.pages.push(Box::new(Ask::again(&view, question, instead)));
            }
            Do::Give(word) => self.give(word),
            Do::Hand(word, count) => {
                self.close(count);
                if let Some(page) = self.pages.last_mut().or(self.home.as_mut()) {
                    page.handed(word);
                }
            }
            Do::GiveList(answers) => self.give_list(answers),
            Do::Agree(entry) => self.agree(&entry),
            Do::GiveWithout(entry, mut word) => {
                let before = word.known(&self.session.exploration);
                if self.take_back(&entry) {
                    word.find_again(&self.session.exploration, before.as_ref());
                    // The page about the contradiction has served.
                    self.pages.pop();
                    self.give(word);
                }
            }
            Do::TakeBack(entry) => {
                if self.take_back(&entry) {
                    self.changed("Taken back, and written down so.");
                }
            }
            Do::TakeBackAll(entries) => {
                if entries.iter().rev().all(|entry| self.take_back(entry)) {
                    self.changed("Taken back, and written down so.");
                }
            }
            Do::Undo => self.undo(),
            Do::Enough => {
                self.session.asking.objects_first = false;
                self.home = None;
            }
            Do::Add(attributes) => {
                let who = self.session.who.as_deref();
                match self.session.exploration.add_attributes(who, attributes) {
                    Ok(_) => self.changed("Added. Of the objects told so far, they are not known yet."),
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::Change(verb, text) => match Edit::parse(&self.session.exploration, &verb, &text) {
                Ok(edit) => {
                    let who = self.session.who.as_deref();
                    match edit.make(&mut self.session.exploration, who) {
                        Ok(_) => self.changed("Changed, and written down so; undo takes it back."),
                        Err(refusal) => self.refuse(refusal),
                    }
                }
                Err(problem) => self.message = Some(Message::problem(problem)),
            },
            Do::Reword(rewording) => {
                let who = self.session.who.as_deref();
                match rewording.make(&mut self.session.exploration, who) {
                    Ok(_) => self.changed("Written down: it is said so from here on; undo takes it back."),
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::Comment(question, text) => {
                let who = self.session.who.as_deref();
                match self.session.exploration.comment(who, &question, &text) {
                    Ok(_) => {
                        self.close(1);
                        self.message = Some(Message::note("Written down, for others to read. It is no answer."));
                    }
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::Withdraw(question) => {
                let who = self.session.who.as_deref();
                match comments::withdraw_last(&mut self.session.exploration, who, &question) {
                    Ok(_) => self.message = Some(Message::note("Your last comment on it is taken back.")),
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::Sharpen(accuracy) => {
                let who = self.session.who.as_deref();
                match self.session.exploration.set_accuracy(who, accuracy) {
                    Ok(_) => self.changed("Written down: it goes on to the new accuracy."),
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::About(distribution) => {
                let (who, told) = (self.session.who.as_deref(), self.session.exploration.told());
                match self.session.exploration.set_distribution(who, distribution, Some(told)) {
                    Ok(_) => self.changed("Written down: the certificate is to be about that."),
                    Err(refusal) => self.refuse(refusal),
                }
            }
            Do::Export(path, count) => match (self.session.export)(&self.session.exploration, &path) {
                Ok(said) => {
                    self.close(count);
                    self.message = Some(Message::note(escape_control(&said)));
                }
                Err(problem) => self.message = Some(Message::problem(escape_control(&problem))),
            },
            Do::TryAgain => self.home = None,
            Do::Quit => self.left = true,
        }
    }

    /// Puts a page in the place of the one in view.
    fn switch(&mut self, page: Box<dyn Page>) {
        self.pages.pop();
        self.pages.push(page);
    }

    fn close(&mut self, count: usize) {
        self.pages.truncate(self.pages.len().saturating_sub(count));
    }

    /// Takes what is said. If it cannot be taken, it stays where it was typed.
    fn give(&mut self, word: Word) {
        let Filled { guessed, corrected } = word.filled();
        let took = Took { seconds: self.asked_at.elapsed().as_secs_f64(), together: 1, guessed, corrected };
        let exploration = &mut self.session.exploration;
        let who = self.session.who.as_deref();
        let given = exploration.timed(Some(took), |exploration| match word.clone() {
            Word::Answer { question, response, instead: None, .. } => exploration.answer(who, &question, response),
            Word::Answer { response, instead: Some(entry), .. } => exploration.change(who, &entry, response),
            Word::Tell(told, _) => exploration.tell(who, told),
        });
        match given {
            Ok(_) => self.changed("Written down."),
            Err(Refusal::Contradicts(dispute)) => {
                let view = View { exploration: &self.session.exploration, look: self.look };
                self.pages.push(Box::new(Conflict::new(&view, dispute, word)));
            }
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Agrees with what a program said.
    fn agree(&mut self, entry: &EntryId) {
        let took = Took { seconds: self.asked_at.elapsed().as_secs_f64(), together: 1, guessed: 0, corrected: 0 };
        let who = self.session.who.as_deref();
        match self.session.exploration.timed(Some(took), |exploration| exploration.agree(who, entry)) {
            Ok(_) => self.changed("Written down: you agree."),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Takes the answers to a list of rules. What was taken before one that could
    /// not be is kept, and the rest asked again.
    fn give_list(&mut self, answers: Vec<(Implication, Option<Response>)>) {
        let seconds = self.asked_at.elapsed().as_secs_f64();
        let exploration = &self.session.exploration;
        let before = exploration.journal().entries().len();
        let ticked = |(rule, response): &&(Implication, Option<Response>)| {
            *response == Some(Response::Holds) && exploration.knowledge().fails(rule)
        };
        let mixed_in = answers.iter().any(|answer| ticked(&answer));
        let who = self.session.who.as_deref();
        match checked::give(&mut self.session.exploration, who, answers, Some(seconds)) {
            Ok(Checked { entries, missed, broken, .. }) => {
                self.changed("Written down.");
                let false_ones = if missed.is_empty() { broken } else { missed };
                if !false_ones.is_empty() {
                    self.message = None;
                    self.pages.push(Box::new(Missed::new(false_ones, mixed_in, entries)));
                }
            }
            Err(refusal) if self.session.exploration.journal().entries().len() == before => self.refuse(refusal),
            Err(refusal) => {
                let said = self.session.exploration.refusal(&refusal);
                self.changed("");
                self.message = Some(Message::problem(format!(
                    "Written down up to one that was not taken, and no further: {said}"
                )));
            }
        }
    }

    fn take_back(&mut self, entry: &EntryId) -> bool {
        match self.session.exploration.retract(self.session.who.as_deref(), entry) {
            Ok(_) => {
                self.home = None;
                let view = View { exploration: &self.session.exploration, look: self.look };
                self.pages.iter_mut().for_each(|page| page.refresh(&view));
                true
            }
            Err(refusal) => {
                self.refuse(refusal);
                false
            }
        }
    }

    fn undo(&mut self) {
        let exploration = &mut self.session.exploration;
        match exploration.undo(self.session.who.as_deref()) {
            Ok(id) => {
                let said = exploration.entry(&id).map(|entry| exploration.entry_in_words(entry)).unwrap_or_default();
                self.changed(&format!("{said}. (To have it back: b, 3, and take this back in turn.)"));
            }
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        let mut text = self.session.exploration.refusal(&refusal);
        if matches!(refusal, Refusal::Journal(_)) {
            text.push_str(
                ". It was not taken: what you typed is still here, and everything acknowledged before is kept. Try again \
                 once that is put right.",
            );
        }
        self.message = Some(Message::problem(text));
    }

    /// What is known has changed, by something said on the pages in view.
    fn changed(&mut self, said: &str) {
        self.home = None;
        while self.pages.last().is_some_and(|page| !page.stays()) {
            self.pages.pop();
        }
        let view = View { exploration: &self.session.exploration, look: self.look };
        self.pages.iter_mut().for_each(|page| page.refresh(&view));
        self.message = Some(Message::note(said));
    }

    /// Draws the page in view.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < MIN_SCREEN_SIZE.0 || area.height < MIN_SCREEN_SIZE.1 {
            too_small(frame);
            return;
        }
        let view = View { exploration: &self.session.exploration, look: self.look };
        let Some(page) = self.pages.last_mut().or(self.home.as_mut()) else { return };
        let columns = usize::from(area.width) - 2;
        let height = usize::from(area.height);
        let message = self.message.as_ref().map(|message| message_in_lines(message, columns, height / 3, self.look));
        let message = message.unwrap_or_default();
        let (mut keys, mut lines, mut room);
        let mut told = page.keys(&view);
        loop {
            keys = keys_in_lines(&told, columns, self.look);
            // The line at the top with an empty one below, and a rule above the keys.
            room = height.saturating_sub(keys.len() + message.len() + 3);
            lines = page.lines(&view, columns, room);
            // That it scrolls, for one, a page knows when it has its lines; to
            // say so once is enough.
            let now = page.keys(&view);
            if now.len() <= told.len() {
                break;
            }
            told = now;
        }
        lines.resize(room, Line::default());
        lines.extend(message);
        lines.push(Line::styled("─".repeat(columns), self.look.faint()));
        lines.extend(keys);
        let top = top_line(&page.title(), &name(view.exploration), area.width.into(), self.look);
        draw_line(frame, 0, 0, &top);
        for (at, line) in lines.iter().enumerate() {
            draw_line(frame, 1, at as u16 + 2, line);
        }
    }
}

/// The page about what is known, as it is known now.
fn page_of(view: &View<'_>, tab: Tab) -> Box<dyn Page> {
    match tab {
        Tab::Rules => Box::new(Rules::new(view)),
        Tab::Objects => Box::new(Table::new(view)),
        Tab::Answers => Box::new(Answers::new(view)),
        Tab::Open => Box::new(Open::new(view)),
        Tab::Disputes => Box::new(Disputes::new(view)),
    }
}

/// Whether a key leaves from wherever one is.
pub(super) fn is_quit(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Draws what there is room for.
pub(super) fn draw_line(frame: &mut Frame<'_>, x: u16, y: u16, line: &Line<'_>) {
    let area = frame.area();
    let line_area = Rect { x, y, width: area.width.saturating_sub(x), height: 1 };
    if y < area.height && line_area.width > 0 {
        frame.render_widget(line, line_area);
    }
}

/// What is explored: its title, or the name of its file.
fn name(exploration: &Exploration) -> String {
    let title = exploration.journal().header().title.clone();
    let file = || exploration.journal().path()?.file_name().map(|name| name.to_string_lossy().into_owned());
    escape_control(&title.or_else(file).unwrap_or_default())
}

fn top_line(title: &str, name: &str, columns: usize, look: Look) -> Line<'static> {
    let name = text::cut(name, columns / 3);
    let left = text::fitted(&format!(" {title}"), columns.saturating_sub(text::width(&name) + 2));
    Line::styled(text::fitted(&format!("{left} {name} "), columns), look.title())
}

fn message_in_lines(message: &Message, columns: usize, most: usize, look: Look) -> Vec<Line<'static>> {
    let (sign, style) = if message.problem { ("! ", look.problem()) } else { ("· ", look.strong()) };
    let mut lines = Vec::new();
    for (at, part) in message.text.lines().enumerate() {
        let sign = if at == 0 { sign } else { "  " };
        lines.extend(text::wrapped(&[Span::styled(part.to_owned(), style)], columns, sign, "  "));
    }
    if lines.len() > most.max(1) {
        lines.truncate(most.max(1) - 1);
        lines.push(Line::styled("  …", style));
    }
    lines
}

/// The keys, as many to a line as there is room for, none torn apart.
fn keys_in_lines(keys: &[Key], columns: usize, look: Look) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let mut taken = 0;
    for (key, does) in keys {
        let length = text::width(key) + 1 + text::width(does);
        if taken > 0 && taken + 3 + length > columns {
            lines.push(Line::default());
            taken = 0;
        }
        if let Some(line) = lines.last_mut() {
            if taken > 0 {
                line.push_span("   ");
                taken += 3;
            }
            line.push_span(Span::styled((*key).to_owned(), look.strong()));
            line.push_span(format!(" {does}"));
            taken += length;
        }
    }
    lines
}

fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let text = format!(
        "This window is too small ({} by {}): make it {COMFORTABLE_SCREEN_SIZE} or more. Ctrl-C leaves; everything is kept.",
        area.width, area.height
    );
    for (at, line) in text::paragraph(&text, area.width.into(), "").iter().enumerate() {
        draw_line(frame, 0, at.min(u16::MAX.into()) as u16, line);
    }
}
