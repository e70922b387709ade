//! The place of a text in an author's source, at the granularity of characters.

use std::iter::Peekable;
use std::str::Chars;

/// The place of a text in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextPlace {
    /// Line of the expression that evaluates to the text, from 1.
    pub line: u32,
    /// Its column, from 1.
    pub column: u32,
    /// The literal as written, with its quotation marks; empty if the text is not a literal.
    pub written: &'static str,
}

impl TextPlace {
    /// A text whose expression begins here.
    #[doc(hidden)]
    pub const fn new(line: u32, column: u32, written: &'static str) -> Self {
        Self {
            line,
            column,
            written,
        }
    }

    /// A text on this line that is not a literal.
    pub const fn of_line(line: u32) -> Self {
        Self {
            line,
            column: 1,
            written: "",
        }
    }

    /// Source line and column of the character at this byte of the text; for a text that is not a
    /// literal, those of its expression.
    pub fn of_byte(&self, byte: usize) -> (u32, u32) {
        let Some((before, inside)) = self.written.split_once('"') else {
            return (self.line, self.column);
        };
        let is_raw = before.starts_with('r');
        let (mut line, mut column) = (self.line, self.column + before.chars().count() as u32 + 1);
        let mut step = |c: char| match c {
            '\n' => (line, column) = (line + 1, 1),
            _ => column += 1,
        };
        let mut made = 0;
        let mut chars = inside.chars().peekable();
        let continues = |mut next: Peekable<Chars<'_>>| {
            !is_raw && next.next() == Some('\\') && next.next() == Some('\n')
        };
        // An escape has the position of its first character.
        while made < byte || continues(chars.clone()) {
            let Some(c) = chars.next() else { break };
            step(c);
            if c != '\\' || is_raw {
                made += c.len_utf8();
                continue;
            }
            let Some(escaped) = chars.next() else { break };
            step(escaped);
            let mut digits = String::new();
            match escaped {
                // A continued line resumes at the next non-blank character.
                '\n' => {
                    while let Some(blank) = chars.next_if(|c| c.is_ascii_whitespace()) {
                        step(blank);
                    }
                    continue;
                }
                'x' => (0..2).for_each(|_| chars.next().into_iter().for_each(&mut step)),
                'u' => {
                    for c in chars.by_ref() {
                        step(c);
                        match c {
                            '}' => break,
                            '{' | '_' => {}
                            digit => digits.push(digit),
                        }
                    }
                }
                _ => {}
            }
            let code = u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32);
            made += code.map_or(1, char::len_utf8);
        }
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the literals below, counted by hand, and rustc's value of them.
    #[test]
    fn every_character_has_its_place() {
        let of = |written: &'static str| TextPlace {
            line: 10,
            column: 5,
            written,
        };
        let plain = of("\"ab\ncd\"");
        assert_eq!(
            [0, 1, 3, 4].map(|k| plain.of_byte(k)),
            [(10, 6), (10, 7), (11, 1), (11, 2)]
        );
        let raw = of("r##\"a\\n\"b\"##");
        assert_eq!(
            [0, 1, 3, 4].map(|k| raw.of_byte(k)),
            [(10, 9), (10, 10), (10, 12), (10, 13)]
        );
        // `a`, a line feed, `é` by its number, a continued line, `b`: 5 bytes.
        let escapes = of("\"a\\n\\u{e9}\\\n   b\\x41c\"");
        let expected = [(10, 6), (10, 7), (10, 9), (11, 4), (11, 5), (11, 9)];
        let bytes = [0, 1, 2, 4, 5, 6];
        assert_eq!(bytes.map(|k| escapes.of_byte(k)), expected);
        assert_eq!(TextPlace::of_line(7).of_byte(30), (7, 1));
    }
}
