//! Numbers as people write them.

use std::borrow::Cow;
use std::fmt;

/// How the numbers of a column are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberStyle {
    /// Whether a comma stands before the fraction.
    pub decimal_comma: bool,
    /// What stands between thousands.
    pub thousands: Option<char>,
    /// What stands before or behind all the numbers, or most of them: a currency,
    /// a unit or `%`.
    pub unit: Option<String>,
    /// Whether a comma stands between thousands that may stand before a fraction just
    /// as well.
    pub ambiguous: bool,
    /// Whether numbers are cut short to thousands, millions and billions, as in
    /// `1.5M`.
    pub abbreviated: bool,
}

impl fmt::Display for NumberStyle {
    /// What is unusual about the numbers; nothing for plain ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        said.extend(self.decimal_comma.then(|| "with a decimal comma".to_owned()));
        said.extend(self.thousands.map(|sign| match sign {
            ' ' => "with blanks between thousands".to_owned(),
            sign => format!("with {sign} between thousands"),
        }));
        said.extend(self.abbreviated.then(|| "with K, M, B for thousands, millions, billions".to_owned()));
        said.extend(self.unit.as_ref().map(|unit| format!("in {unit}")));
        f.write_str(&said.join(", "))
    }
}

/// The text as a finite number in the way of programs: `-1.5`, `+3`, `1e5`, `.5`.
pub(crate) fn plain_number(text: &str) -> Option<f64> {
    // `parse` also knows `inf` and `nan`, which are words here.
    let digits = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
    let number: f64 = if digits { text.parse().ok()? } else { return None };
    // Adding zero turns -0 into 0.
    number.is_finite().then_some(number + 0.0)
}

/// Whether the text is a number in the way of programs. Most numbers are digits,
/// perhaps with a sign before and a point between them: a look at them is enough.
pub(crate) fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let whole = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match digits.get(whole) {
        None if whole > 0 => true,
        Some(b'.') if whole > 0 && digits[whole + 1..].iter().all(u8::is_ascii_digit) => true,
        _ => plain_number(text).is_some(),
    }
}

/// Whether a number is that of a telephone: `+4930123456`.
pub(crate) fn is_phone_number(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|rest| is_long(rest) && rest.chars().all(is_digit))
}

/// Whether there are as many digits as in the numbers of telephones, and nothing
/// that numbers of another kind would have.
fn is_long(text: &str) -> bool {
    text.chars().all(|c| is_digit(c) || BLANKS.contains(&c)) && text.chars().filter(|c| is_digit(*c)).count() >= 9
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// So many digits of a number can be told apart.
pub(crate) const MOST_DIGITS: usize = 15;

/// Whether a number may be written anew: it has no zero in front that would be
/// lost, as codes have (`007`), and no more digits than can be told apart.
fn may_be_rewritten(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
    // Zeros at the end of a fraction tell nothing, as in `1.000000000000000000e+00`.
    let telling = if mantissa.contains('.') { mantissa.trim_end_matches('0') } else { mantissa };
    let few_digits = telling.bytes().filter(u8::is_ascii_digit).count() <= MOST_DIGITS;
    !is_padded(digits) && !is_phone_number(text) && few_digits
}

/// Whether a zero stands before the digits, as in codes.
pub(crate) fn is_padded(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit()
}

/// The one text for a number that may be written in several ways, `4` for `4.0`;
/// any other text stays as it is.
pub(crate) fn usual_text(text: &str) -> Cow<'_, str> {
    if is_usual(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    match plain_number(text) {
        Some(number) if may_be_rewritten(text) => Cow::Owned(number_text(number)),
        // A number of half as many bits that was written with all that is behind it:
        // 0.28999999165534973 is meant as 0.29.
        Some(number) if text.contains('.') && f64::from(number as f32) == number => {
            Cow::Owned((number as f32).to_string())
        }
        _ => Cow::Borrowed(text),
    }
}

/// Whether a text is surely the only one for its number, or no number at all, by a
/// look at its bytes.
fn is_usual(bytes: &[u8]) -> bool {
    let Some((&first, rest)) = bytes.split_first() else { return true };
    let digits = match first {
        b'0'..=b'9' => bytes,
        b'-' => rest,
        b'+' | b'.' => return false,
        _ => return true,
    };
    // Whole numbers, which are most.
    digits.iter().all(u8::is_ascii_digit)
        && digits.len() < 16
        && !(digits.len() > 1 && digits[0] == b'0')
        && digits != b"0"
        || bytes == b"0"
}

/// A number as people write it, and distinct for distinct numbers.
pub(crate) fn number_text(value: f64) -> String {
    let usual = value == 0.0 || (1e-5..1e15).contains(&value.abs());
    if usual { format!("{value}") } else { format!("{value:e}") }
}

/// A number taken apart.
#[derive(Clone, Debug, PartialEq)]
struct Numeral<'a> {
    negative: bool,
    /// Digits, and signs between them.
    body: &'a str,
    /// `e5`, or nothing.
    exponent: &'a str,
    before: &'a str,
    behind: &'a str,
}

