//! The form for an object: an exception to a rule, or anything else that is
//! told. What follows by the accepted rules is filled in while it is typed.

use hornbook::{Attr, AttrSet, Implication, Model};
use hornbook_explore::journal::EntryId;
use hornbook_explore::words::is_about_never;
use hornbook_explore::{Closest, Fact, ObjectStatement, Proposal, Refusal, Response};
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::confirm::{Act, Confirm};
use super::guesses::Guesses;
use super::input::Input;
use super::list::List;
use super::page::{Do, Key, Message, Page, View, Word};
use super::pick::{Pick, matching};
use super::text;

/// So many names are suggested.
const MAX_SUGGESTIONS: usize = 4;
/// Among so many objects that come close to breaking a rule, those are looked
/// for that may.
const MAX_CLOSEST_OBJECTS: usize = 50;

/// What an object is told for.
enum Aim {
    /// To break a rule.
    Break {
        question: Implication,
        /// What of the conclusion follows all the same.
        holds: Option<AttrSet>,
        /// Of these it must lack one.
        lackable: AttrSet,
        instead: Option<EntryId>,
        /// Whether the answer is given together with those to other rules.
        listed: bool,
    },
    /// To have it known.
    Tell,
}

/// What was typed for an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Untouched,
    /// Yes, no, or not known.
    Set(Option<bool>),
}

/// The form.
pub(super) struct Form {
    aim: Aim,
    name: Input,
    /// The known object it is about, if it is about one.
    known: Option<usize>,
    /// Whether that was chosen, and so cannot be named otherwise.
    chosen: bool,
    /// The entry that first told of that object, if it has no name.
    first: Option<EntryId>,
    /// The names of all known objects.
    names: Vec<String>,
    /// Which of them may be what is looked for, by what is known of them.
    closest: Vec<usize>,
    entries: Vec<Entry>,
    /// What is filled in where nothing is typed or known.
    guesses: Guesses,
    /// The attributes in the order they are shown in, under headings.
    groups: Vec<(String, Vec<Attr>)>,
    list: List,
    /// Whether the name is being typed.
    naming: bool,
    suggestion: Option<usize>,
}

impl Form {
    /// For an object that breaks a rule, of the conclusion of which some may
    /// follow all the same.
    pub(super) fn breaking(
        view: &View<'_>,
        question: Implication,
        holds: Option<AttrSet>,
        instead: Option<EntryId>,
    ) -> Self {
        let may_break = |closest: &Closest| closest.lacks.is_empty() && !closest.has_all;
        let closest = view.exploration.closest(&question, MAX_CLOSEST_OBJECTS).into_iter().filter(may_break);
        let closest = closest.map(|closest| closest.object).collect();
        let none = view.exploration.universe().none();
        let lackable = view.exploration.may_lack(&question, holds.as_ref().unwrap_or(&none));
        let groups = groups(view, &question, holds.as_ref(), &lackable);
        let mut form = Self::new(view, Aim::Break { question, holds, lackable, instead, listed: false }, groups);
        form.closest = closest;
        form.fill_in_proposal(view);
        form.guess(view);
        form
    }

    /// Fills in the example of a program, if one gave one: it can be changed like
    /// anything that was typed.
    fn fill_in_proposal(&mut self, view: &View<'_>) {
        let Aim::Break { question, .. } = &self.aim else { return };
        let object = |proposal: Proposal| match proposal.response {
            Response::Refuted(told) => Some(told),
            Response::Partly { object, .. } => object,
            _ => None,
        };
        let Some(told) = view.exploration.proposals(question).into_iter().find_map(object) else { return };
        self.name = Input::of(&told.name);
        self.look_up(view);
        for (set, has) in [(&told.has, true), (&told.lacks, false)] {
            set.iter().for_each(|attr| self.entries[attr] = Entry::Set(Some(has)));
        }
    }

    /// For an object that breaks a rule of a list, the answers to which are given
    /// together.
    pub(super) fn for_list(view: &View<'_>, question: Implication) -> Self {
        let mut form = Self::breaking(view, question, None, None);
        if let Aim::Break { listed, .. } = &mut form.aim {
            *listed = true;
        }
        form
    }

