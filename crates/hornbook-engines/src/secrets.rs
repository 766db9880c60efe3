//! Addresses and messages without passwords.

use std::ops::Range;

/// What the parameters of addresses have in their names that nobody else is to know.
const SECRET_PARAMETERS: [&str; 6] = ["password", "passwd", "pwd", "token", "secret", "key"];

/// How addresses of servers begin.
const SERVERS: [&str; 5] = ["postgres:", "postgresql:", "mysql:", "mariadb:", "sc:"];

/// What stands in the place of a password.
const HIDDEN: &str = "***";

/// The words that say where a table is, without any password or token, to be shown or
/// kept. What is no address stays as it is.
pub fn without_secrets(words: &str) -> String {
    let mut shown = words.to_owned();
    for password in passwords(words).into_iter().rev() {
        shown.replace_range(password, HIDDEN);
    }
    shown
}

/// Where an address says the place, behind its scheme; nothing if it is no address. Those
/// of servers are known without slashes, too, which are easily forgotten.
fn place_of(words: &str) -> Option<usize> {
    let known = || {
        SERVERS.iter().find(|scheme| words.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
    };
    words.find("://").map(|at| at + 3).or_else(|| known().map(|scheme| scheme.len()))
}

/// Where passwords stand in an address, first to last.
fn passwords(url: &str) -> Vec<Range<usize>> {
    let Some(start) = place_of(url) else { return Vec::new() };
    // A password may hold signs that should have been escaped: so the last `@` counts,
    // even if that hides more than need be.
    let login = url[start..].rfind('@').map(|at| start + at);
    let login = login.and_then(|at| url[start..at].find(':').map(|colon| start + colon + 1..at));
    let mut found: Vec<Range<usize>> = login.into_iter().filter(|place| !place.is_empty()).collect();
    let mut place = 0;
    for parameter in url.split(['?', '&', ';']) {
        if let Some((name, value)) = parameter.split_once('=')
            && SECRET_PARAMETERS.iter().any(|secret| name.to_ascii_lowercase().contains(secret))
            && !value.is_empty()
        {
            let value_at = place + name.len() + 1;
            // What is hidden already is not hidden twice.
            if found.iter().all(|other| value_at + value.len() <= other.start || other.end <= value_at) {
                found.push(value_at..value_at + value.len());
            }
        }
        place += parameter.len() + 1;
    }
    found.sort_unstable_by_key(|place| place.start);
    found
}

/// What hides passwords in the messages of others.
#[derive(Clone, Default)]
pub(crate) struct Secrets {
    hidden: Vec<String>,
}

impl Secrets {
    /// Those of an address, as they stand there and as they are meant.
    pub(crate) fn of(url: &str) -> Self {
        let mut secrets = Self::default();
        for place in passwords(url) {
            secrets.add(&url[place.clone()]);
            secrets.add(&unescaped(&url[place]));
        }
        secrets
    }

    /// One more.
    pub(crate) fn add(&mut self, secret: &str) {
        if !secret.is_empty() && !self.hidden.iter().any(|known| known == secret) {
            self.hidden.push(secret.to_owned());
            // What holds another is hidden first.
            self.hidden.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        }
    }

    /// The message without them.
    pub(crate) fn hide(&self, message: &str) -> String {
        self.hidden.iter().fold(message.to_owned(), |message, secret| message.replace(secret.as_str(), HIDDEN))
    }
}

/// A text in which `%40` stands for `@`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = (first == b'%').then(|| behind.get(..2)).flatten();
        let code =
            code.and_then(|code| std::str::from_utf8(code).ok()).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_secrets("postgres://me:geheim@host/db"), "postgres://me:***@host/db");
        assert_eq!(without_secrets("postgres://me:a@b/c?d@host/db"), "postgres://me:***@host/db");
        assert_eq!(without_secrets("postgres://me@host/db"), "postgres://me@host/db");
        assert!(!without_secrets("postgres://host/db?user=me@x&password=geheim").contains("geheim"));
        assert_eq!(
            without_secrets("mysql://host/db?user=me&password=x%40y&ssl=1"),
            "mysql://host/db?user=me&password=***&ssl=1"
        );
        assert_eq!(without_secrets("sc://host:15002/;token=1;user_id=me"), "sc://host:15002/;token=***;user_id=me");
        assert_eq!(without_secrets("postgres:me:geheim@host/db"), "postgres:me:***@host/db");
        assert_eq!(without_secrets("a:b@c;token=1.csv"), "a:b@c;token=1.csv");
        for word in ["s3cr:e@t", "s3?cret", "s3;cret", "s3&c=ret", "s3/cr#t"] {
            assert_eq!(without_secrets(&format!("mysql://me:{word}@host:3306/db")), "mysql://me:***@host:3306/db");
        }
    }

    #[test]
    fn messages_of_others_are_cleared() {
        let secrets = Secrets::of("postgres://me:x%40y@host/db");
        assert_eq!(secrets.hide("cannot log in with x@y or x%40y"), "cannot log in with *** or ***");
    }
}