const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₪', '฿', '¢', '₴', '₫'];
const CURRENCY_CODES: &[&str] = &[
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "AUD", "CAD", "NZD",
    "BRL", "MXN", "ZAR", "KRW", "TRY", "RUB", "US$", "Fr.", "kr", "Rs", "Rs.", "R$",
];
/// The longest unit, in characters.
const LONGEST_UNIT_CHARS: usize = 8;
const BLANKS: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];

impl<'a> Numeral<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let (bracketed, text) = inner.map_or((false, text), |inner| (true, inner.trim()));
        // Book-keeping has `12.50-`; `2-` is a grade.
        let minus = text.strip_suffix('-').filter(|text| text.contains(['.', ',']) && text.ends_with(is_digit));
        let (trailing, text) = minus.map_or((false, text), |text| (true, text));
        let (first_sign, text) = sign(text);
        let (before, text) = currency(text);
        let (second_sign, text) = if first_sign.is_none() { sign(text) } else { (None, text) };
        let signs = [bracketed, trailing, first_sign.or(second_sign).is_some()];
        if signs.into_iter().filter(|sign| *sign).count() > 1 || (first_sign == Some('+') && is_long(text)) {
            return None;
        }
        let body_len = body_length(text)?;
        let (body, rest) = text.split_at(body_len);
        let exponent_len = exponent_length(rest);
        let (exponent, rest) = rest.split_at(exponent_len);
        let behind = rest.trim_start_matches(BLANKS);
        if !is_unit(behind) {
            return None;
        }
        let negative = bracketed || trailing || matches!(first_sign.or(second_sign), Some('-' | '−'));
        Some(Self { negative, body, exponent, before, behind })
    }
}

fn sign(text: &str) -> (Option<char>, &str) {
    let sign = text.chars().next().filter(|c| matches!(c, '-' | '+' | '−'));
    let rest = sign.map_or(text, |sign| text[sign.len_utf8()..].trim_start_matches(BLANKS));
    (sign, rest)
}

fn currency(text: &str) -> (&str, &str) {
    let code = CURRENCY_CODES.iter().find(|code| text.starts_with(**code)).map(|code| code.len());
    let sign = text.chars().next().filter(|c| CURRENCIES.contains(c)).map(char::len_utf8);
    let (before, rest) = text.split_at(code.or(sign).unwrap_or(0));
    if before.is_empty() { (before, rest) } else { (before, rest.trim_start_matches(BLANKS)) }
}

/// The length of the digits at the start, with the signs between them.
fn body_length(text: &str) -> Option<usize> {
    let (mut end, mut digits) = (0, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_digit = chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        match c {
            '0'..='9' => (end, digits) = (at + 1, true),
            // `5.` is a number as well.
            '.' if digits && !next_is_digit && at == end => end = at + 1,
            '.' | ',' | '\'' | '’' if next_is_digit => {}
            c if BLANKS.contains(&c) && is_thousand(&text[at + c.len_utf8()..]) => {}
            _ => break,
        }
    }
    digits.then_some(end)
}

/// Whether just three digits come first.
fn is_thousand(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3
}

fn exponent_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let signed = matches!(bytes.get(1), Some(b'+' | b'-'));
    let digits =
        bytes.get(1 + usize::from(signed)..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
    match bytes.first() {
        Some(b'e' | b'E') if digits > 0 => 1 + usize::from(signed) + digits,
        _ => 0,
    }
}

fn is_unit(text: &str) -> bool {
    let part_of_unit = |c: char| c.is_alphabetic() || "%‰°²³/·^*$€£¥ \".'″′µ".contains(c) || CURRENCIES.contains(&c);
    text.is_empty() || (text.chars().count() <= LONGEST_UNIT_CHARS && text.chars().all(part_of_unit))
}

/// What the letters behind abbreviated numbers stand for.
fn abbreviation(unit: &str) -> Option<(f64, &str)> {
    let known = [("bn", 1e9), ("Bn", 1e9), ("K", 1e3), ("k", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12)];
    known
        .iter()
        .find_map(|(sign, times)| Some((*times, unit.strip_prefix(sign)?.trim_start())))
        .filter(|(_, rest)| is_currency(rest))
}

