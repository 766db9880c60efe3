//! What the dialogue says to `help`.

use hornbook::Implication;
use hornbook_explore::words;

/// How to answer the question at hand, in two lines.
pub(super) fn answers(question: &Implication) -> &'static str {
    match words::is_about_never(question) {
        false => {
            "Answer 'yes' if it is always so, 'no NAME: what it has; lacks what it lacks' for an exception,\n\
             'partly a, b' if only a part follows, '?' if you do not know, or 'later'. 'help' lists everything."
        }
        true => {
            "Answer 'no' if there is no such thing, 'yes NAME: what else it has; lacks what it lacks' for an example,\n\
             '?' if you do not know, or 'later'. 'help' lists everything."
        }
    }
}

/// How to tell of things before there are questions.
pub(super) const THINGS: &str = "\
Say 'NAME: what it has; lacks what it lacks', with 'rest no' at the end if it lacks all else. The more things you
name, the fewer questions follow; 'enough' goes on to the questions. 'help' lists everything.";

/// How to answer a list of rules.
pub(super) const LIST: &str = "\
Answer 'yes' if all hold, 'yes but 2, 4' if all others do, '2 no NAME: what it has; lacks what it lacks' for an
exception to one, or '2 ?' if you do not know. 'one by one' asks them singly. 'help' lists everything.";

/// Everything that can be said.
pub(super) const ALL: &str = "\
Answers to 'If something has a and b, does it always have c and d?':
  yes                       it is always so (also: always, holds)
  no NAME                   here is an exception; if it can lack only one thing, this is enough
  no NAME: e, f; lacks c    what else it has, and what it lacks; that it has a and b need not be said
  no NAME: e, -c; rest no   -c is short for lacks c; rest no: it lacks all else, rest yes: it has it
  no: -c                    an exception without a name; if several come to mind, the one least like those named
                            settles most
  partly c                  of c and d, only c follows
  partly c; NAME: lacks d   and here is something without the rest

Answers to 'Is there anything that has a and b?':
  no                        there is no such thing (also: never, holds)
  yes NAME: e; lacks c      here is one (also: example NAME)

Answers to a list of rules, which are put as statements:
  yes                       all of them hold
  yes but 2, 4              all others hold; 2 and 4 are asked one by one
  2 no NAME: e; lacks c     rule 2 does not hold, and here is an exception; '2 partly c', '2 ?', '2 later' and
                            '2 yes' answer rule 2 as well; the others are left to answer
  why 2                     why rule 2 is asked
  undo list                 take all answers to the last list back
  one by one, lists         ask one rule at a time from here on, or lists again. Through a pipe and from a
                            file of answers there are no lists until a line says 'lists'
  Now and then a list has a rule that is known to be false, so that slips are noticed.

Before there are questions, at a terminal, or if the first line tells of a thing:
  NAME: a, b; lacks c       something of your domain; as many as you like
  enough                    go on to the questions; an answer does as well

Answers to a question or a list:
  ?, unknown                nobody here knows; the certificate then says how much hangs on it
  later                     ask again when there is nothing else to ask
  comment TEXT              something about the question for others to read, which is no answer; of a list,
                            'comment 2 TEXT' is about rule 2
  withdraw                  take your last comment on the question back; of a list, 'withdraw 2'
  again                     say once more what was refused, after a retraction

Where programs are asked first (hornbook explore --first), you are asked what they do not know:
  agree                     what a program says to the question at hand is your word too
  agree N                   the same for answer N of a program; 'change N ANSWER' overrules it, 'retract N' takes it
                            back, and then you are asked

To look at things:
  why                       why this is asked, and what comes closest to speaking against it
  rules, background         what is known to hold, and what was known beforehand; 'rules full' repeats in each
                            rule what follows by the others
  objects, objects NAME     what is known of things
  answers                   what was answered, numbered
  open                      questions without an answer, numbered
  disputes                  answers that contradict each other, after a merge
  attributes                all attributes, with what is meant by them
  status                    where it stands, and how much is left

To change things:
  undo                      take the last answer or change back; the question comes again
  retract N, restore N      take answer N back, or make it count again
  change N ANSWER           answer the question of answer N anew, as in 'change 3 yes'
  ask N                     answer open question N now
  tell NAME: a; lacks b     tell of something without being asked
  guess, guess but a, b     write down, as your word, what was guessed of the thing told of last, all of it or
                            without a and b; without this, nothing that is guessed is written down
  correct NAME: a; lacks b  the same, even if something else was said of it before
  add NAME, NAME            more attributes; also: add NAME | phrase | description
  rename OLD to NEW         another name for an attribute or an object; 'rename object OLD to NEW' if both are called so
  describe NAME | phrase | description
                            how to speak of an attribute
  order NAME, NAME          these attributes come first, in this order
  remove NAME               take an attribute or an object away; what else goes with it is told, and 'undo' brings
                            all of it back
  epsilon 0.001, delta 0.05 another accuracy
  noun a kitchen tool       what a thing of your domain is called, for questions; 'noun none' for nothing
  language de               questions in another language: en or de; 'undo' takes either back
  distribution              what the certificate can be about; 'distribution described' makes it about that

  export FILE               write a report (.md), rules (.json, .txt, .pl, .cnf) or objects (.cxt, .tsv);
                            'export rules FILE', 'export context FILE' and 'as FORMAT' tell which, if
                            the name does not; 'unknown as absent' or 'unknown left out' after it
                            is for formats that cannot say that something is not known
  quit                      leave; every answer is kept in the journal

ε is the share, of what the certificate is about, for which something that follows may be missing; the line
before a question says how small it is with certainty. When it is as small as wanted, it ends.
Names with commas, colons or semicolons are put in double quotes. An empty line asks again.";
