//! Scripts and styles without their comments and indentation, as browsers are sent
//! them. Lines stay where they are, so that a browser's messages name the lines of
//! the files as they were written.

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    JavaScript,
    Css,
}

/// Words after which a slash begins a regular expression.
const BEFORE_EXPRESSION: [&str; 13] =
    ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield"];

/// The text without comments and indentation.
pub(crate) fn shorter(text: &str, language: Language) -> String {
    let mut reader =
        Reader { rest: text, written: String::with_capacity(text.len()), language, open_templates: Vec::new() };
    while reader.step() {}
    reader.written
}

struct Reader<'a> {
    rest: &'a str,
    written: String,
    language: Language,
    /// Of each template whose `${…}` is being read, how many braces are open in it.
    open_templates: Vec<usize>,
}

impl Reader<'_> {
    /// Reads one piece; tells whether there was one.
    fn step(&mut self) -> bool {
        let mut letters = self.rest.chars();
        let (Some(first), second) = (letters.next(), letters.next()) else { return false };
        let script = self.language == Language::JavaScript;
        match (first, second) {
            ('/', Some('*')) => self.skip_comment(),
            ('/', Some('/')) if script => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
                self.trim_line();
            }
            ('/', _) if script && self.begins_expression() => {
                let end = self.end_of_expression().unwrap_or(1);
                self.copy(end);
            }
            ('"' | '\'', _) => self.copy_string(first),
            ('`', _) if script => {
                self.copy(1);
                self.copy_template();
            }
            ('{', _) if script => {
                self.open_templates.last_mut().into_iter().for_each(|open| *open += 1);
                self.copy(1);
            }
            ('}', _) if script && self.open_templates.last() == Some(&0) => {
                self.open_templates.pop();
                self.copy(1);
                self.copy_template();
            }
            ('}', _) if script => {
                self.open_templates.last_mut().into_iter().for_each(|open| *open -= 1);
                self.copy(1);
            }
            ('\n', _) => {
                self.trim_line();
                self.copy(1);
                self.rest = self.rest.trim_start_matches([' ', '\t']);
            }
            _ => self.copy(first.len_utf8()),
        }
        true
    }

    fn copy(&mut self, bytes: usize) {
        let (piece, rest) = self.rest.split_at(bytes);
        self.written.push_str(piece);
        self.rest = rest;
    }

    /// Leaves out the spaces at the end of the line that was written last.
    fn trim_line(&mut self) {
        let end = self.written.trim_end_matches([' ', '\t']).len();
        self.written.truncate(end);
    }

    /// Leaves out a comment, but not its line breaks, nor the gap that it is.
    fn skip_comment(&mut self) {
        let end = self.rest.find("*/").map_or(self.rest.len(), |end| end + 2);
        let (comment, rest) = self.rest.split_at(end);
        let breaks = comment.matches('\n').count();
        self.trim_line();
        match breaks {
            0 if self.written.is_empty() || self.written.ends_with('\n') => {}
            0 => self.written.push(' '),
            _ => self.written.extend(std::iter::repeat_n('\n', breaks)),
        }
        self.rest = rest.trim_start_matches([' ', '\t']);
    }

    /// Copies text in quotation marks.
    fn copy_string(&mut self, quote: char) {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|(_, letter)| {
            let ends = !escaped && *letter == quote;
            escaped = !escaped && *letter == '\\';
            ends
        });
        self.copy(end.map_or(self.rest.len(), |(place, _)| place + 1));
    }

    /// Copies what is left of a template, or what comes before its next `${`.
    fn copy_template(&mut self) {
        let mut escaped = false;
        let mut before = '\0';
        for (place, letter) in self.rest.char_indices() {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '`' => return self.copy(place + 1),
                '{' if before == '$' => {
                    self.open_templates.push(0);
                    return self.copy(place + 1);
                }
                _ => {}
            }
            before = letter;
        }
        self.copy(self.rest.len());
    }

    /// Whether a slash begins a regular expression here, and does not divide.
    fn begins_expression(&self) -> bool {
        let before = self.written.trim_end();
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        match before.chars().next_back() {
            None => true,
            Some(')' | ']' | '}' | '"' | '\'' | '`') => false,
            Some(last) if is_word(last) => {
                let word = &before[before.trim_end_matches(is_word).len()..];
                BEFORE_EXPRESSION.contains(&word)
            }
            Some(_) => true,
        }
    }

    /// Where the regular expression ends that may begin here; none if it is none.
    fn end_of_expression(&self) -> Option<usize> {
        let (mut escaped, mut in_class) = (false, false);
        for (place, letter) in self.rest.char_indices().skip(1) {
            let was_escaped = escaped;
            escaped = !escaped && letter == '\\';
            match letter {
                '\n' => return None,
                _ if was_escaped => {}
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return Some(place + 1),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out_of_scripts() {
        let js = |text: &str| shorter(text, Language::JavaScript);
        assert_eq!(js("// why\nlet a = 1; // so\n  a += 2;\n"), "\nlet a = 1;\na += 2;\n");
        assert_eq!(js("/** What\n * it is. */\nf(/* no */ 1);\n"), "\n\nf( 1);\n");
        assert_eq!(js("return/* a */1"), "return 1");
        let kept = [
            "const s = \"// no comment /* at all */\", t = 'it\\'s // so';",
            "const u = `a\n   b // ${f({ a: `in ${1} //` })} /* c */\n  d`;",
            "const r = /[/*]\\/\"'`/.test(x) && /\\/\\/ /u.test(y);",
            "const d = a / b / c; const e = (a) / 2; const g = x[1] / y;",
            "return /\"/.test(s) ? `${1 / 2}` : { a: 1 };",
        ];
        for text in kept {
            assert_eq!(js(text), text);
        }
        assert_eq!(js("const a = `${x /* so */}`; // b"), "const a = `${x }`;");
    }

    #[test]
    fn comments_and_indentation_are_left_out_of_styles() {
        let css = |text: &str| shorter(text, Language::Css);
        let text = "/* All\n   of it. */\n.a {\n  color: red; /* loud */\n  background: url(\"data:,/*//`\");\n}\n";
        assert_eq!(css(text), "\n\n.a {\ncolor: red;\nbackground: url(\"data:,/*//`\");\n}\n");
        assert_eq!(css("a { b: url(//x) }"), "a { b: url(//x) }");
    }

    #[test]
    fn files_of_the_page_keep_their_lines() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        for file in std::fs::read_dir(page).into_iter().flatten().flatten() {
            let path = file.path();
            let language = match path.extension().and_then(|end| end.to_str()) {
                Some("js") => Language::JavaScript,
                Some("css") => Language::Css,
                _ => continue,
            };
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let short = shorter(&text, language);
            assert_eq!(short.matches('\n').count(), text.matches('\n').count(), "{path:?}");
            assert!(short.len() < text.len(), "{path:?}");
            assert_eq!(shorter(&short, language), short, "{path:?}: nothing is left to be left out");
        }
    }
}