fn is_currency(text: &str) -> bool {
    text.is_empty() || CURRENCY_CODES.contains(&text) || (text.chars().count() == 1 && text.starts_with(CURRENCIES))
}

/// Finds out how the numbers of a column are written. `values` are all that occur,
/// without missing ones; `decimal_comma` tells what is known of the rest of the
/// table. Nothing if they are no numbers.
pub(crate) fn find_style<'a>(
    values: impl Iterator<Item = &'a str> + Clone,
    decimal_comma: Option<bool>,
) -> Option<NumberStyle> {
    let numerals: Vec<Numeral<'_>> = values.map(Numeral::read).collect::<Option<_>>()?;
    let (unit, abbreviated) = common_unit(&numerals)?;
    // `290,291,292,…` with no end is a list of numbers, and `007` is a code.
    let is_no_number = |n: &Numeral<'_>| digits_between_signs(n.body) > MOST_DIGITS || is_padded(n.body);
    if numerals.iter().any(is_no_number) {
        return None;
    }
    let style = Signs::of(&numerals).style(decimal_comma)?;
    Some(NumberStyle { unit, abbreviated, ..style })
}

/// How many digits a number has that has signs between them; a plain one may have
/// as many as it likes behind its point.
fn digits_between_signs(body: &str) -> usize {
    if body.contains(',') { body.bytes().filter(u8::is_ascii_digit).count() } else { 0 }
}