    /// To tell more of a known object.
    pub(super) fn of_object(view: &View<'_>, place: usize) -> Self {
        let mut form = Self::telling(view);
        form.name = Input::of(&view.exploration.object_name(place));
        let object = &view.exploration.objects()[place];
        form.chosen = true;
        form.first = object.name().is_none().then(|| object.first().clone());
        form.naming = false;
        // Whoever corrects one thing is not to confirm others by the way.
        form.guesses = Guesses::none();
        form.look_up(view);
        form
    }

    /// To tell of an object.
    pub(super) fn telling(view: &View<'_>) -> Self {
        let all = view.exploration.universe().all();
        let mut form = Self::new(view, Aim::Tell, vec![(String::new(), all.iter().collect())]);
        form.guess(view);
        form
    }

    fn new(view: &View<'_>, aim: Aim, groups: Vec<(String, Vec<Attr>)>) -> Self {
        let exploration = view.exploration;
        Self {
            aim,
            name: Input::default(),
            known: None,
            chosen: false,
            first: None,
            names: (0..exploration.objects().len()).map(|place| exploration.object_name(place)).collect(),
            closest: Vec::new(),
            entries: vec![Entry::Untouched; exploration.universe().len()],
            guesses: Guesses::default(),
            groups,
            list: List::default(),
            naming: true,
            suggestion: None,
        }
    }

    /// All attributes in the order they are shown in.
    fn attrs(&self) -> Vec<Attr> {
        self.groups.iter().flat_map(|(_, attrs)| attrs).copied().collect()
    }

    /// Finds out which known object it is about, after its name or what is known
    /// has changed.
    fn look_up(&mut self, view: &View<'_>) {
        let name = self.name.text();
        let name = name.trim();
        self.known = match &self.first {
            Some(first) => view.exploration.objects().iter().position(|object| object.first() == first),
            None => self.names.iter().position(|known| !name.is_empty() && known == name),
        };
    }

