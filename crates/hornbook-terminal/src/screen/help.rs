//! How it works, for someone who sees it for the first time.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::text;

/// Headings and what stands below them.
const TEXT: &[(&str, &str)] = &[
    (
        "What this is",
        "You know a domain: animals, contracts, molecules. Hornbook asks you what always goes with what, until it can \
         certify that hardly any rule is missing. It asks first what settles most, and nothing that it can conclude.",
    ),
    (
        "Things first",
        "Before it asks about rules, it asks for things of your domain, and says which kinds are missing. Name as many \
         as you like: each saves questions. g goes on to these.",
    ),
    (
        "Forms",
        "What is known to follow is filled in, in parentheses. What is likely by things like it is filled in as a guess, \
         with ~ before it: set what is wrong, make unknown with u what you do not know, or drop all guesses with g. \
         Nothing is written down before you press Enter; then the guesses that are left are your word.",
    ),
    (
        "Lists",
        "Rules that very likely hold come together on one page. Tick with y those that always do; n names an exception, \
         d says that you do not know, and what you leave out comes again. Now and then a list has a rule that is known \
         to be false: if it is ticked, you are told, and can take the list back.",
    ),
    (
        "Answers",
        "Yes, if it is so without exception. If there is an exception, say no and describe it: its name, what of the \
         conclusion it lacks, and whatever else you know; what follows is filled in. If only a part of it always \
         follows, say so with p. If you do not know, d: it is left open and counted against nobody. With l it is asked \
         again when there is nothing else to ask.",
    ),
    (
        "Questions about what can be",
        "To \"Is there anything that has X and Y?\" a no says that it never occurs, and a yes needs an example.",
    ),
    (
        "Changing your mind",
        "u takes the last answer back. b and then 3 lists everything that was said: there any of it can be taken back or \
         changed. What no longer follows is asked again, and the rest is kept.",
    ),
    (
        "Contradictions",
        "If an answer contradicts earlier ones, it is not taken; you see which, what would change if one of them were \
         taken back, and choose. What you typed is not lost.",
    ),
    (
        "Programs",
        "If programs are asked first, you are asked what they do not know. What they say is marked with their names: b \
         and then 3 lists it; g agrees with an answer there, c overrules it, t takes it back. Where their answers wait \
         for yours, Enter agrees, and an exception that a program knows is filled in under n.",
    ),
    (
        "Looking around",
        "w tells why a question is asked, and which known objects come closest to an exception. b shows rules with \
         their reasons, objects as a table, answers, and open questions. s shows where it stands.",
    ),
    (
        "Words",
        "v sets what a thing of your domain is called, the language of questions, and how each attribute is said, with \
         sample questions. Nothing that is known, asked or certified depends on it.",
    ),
    (
        "Comments",
        "m says something about a question that is no answer to it, for others to read: a source, or a doubt. M takes \
         your last one back.",
    ),
    (
        "What is certain",
        "ε is the share for which something that follows may be missing, and δ the probability that even that is wrong. \
         It is done when ε is as small as was asked for; a changes what is asked for, and c what it is a share of.",
    ),
    (
        "Stopping",
        "Leave with q or Ctrl-C whenever you like. Each answer is on disk before the next question is shown; open the \
         same file to go on.",
    ),
];

/// The page of help.
#[derive(Default)]
pub(super) struct Help {
    scroll: Scroll,
}

impl Page for Help {
    fn title(&self) -> String {
        "Help".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (heading, said) in TEXT {
            lines.push(Line::styled(format!("  {heading}"), view.look.strong()));
            lines.extend(text::paragraph(said, columns, "    "));
            lines.push(Line::default());
        }
        self.scroll.view(lines, height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("↑↓ PgUp PgDn", "scroll"), ("Esc", "back")]
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | '?') => Do::Close(1),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}