/// The unit of all numbers, and whether they are abbreviated; nothing if they
/// differ, or if most have none.
fn common_unit(numerals: &[Numeral<'_>]) -> Option<(Option<String>, bool)> {
    let decorated = |n: &&Numeral<'_>| !n.before.is_empty() || !n.behind.is_empty();
    let units = |n: &Numeral<'_>, behind: &str| (n.before.to_owned(), behind.to_owned());
    let short: Vec<Option<(f64, &str)>> = numerals.iter().map(|n| abbreviation(n.behind)).collect();
    let kinds: std::collections::BTreeSet<u64> = short.iter().flatten().map(|(times, _)| times.to_bits()).collect();
    let some_plain = numerals.iter().any(|n| n.behind.is_empty());
    let priced = numerals.iter().any(|n| !n.before.is_empty());
    let abbreviated = !kinds.is_empty()
        && (kinds.len() > 1 || some_plain || priced)
        && numerals.iter().zip(&short).all(|(n, short)| short.is_some() || is_currency(n.behind));
    let mut found: Option<(String, String)> = None;
    for (numeral, short) in numerals.iter().zip(&short) {
        let behind = if abbreviated { short.map_or(numeral.behind, |(_, rest)| rest) } else { numeral.behind };
        let unit = units(numeral, behind);
        if unit == (String::new(), String::new()) {
            continue;
        }
        match &found {
            Some(other) if *other != unit => return None,
            _ => found = Some(unit),
        }
    }
    // `12%` beside `0.12` are not the same kind of number.
    let percent = found.as_ref().is_some_and(|(_, behind)| behind == "%" || behind == "‰");
    let is_zero = |n: &Numeral<'_>| n.body.bytes().all(|b| matches!(b, b'0' | b'.' | b','));
    if percent && numerals.iter().any(|n| !decorated(&n) && !is_zero(n)) {
        return None;
    }
    // `136A` among plain numbers, or `5more` below `2`, `3` and `4`, is a word.
    let with_unit = numerals.iter().filter(decorated).count();
    let without = numerals.iter().filter(|n| !decorated(n) && !is_zero(n)).count();
    if found.is_some() && !abbreviated && without > with_unit {
        return None;
    }
    let unit = found.map(|(before, behind)| if before.is_empty() { behind } else { before });
    Some((unit, abbreviated))
}

/// What the signs between digits tell.
#[derive(Debug, Default)]
struct Signs {
    /// A comma must stand before a fraction.
    comma_fraction: bool,
    /// A point must stand before a fraction.
    point_fraction: bool,
    /// A comma must stand between thousands.
    comma_thousands: bool,
    /// A point must stand between thousands.
    point_thousands: bool,
    /// A comma that may be either.
    comma_either: bool,
    /// A point that may be either.
    point_either: bool,
    /// Another sign between thousands.
    other: Option<char>,
    /// Something that is no number.
    wrong: bool,
}

impl Signs {
    fn of(numerals: &[Numeral<'_>]) -> Self {
        let mut signs = Self::default();
        numerals.iter().for_each(|numeral| signs.see(numeral));
        signs
    }

    fn see(&mut self, numeral: &Numeral<'_>) {
        let body = numeral.body.strip_suffix('.').unwrap_or(numeral.body);
        let others = body.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        for sign in others.map(|c| if BLANKS.contains(&c) { ' ' } else { c }) {
            self.wrong |= self.other.replace(sign).is_some_and(|before| before != sign);
        }
        let whole_end = body.rfind(['.', ',']).unwrap_or(body.len());
        let last = body[whole_end..].chars().next();
        let (commas, points) = (body.matches(',').count(), body.matches('.').count());
        let Some(last) = last else {
            // `5'11` are feet and inches.
            self.wrong |= body.contains(|c: char| !c.is_ascii_digit()) && !is_group(body);
            return;
        };
        let fraction = body[whole_end + 1..].len();
        let repeated = if last == ',' { commas > 1 } else { points > 1 };
        let mixed = commas > 0 && points > 0;
        if repeated {
            // Only between thousands does a sign occur twice.
            self.wrong |= mixed || !is_group(body);
            if last == ',' { self.comma_thousands = true } else { self.point_thousands = true }
        } else if mixed || self.other.is_some_and(|sign| body.contains(sign) || (sign == ' ' && body.contains(BLANKS)))
        {
            self.wrong |= !is_group(&body[..whole_end]);
            if last == ',' {
                self.comma_fraction = true;
                self.point_thousands |= points > 0;
            } else {
                self.point_fraction = true;
                self.comma_thousands |= commas > 0;
            }
        } else if fraction == 3 && is_group(body) && numeral.exponent.is_empty() {
            if last == ',' { self.comma_either = true } else { self.point_either = true }
        } else if last == ',' {
            self.comma_fraction = true;
        } else {
            self.point_fraction = true;
        }
    }

    fn style(&self, told: Option<bool>) -> Option<NumberStyle> {
        let comma = self.comma_fraction || self.point_thousands;
        let point = self.point_fraction || self.comma_thousands;
        if self.wrong
            || (comma && point)
            || (self.comma_fraction && self.comma_thousands)
            || (self.point_fraction && self.point_thousands)
        {
            return None;
        }
        let any_comma = self.comma_fraction || self.comma_thousands || self.comma_either;
        let any_point = self.point_fraction || self.point_thousands || self.point_either;
        let decimal_comma = match (comma, point, told) {
            (true, _, _) => true,
            (_, true, _) => false,
            (_, _, Some(told)) => told,
            // `1.234` alone is a fraction in the way of programs; `1,234` alone is
            // most often a number of thousands.
            _ => false,
        };
        let thousands = match decimal_comma {
            true if any_point => Some('.'),
            false if any_comma => Some(','),
            _ => self.other,
        };
        if self.other.is_some() && thousands != self.other {
            return None;
        }
        let ambiguous = self.comma_either && !comma && !point && told.is_none();
        let decimal_comma = decimal_comma && any_comma;
        Some(NumberStyle { decimal_comma, thousands, ambiguous, ..NumberStyle::default() })
    }
}

/// Whether digits stand in groups as those of whole numbers do: `1,234,567`, or, as
/// in India, `12,34,567`.
fn is_group(text: &str) -> bool {
    let mut groups = text.split(|c: char| !c.is_ascii_digit());
    let first = groups.next().unwrap_or_default();
    let Some(last) = groups.next_back() else { return (1..=3).contains(&first.len()) };
    let mut between = groups.map(str::len);
    let by_two = first.len() <= 2 && !text.contains('.') && between.clone().all(|digits| digits == 2);
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && last.len() == 3
        && (by_two || between.all(|digits| digits == 3))
}

/// A number written in that style, in the way of programs.
pub(crate) fn convert(text: &str, style: &NumberStyle) -> Option<f64> {
    let Numeral { negative, body, exponent, behind, .. } = Numeral::read(text)?;
    let fraction = if style.decimal_comma || style.thousands == Some('.') { ',' } else { '.' };
    let mut plain = String::with_capacity(body.len() + exponent.len());
    plain.extend(body.chars().filter(|c| c.is_ascii_digit() || *c == fraction).map(|c| if c == ',' { '.' } else { c }));
    plain.push_str(exponent);
    let times = if style.abbreviated { abbreviation(behind).map_or(1.0, |(times, _)| times) } else { 1.0 };
    let number: f64 = plain.parse().ok()?;
    // To multiply `1.1` by a million must not give 1100000.0000000002.
    let number = if times > 1.0 { (number * times * 1e4).round() / 1e4 } else { number };
    let number = if negative { -number } else { number };
    number.is_finite().then_some(number + 0.0)
}

#[cfg(test)]
mod tests;