    fn fact<'v>(&self, view: &View<'v>, attr: Attr) -> Option<&'v Fact> {
        self.known.and_then(|place| view.exploration.objects().get(place)?.fact(attr))
    }

    /// What it has unless something else is typed or known.
    fn usual(&self, attr: Attr) -> Option<bool> {
        let Aim::Break { question, holds, .. } = &self.aim else { return None };
        if question.premise.contains(attr) || holds.as_ref().is_some_and(|holds| holds.contains(attr)) {
            return Some(true);
        }
        // If there is but one that it can lack, it lacks that.
        (self.lackable() == AttrSet::of(self.entries.len(), [attr])).then_some(false)
    }

    /// Of these it must lack one.
    fn lackable(&self) -> AttrSet {
        match &self.aim {
            Aim::Break { lackable, .. } => lackable.clone(),
            Aim::Tell => AttrSet::empty(self.entries.len()),
        }
    }

    /// What is said about an attribute, here or before.
    fn said(&self, view: &View<'_>, attr: Attr) -> Option<bool> {
        match self.entries[attr] {
            Entry::Set(said) => said,
            Entry::Untouched => self.fact(view, attr).map(|fact| fact.has).or_else(|| self.usual(attr)),
        }
    }

    /// Guesses anew, after what is said has changed.
    fn guess(&mut self, view: &View<'_>) {
        let lackable = self.lackable();
        let breaks = match &self.aim {
            Aim::Break { question, .. } if !lackable.is_empty() => {
                Some(Implication::new(question.premise.clone(), lackable))
            }
            _ => None,
        };
        let told = self.told(view);
        self.guesses.update(view, told, breaks.as_ref());
    }

    /// What is guessed of an attribute of which nothing is said; not what the person
    /// made unknown.
    fn guessed(&self, view: &View<'_>, attr: Attr) -> Option<bool> {
        let open = self.entries[attr] == Entry::Untouched && self.said(view, attr).is_none();
        self.guesses.of(attr).filter(|_| open)
    }

    /// The attributes of which this is guessed.
    fn guessed_as(&self, view: &View<'_>, value: bool) -> AttrSet {
        let all = 0..self.entries.len();
        AttrSet::of(self.entries.len(), all.filter(|&attr| self.guessed(view, attr) == Some(value)))
    }

    fn has_guesses(&self, view: &View<'_>) -> bool {
        (0..self.entries.len()).any(|attr| self.guessed(view, attr).is_some())
    }

    fn corrected(&self, view: &View<'_>) -> Vec<Attr> {
        let differs = |attr: &Attr| self.fact(view, *attr).is_some_and(|fact| self.said(view, *attr) != Some(fact.has));
        (0..self.entries.len()).filter(differs).collect()
    }

    fn told(&self, view: &View<'_>) -> ObjectStatement {
        // What is known already is said again only where the question is about it.
        let asked = |attr: Attr| match &self.aim {
            Aim::Tell => false,
            Aim::Break { question, .. } => {
                question.premise.contains(attr) || question.conclusion.attrs().is_some_and(|all| all.contains(attr))
            }
        };
        let says =
            |attr: Attr| matches!(self.entries[attr], Entry::Set(_)) || self.fact(view, attr).is_none() || asked(attr);
        let with = |value: bool| {
            let all = (0..self.entries.len()).filter(|&attr| says(attr));
            AttrSet::of(self.entries.len(), all.filter(|&attr| self.said(view, attr) == Some(value)))
        };
        ObjectStatement {
            name: self.name.text().trim().to_owned(),
            known: self.known.filter(|_| self.first.is_some()),
            has: with(true),
            lacks: with(false),
            correct: !self.corrected(view).is_empty(),
        }
    }

    /// What is given: what is said, with the guesses that stand in the form.
    fn word(&self, view: &View<'_>) -> Word {
        let mut told = self.told(view);
        let (has, lacks) = (self.guessed_as(view, true), self.guessed_as(view, false));
        let filled = self.guesses.filled(|attr| self.said(view, attr), &has.union(&lacks));
        told.has.insert_all(&has);
        told.lacks.insert_all(&lacks);
        match &self.aim {
            Aim::Tell => Word::Tell(told, filled),
            Aim::Break { question, holds, instead, .. } => {
                let response = match holds {
                    None => Response::Refuted(told),
                    Some(holds) => Response::Partly { holds: holds.clone(), object: Some(told) },
                };
                Word::Answer { question: question.clone(), response, instead: instead.clone(), filled }
            }
        }
    }

    /// Whether something is said that was not known.
    fn is_news(&self, view: &View<'_>) -> bool {
        let new = |attr: Attr| {
            self.said(view, attr).is_some_and(|said| self.fact(view, attr).map(|fact| fact.has) != Some(said))
        };
        self.has_guesses(view) || (0..self.entries.len()).any(new)
    }

    fn give(&mut self, view: &View<'_>) -> Do {
        if matches!(self.aim, Aim::Tell) && !self.is_news(view) {
            return Do::Say(Message::note("Nothing new is said yet: set an attribute to yes or no first."));
        }
        if let Some(place) = self.first_unseen_guess(view) {
            self.list.at = place;
            return Do::Say(Message::note("There are more guesses below: look at them first, or drop all with g."));
        }
        let corrected = self.corrected(view);
        let name = escape_control(self.name.text().trim());
        let word = self.word(view);
        // What cannot be taken says why at once, rather than with the whole list.
        let listed = matches!(self.aim, Aim::Break { listed: true, .. })
            && self.verdict(view, &view.exploration.fill(&self.told(view))).0;
        if corrected.is_empty() {
            return if listed { Do::Hand(word, 1) } else { Do::Give(word) };
        }
        let mut said = vec![format!("This corrects what was said of {name} before:")];
        for attr in corrected {
            let attribute = escape_control(&view.exploration.attributes()[attr].name);
            said.push(match self.said(view, attr) {
                Some(true) => format!("It was said to lack {attribute}, and now to have it."),
                _ => format!("It was said to have {attribute}, and now to lack it."),
            });
        }
        said.push("All else that was said stays.".to_owned());
        let act = if listed { Act::Hand(word) } else { Act::Give(word) };
        Do::Open(Box::new(Confirm::new("Correct what was said?", said, "correct it", act)))
    }

    /// The place of the first attribute that is guessed and has not been in view.
    fn first_unseen_guess(&self, view: &View<'_>) -> Option<usize> {
        let (mut line, mut place) = (0, 0);
        for (heading, attrs) in &self.groups {
            line += usize::from(!heading.is_empty());
            for &attr in attrs {
                if self.guessed(view, attr).is_some() && !self.list.has_shown(line) {
                    return Some(place);
                }
                line += 1;
                place += 1;
            }
        }
        None
    }

    /// Sets the entry at the cursor, and says if that cannot be.
    fn set(&mut self, view: &View<'_>, value: Option<bool>) -> Do {
        let Some(&attr) = self.attrs().get(self.list.at) else { return Do::Nothing };
        if self.guessed(view, attr).is_some() {
            self.guesses.set(attr);
        }
        self.entries[attr] = Entry::Set(value);
        if value.is_none() && self.fact(view, attr).is_some() {
            self.entries[attr] = Entry::Untouched;
            return Do::Say(Message::note("That was said before. To unsay it, take that answer back: b, 3."));
        }
        let Aim::Break { question, .. } = &self.aim else { return Do::Nothing };
        if value.is_none() && question.premise.contains(attr) {
            self.entries[attr] = Entry::Untouched;
            let kind = self.kind();
            return Do::Say(Message::note(format!("{kind} has this: the question is about what does.")));
        }
        Do::Nothing
    }

    fn cycle(&mut self, view: &View<'_>) -> Do {
        let Some(&attr) = self.attrs().get(self.list.at) else { return Do::Nothing };
        let certain = self.fact(view, attr).is_some()
            || matches!(&self.aim, Aim::Break { question, .. } if question.premise.contains(attr));
        // What must be no is no first.
        let first = !self.lackable().contains(attr);
        let next = match self.said(view, attr).or_else(|| self.guessed(view, attr)) {
            None => Some(first),
            Some(value) if value == first => Some(!first),
            Some(_) if certain => Some(first),
            Some(_) => None,
        };
        self.set(view, next)
    }

    fn kind(&self) -> &'static str {
        match &self.aim {
            Aim::Break { question, .. } if is_about_never(question) => "An example",
            Aim::Break { .. } => "An exception",
            Aim::Tell => "An object",
        }
    }

    /// Names of known objects, the likeliest first.
    fn suggestions(&self) -> Vec<usize> {
        if self.chosen {
            return Vec::new();
        }
        let typed = self.name.text();
        let mut found = if typed.trim().is_empty() { self.closest.clone() } else { matching(&typed, &self.names) };
        found.truncate(MAX_SUGGESTIONS);
        found.retain(|&place| self.names[place] != typed.trim());
        found
    }

    /// Whether it will do, and what to do if not.
    fn verdict(&self, view: &View<'_>, filled: &Result<Model, Refusal>) -> (bool, String) {
        let exploration = view.exploration;
        let Aim::Break { question, .. } = &self.aim else {
            return match filled {
                Err(Refusal::Contradicts(_)) => (false, CONTRADICTION_HINT.to_owned()),
                Err(refusal) => (false, exploration.refusal(refusal)),
                Ok(_) if self.naming || !self.is_news(view) => (true, String::new()),
                Ok(_) => (true, "Enter writes it down.".to_owned()),
            };
        };
        let lacks = AttrSet::of(
            self.entries.len(),
            question.premise.iter().filter(|&attr| self.said(view, attr) == Some(false)),
        );
        if !lacks.is_empty() {
            return (false, exploration.refusal(&Refusal::LacksPremise { question: question.clone(), lacks }));
        }
        let lackable = self.lackable();
        match filled {
            Err(Refusal::Contradicts(_)) => (false, CONTRADICTION_HINT.to_owned()),
            Err(refusal) => (false, exploration.refusal(refusal)),
            Ok(model) if !lackable.is_empty() && lackable.is_subset(model.possible()) => {
                let names = exploration.listed(&lackable, "or");
                let which = if lackable.len() == 1 { names } else { format!("at least one of {names}") };
                (false, format!("Not an exception yet: set {which} to no (move there, press n)."))
            }
            Ok(_) if self.naming && !view.exploration.objects().is_empty() => {
                let unlike = "If several come to mind, take the one least like those named: it settles most.";
                (true, format!("{} it is, with or without a name. {unlike}", self.kind()))
            }
            Ok(_) if self.naming => (true, format!("{} it is, with or without a name.", self.kind())),
            Ok(_) => (true, format!("{} it is. Enter gives the answer.", self.kind())),
        }
    }

    fn name_lines(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let look = view.look;
        let mut spans = vec![Span::styled("Name: ", look.strong())];
        spans.extend(self.name.spans(look, self.naming && !self.chosen));
        if self.name.text().is_empty() {
            spans.push(Span::styled(" (or leave it empty)", look.faint()));
        }
        let sign = if self.naming { "> " } else { "  " };
        let mut lines = text::wrapped(&spans, columns, sign, "    ");
        lines.truncate(2);
        if self.known.is_some() {
            let known = "Known already: what you say here is added to it.";
            lines.extend(text::styled(known, look.faint(), columns, "    "));
        }
        let suggestions = self.suggestions();
        if self.naming && !suggestions.is_empty() {
            let heading = if self.name.text().trim().is_empty() { "Known, and may be one:" } else { "Known:" };
            let mut spans = vec![Span::styled(heading, look.faint())];
            for (at, &place) in suggestions.iter().enumerate() {
                let name = text::cut(&escape_control(&self.names[place]), 24);
                spans.push(Span::raw(if at == 0 { " " } else { ", " }));
                spans.push(match self.suggestion == Some(at) {
                    true => Span::styled(format!("[{name}]"), look.strong()),
                    false => Span::raw(name),
                });
            }
            lines.extend(text::wrapped(&spans, columns, "    ", "    ").into_iter().take(2));
        }
        lines
    }

    fn row(&self, view: &View<'_>, attr: Attr, here: bool, filled: Option<&Model>, names: usize) -> Line<'static> {
        let look = view.look;
        let said = self.said(view, attr);
        let follows = filled.and_then(|model| match (model.has().contains(attr), model.possible().contains(attr)) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        });
        let guessed = self.guessed(view, attr).filter(|_| follows.is_none());
        let value = match (said, follows) {
            (Some(true), _) => " yes ",
            (Some(false), _) => " no  ",
            (None, Some(true)) => "(yes)",
            (None, Some(false)) => "(no) ",
            (None, None) => match guessed {
                Some(true) => "~yes ",
                Some(false) => "~no  ",
                None => "  ?  ",
            },
        };
        let fact = self.fact(view, attr);
        let note = match fact {
            Some(fact) if said == Some(fact.has) => "said before",
            Some(_) => "corrected",
            None if said.is_none() && follows.is_some() => "follows",
            None if guessed.is_some() => "guess",
            None => "",
        };
        let name = text::fitted(&escape_control(&view.exploration.attributes()[attr].name), names);
        let style = if here { look.strong() } else { Style::new() };
        let sign = if here { "> " } else { "  " };
        let aside = if guessed.is_some() { look.guess() } else { look.faint() };
        let of_value = if said.is_none() { aside } else { style };
        Line::from(vec![
            Span::styled(sign, style),
            Span::styled(value, of_value),
            Span::styled(format!(" {name}  "), style),
            Span::styled(note, aside),
        ])
    }

    /// The rows under their headings, and which line the cursor is at.
    fn rows(&self, view: &View<'_>, filled: Option<&Model>, columns: usize) -> (Vec<Line<'static>>, usize) {
        let (mut lines, mut focus, mut at) = (Vec::new(), 0, 0);
        let widths =
            view.exploration.attributes().iter().map(|attribute| text::width(&escape_control(&attribute.name)));
        let names = widths.max().unwrap_or(0).min(columns.saturating_sub(24));
        for (heading, attrs) in &self.groups {
            if !heading.is_empty() {
                lines.push(Line::styled(text::cut(&format!("  {heading}"), columns), view.look.faint()));
            }
            for &attr in attrs {
                let here = at == self.list.at && !self.naming;
                if at == self.list.at {
                    focus = lines.len();
                }
                lines.push(self.row(view, attr, here, filled, names));
                at += 1;
            }
        }
        (lines, focus)
    }

    /// What is meant by the attribute at the cursor, and its whole name if it
    /// is a long one.
    fn about_attribute(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let attrs = self.attrs();
        let Some(&attr) = attrs.get(self.list.at).filter(|_| !self.naming) else { return Vec::new() };
        let attribute = &view.exploration.attributes()[attr];
        let name = escape_control(&attribute.name);
        let about = match &attribute.description {
            Some(description) => format!("{name}: {}", escape_control(description)),
            None if text::width(&name) > columns.saturating_sub(24) => name,
            None => return Vec::new(),
        };
        let mut lines = text::styled(&about, view.look.faint(), columns, "  ");
        lines.truncate(3);
        lines
    }

    fn press_name(&mut self, key: KeyEvent) {
        let suggestions = self.suggestions();
        let accept = self.suggestion.and_then(|at| suggestions.get(at)).copied();
        match key.code {
            KeyCode::Tab if accept.is_none() && !suggestions.is_empty() && !self.name.text().trim().is_empty() => {
                self.name = Input::of(&self.names[suggestions[0]]);
            }
            KeyCode::Enter | KeyCode::Tab => match accept {
                Some(place) => {
                    self.name = Input::of(&self.names[place]);
                    self.suggestion = None;
                }
                None => self.naming = false,
            },
            KeyCode::Down => {
                let next = self.suggestion.map_or(0, |at| at + 1);
                self.suggestion = (next < suggestions.len()).then_some(next);
                self.naming = self.suggestion.is_some();
            }
            KeyCode::Up => self.suggestion = self.suggestion.and_then(|at| at.checked_sub(1)),
            _ if !self.chosen && self.name.press(key) => self.suggestion = None,
            _ => {}
        }
    }

    fn press_attributes(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Enter => return self.give(view),
            KeyCode::Char('y') => return self.set(view, Some(true)),
            KeyCode::Char('n') => return self.set(view, Some(false)),
            KeyCode::Char('u' | '?') => return self.set(view, None),
            KeyCode::Char(' ') => return self.cycle(view),
            KeyCode::Char('g') => self.guesses.switch(),
            KeyCode::Char('/') => {
                let name = |&attr: &Attr| escape_control(&view.exploration.attributes()[attr].name);
                return Do::Open(Box::new(Pick::new("Find an attribute", self.attrs().iter().map(name).collect())));
            }
            KeyCode::Tab | KeyCode::BackTab => self.naming = true,
            KeyCode::Up if self.list.at == 0 => self.naming = true,
            code => _ = self.list.press(code, self.entries.len()),
        }
        Do::Nothing
    }

    fn leave(&self) -> Do {
        let typed = !self.chosen && !self.name.text().is_empty();
        if !typed && self.entries.iter().all(|entry| *entry == Entry::Untouched) {
            return Do::Close(1);
        }
        let said = vec!["What you typed here is not written down yet, and is dropped if you leave.".to_owned()];
        Do::Open(Box::new(Confirm::new("Leave the form?", said, "leave, drop it", Act::Drop)))
    }
}

