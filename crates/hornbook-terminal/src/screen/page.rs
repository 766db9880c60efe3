//! What a page is, and what it may ask for.

use std::path::PathBuf;

use hornbook::Implication;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, DistributionName, EntryId};
use hornbook_explore::{Exploration, ObjectStatement, Response};
use ratatui::crossterm::event::KeyEvent;
use ratatui::text::Line;

use super::look::Look;
use crate::rewording::Rewording;

/// What pages see of everything else.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    /// The exploration.
    pub exploration: &'v Exploration,
    /// How things stand out.
    pub look: Look,
}

/// A key and what it does, for the bottom of the screen.
pub(super) type Key = (&'static str, &'static str);

/// A screen full of something.
pub(super) trait Page {
    /// What it is, for the line at the top.
    fn title(&self) -> String;

    /// What it shows, in so many columns and at most so many lines.
    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>>;

    /// The keys it knows.
    fn keys(&self, view: &View<'_>) -> Vec<Key>;

    /// A key was pressed.
    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do;

    /// Text was pasted.
    fn paste(&mut self, _: &View<'_>, _: &str) {}

    /// Something was picked from the list that this page had opened.
    fn picked(&mut self, _: &View<'_>, _: usize) {}

    /// The page that this one had opened was told something that is given later.
    fn handed(&mut self, _: Word) {}

    /// What is known has changed.
    fn refresh(&mut self, _: &View<'_>) {}

    /// Whether it stays when an answer that was given above it is taken.
    fn stays(&self) -> bool {
        false
    }
}

/// How many attributes of a form were filled in beforehand, and how many of these
/// were wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filled {
    /// So many were filled in.
    pub guessed: u32,
    /// So many of them the person set otherwise.
    pub corrected: u32,
}

/// What someone says.
#[derive(Clone, Debug)]
pub(super) enum Word {
    /// An answer, perhaps in the place of an earlier one.
    Answer {
        /// To what.
        question: Implication,
        /// Which it is.
        response: Response,
        /// The entry in the place of which it stands.
        instead: Option<EntryId>,
        /// What the form of its object was filled in with.
        filled: Filled,
    },
    /// Something told of an object, and what its form was filled in with.
    Tell(ObjectStatement, Filled),
}

impl Word {
    /// What the form was filled in with beforehand.
    pub(super) fn filled(&self) -> Filled {
        match self {
            Self::Answer { filled, .. } | Self::Tell(_, filled) => *filled,
        }
    }

    fn told(&mut self) -> Option<&mut ObjectStatement> {
        match self {
            Self::Tell(told, _) | Self::Answer { response: Response::Refuted(told), .. } => Some(told),
            Self::Answer { response: Response::Partly { object, .. }, .. } => object.as_mut(),
            Self::Answer { .. } => None,
        }
    }

    /// The entry that first told of the object without a name that is meant.
    pub(super) fn known(&mut self, exploration: &Exploration) -> Option<EntryId> {
        let place = self.told()?.known?;
        exploration.objects().get(place).map(|object| object.first().clone())
    }

    /// Means the same object as before something was taken back. If nothing is
    /// known of it any more, it is a new one, again without a name.
    pub(super) fn find_again(&mut self, exploration: &Exploration, first: Option<&EntryId>) {
        if let (Some(told), Some(first)) = (self.told(), first) {
            told.known = exploration.objects().iter().position(|object| object.first() == first);
            if told.known.is_none() {
                told.name.clear();
            }
        }
    }
}

/// A page about what is known. From each of them one can go to any other, so
/// that they name each other rather than make each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    /// The rules.
    Rules,
    /// The objects.
    Objects,
    /// What was said.
    Answers,
    /// Questions without an answer.
    Open,
    /// Answers that contradict each other.
    Disputes,
}

/// What a page asks for.
pub(super) enum Do {
    /// Nothing.
    Nothing,
    /// That something is said at the bottom.
    Say(Message),
    /// To be closed, and so many pages in all.
    Close(usize),
    /// To be closed, with this chosen.
    Picked(usize),
    /// Another page above it.
    Open(Box<dyn Page>),
    /// Another page in its place.
    Switch(Box<dyn Page>),
    /// Another page about what is known in its place.
    Browse(Tab),
    /// A question above it that was asked before.
    AskAgain {
        /// Which it is.
        question: Implication,
        /// The answer in the place of which another one is given.
        instead: Option<EntryId>,
    },
    /// To take what is said.
    Give(Word),
    /// To be closed, and so many pages in all, with what is said kept by the page below
    /// until it is given.
    Hand(Word, usize),
    /// To take the answers to a list of rules, where there are some.
    GiveList(Vec<(Implication, Option<Response>)>),
    /// To agree with what a program said: it is this person's word too.
    Agree(EntryId),
    /// To take back an entry and then take what is said.
    GiveWithout(EntryId, Word),
    /// To take back an entry.
    TakeBack(EntryId),
    /// To take back all of these.
    TakeBackAll(Vec<EntryId>),
    /// To take back what was said last.
    Undo,
    /// Questions: what was named is enough.
    Enough,
    /// More attributes.
    Add(Vec<Attribute>),
    /// Attributes or objects changed, as a line of this word and what follows says it.
    Change(String, String),
    /// Another noun or language, or other phrases for attributes.
    Reword(Rewording),
    /// To say something about a question that is no answer to it.
    Comment(Implication, String),
    /// To take back what this person said last about a question.
    Withdraw(Implication),
    /// Another accuracy.
    Sharpen(Accuracy),
    /// A certificate about other sets.
    About(DistributionName),
    /// To write what is known to a file, and then to be closed, and so many
    /// pages in all.
    Export(PathBuf, usize),
    /// To look for the next question once more.
    TryAgain,
    /// To leave.
    Quit,
}

/// Something said at the bottom until the next key.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// What it says.
    pub text: String,
    /// Whether something is wrong.
    pub problem: bool,
}

impl Message {
    /// Something to know.
    pub(super) fn note(text: impl Into<String>) -> Self {
        Self { text: text.into(), problem: false }
    }

    /// Something to put right.
    pub(super) fn problem(text: impl Into<String>) -> Self {
        Self { text: text.into(), problem: true }
    }
}
