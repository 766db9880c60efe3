//! How databases differ in how they are spoken to.

/// A way to speak SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
    /// SQLite.
    Sqlite,
    /// Spark.
    Spark,
}

/// A number of at most a hundred digits on either side, with an exponent of two: none of
/// these is too large or too small for a number of the machine.
const NUMBER: &str = "^[+-]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][+-]?[0-9]{1,2})?$";

impl Dialect {
    /// A name of a table or a column, quoted: whatever it holds, it is just a name.
    pub fn name(self, name: &str) -> String {
        match self {
            Self::Postgres | Self::Sqlite => format!("\"{}\"", name.replace('"', "\"\"")),
            Self::Mysql | Self::Spark => format!("`{}`", name.replace('`', "``")),
        }
    }

    /// A text, quoted: whatever it holds, it is just a text.
    pub fn text(self, text: &str) -> String {
        match self {
            // A query ends at a NUL.
            Self::Sqlite if text.contains('\0') => {
                let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
                format!("CAST(x'{digits}' AS TEXT)")
            }
            // A backslash means nothing between plain quotes, as the standard has it.
            Self::Postgres | Self::Sqlite => format!("'{}'", text.replace('\'', "''")),
            Self::Mysql | Self::Spark => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        }
    }

    /// A number of 64 bits, whatever the database takes a small one for.
    pub(super) fn long(self, number: &str) -> String {
        match self {
            Self::Postgres => format!("({number})::int8"),
            Self::Spark => format!("CAST({number} AS BIGINT)"),
            Self::Mysql | Self::Sqlite => number.to_owned(),
        }
    }

    /// A number as text.
    pub(super) fn number_as_text(self, number: &str) -> String {
        match self {
            Self::Postgres => format!("{number}::text"),
            Self::Mysql => format!("CAST({number} AS CHAR)"),
            Self::Sqlite => format!("CAST({number} AS TEXT)"),
            Self::Spark => format!("CAST({number} AS STRING)"),
        }
    }

    /// Whether a text of this database may be this one.
    pub(super) fn can_hold(self, text: &str) -> bool {
        self != Self::Postgres || !text.contains('\0')
    }

    /// A text without the usual blanks around.
    pub(super) fn trimmed(self, text: &str) -> String {
        match self {
            Self::Postgres => format!("btrim({text}, E' \\t\\r\\n')"),
            Self::Mysql => format!("TRIM({text})"),
            Self::Sqlite => format!("trim({text}, ' ' || char(9, 10, 13))"),
            Self::Spark => format!("trim(BOTH ' \\t\\r\\n' FROM {text})"),
        }
    }

    /// Whether a text begins and ends with a visible sign of ASCII, and has no point.
    pub(super) fn is_plain_word(self, text: &str) -> String {
        let (first, last) = self.ends(text);
        let point = match self {
            Self::Postgres => format!("strpos({text}, '.')"),
            Self::Mysql | Self::Sqlite | Self::Spark => format!("instr({text}, '.')"),
        };
        format!("{first} BETWEEN 33 AND 126 AND {last} BETWEEN 33 AND 126 AND {point} = 0")
    }

    /// Whether a text may be a number by its first sign.
    pub(super) fn starts_with_digit(self, text: &str) -> String {
        let (first, _) = self.ends(text);
        format!("{first} BETWEEN 43 AND 57")
    }

    /// The codes of the first and the last sign of a text.
    fn ends(self, text: &str) -> (String, String) {
        match self {
            Self::Sqlite => (format!("unicode({text})"), format!("unicode(substr({text}, -1))")),
            Self::Postgres | Self::Mysql | Self::Spark => {
                (format!("ascii({text})"), format!("ascii(right({text}, 1))"))
            }
        }
    }

    /// Whether a text is a number that can be had without an error.
    pub(super) fn is_number(self, text: &str) -> String {
        match self {
            Self::Postgres => format!("{text} ~ '{NUMBER}'"),
            Self::Mysql => format!("{text} REGEXP '{NUMBER}'"),
            Self::Spark => format!("{text} RLIKE '{NUMBER}'"),
            // Digits and a point; with more digits than that, its numbers are not exact.
            Self::Sqlite => {
                let digits = format!("ltrim({text}, '-')");
                format!(
                    "length({text}) - length({digits}) < 2 AND length({digits}) < 16 AND {digits} GLOB '[0-9]*' \
                     AND {digits} NOT GLOB '*[^0-9.]*' AND {digits} NOT GLOB '*.*.*'"
                )
            }
        }
    }

    /// The number of such a text.
    pub(super) fn number_of_text(self, text: &str) -> String {
        match self {
            Self::Postgres => format!("{text}::float8"),
            Self::Mysql => format!("({text} + 0e0)"),
            Self::Sqlite => format!("CAST({text} AS REAL)"),
            Self::Spark => format!("CAST({text} AS DOUBLE)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays_one_name_or_text() {
        assert_eq!(Dialect::Postgres.name("a\"; drop table b"), "\"a\"\"; drop table b\"");
        assert_eq!(Dialect::Mysql.name("a`b"), "`a``b`");
        assert_eq!(Dialect::Sqlite.text("it's"), "'it''s'");
        assert_eq!(Dialect::Sqlite.text("a\0"), "CAST(x'6100' AS TEXT)");
        assert_eq!(Dialect::Mysql.text("it's \\"), "'it\\'s \\\\'");
    }
}