const GUESSES_HINT: &str = "~ is guessed from things like it; nothing is written down before Enter.";
const CONTRADICTION_HINT: &str = "This contradicts what was accepted before: Enter shows what, and how to settle it.";

/// The attributes by what they are to a rule that is to be broken.
fn groups(
    view: &View<'_>,
    question: &Implication,
    holds: Option<&AttrSet>,
    lackable: &AttrSet,
) -> Vec<(String, Vec<Attr>)> {
    let universe = view.exploration.universe();
    let holds = holds.cloned().unwrap_or_else(|| universe.none());
    let holds = holds.difference(&question.premise);
    let rest = universe.all().difference(&question.premise).difference(&holds).difference(lackable);
    let lacks = if lackable.len() == 1 { "This it must lack:" } else { "At least one of these must be no:" };
    let groups = [
        (lacks, lackable.clone()),
        ("The question is about what has:", question.premise.clone()),
        ("You said that this follows:", holds),
        ("Everything else, as far as you know it:", rest),
    ];
    let groups = groups.into_iter().filter(|(_, attrs)| !attrs.is_empty());
    groups.map(|(heading, attrs)| (heading.to_owned(), attrs.iter().collect())).collect()
}

impl Page for Form {
    fn title(&self) -> String {
        self.kind().to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        if let Aim::Break { question, .. } = &self.aim {
            let sentence = view.look.sentence(&view.exploration.asked_in_words(question));
            lines.extend(text::wrapped(&sentence, columns, "  ", "  "));
            lines.truncate(3);
            lines.push(Line::default());
        }
        lines.extend(self.name_lines(view, columns));
        lines.push(Line::default());
        let filled = view.exploration.fill(&self.told(view));
        let (good, verdict) = self.verdict(view, &filled);
        let style = if good { view.look.good() } else { view.look.strong() };
        let mut below = self.about_attribute(view, columns);
        if self.has_guesses(view) {
            below.extend(text::styled(GUESSES_HINT, view.look.guess(), columns, "  "));
        }
        below.extend(text::styled(&verdict, style, columns, "  ").into_iter().take(4));
        let room = height.saturating_sub(lines.len() + below.len());
        let (rows, focus) = self.rows(view, filled.as_ref().ok(), columns);
        let mut shown = self.list.view(rows, focus, room, view.look);
        shown.resize(room, Line::default());
        lines.extend(shown);
        lines.extend(below);
        lines
    }

    fn keys(&self, view: &View<'_>) -> Vec<Key> {
        match self.naming {
            true => vec![
                ("letters", "type its name"),
                ("↓", "pick a known one"),
                ("Tab", "complete"),
                ("Enter", "to the attributes"),
                ("Esc", "back"),
            ],
            false => {
                let mut keys = vec![("↑↓", "move"), ("y", "yes"), ("n", "no"), ("u", "unknown")];
                keys.extend([("Space", "next of these"), ("/", "find"), ("Tab", "name")]);
                if self.has_guesses(view) {
                    keys.push(("g", "no guesses"));
                } else if self.guesses.are_off() && !self.chosen {
                    keys.push(("g", "guess"));
                }
                let gives = match self.aim {
                    Aim::Tell => "write it down",
                    Aim::Break { listed: true, .. } => "back to the list with it",
                    Aim::Break { .. } => "give this answer",
                };
                keys.extend([("Enter", gives), ("Esc", "back")]);
                keys
            }
        }
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let done = match key.code {
            KeyCode::Esc => self.leave(),
            _ if self.naming => {
                self.press_name(key);
                self.look_up(view);
                Do::Nothing
            }
            _ => self.press_attributes(view, key),
        };
        self.guess(view);
        done
    }

    fn paste(&mut self, view: &View<'_>, text: &str) {
        if self.naming && !self.chosen {
            self.name.paste(text, ' ');
            self.look_up(view);
            self.guess(view);
        }
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.list = List::at(place);
    }

    fn refresh(&mut self, view: &View<'_>) {
        let exploration = view.exploration;
        self.names = (0..exploration.objects().len()).map(|place| exploration.object_name(place)).collect();
        self.closest.retain(|&place| place < self.names.len());
        self.look_up(view);
        self.guesses.forget();
        self.guess(view);
    }
}
