//! The lexer of the text form.

use super::error::{ParseProblem, ParseResult, Refusal, quoted};
use crate::print::words::{begins_word, continues_word};
use std::borrow::Cow;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Words joined by `::`.
    Word(&'a str),
    /// The raw text between double quotes.
    Quoted(&'a str),
    /// Digits, with all following letters and digits.
    Number(&'a str),
    /// Any other token of the text form.
    Sign(&'static str),
    /// A character that cannot begin a token.
    Unknown(char),
    /// The end of the text.
    End,
}

/// Every sign; longer signs come before their prefixes.
const SIGNS: [&str; 31] = [
    "->", "..", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "{", "}", "[", "]", ",", ";", ":",
    "#", ".", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "=", "!",
];

/// A text and the position of the next token.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips blanks, `//` comments, and lines that begin with `;`.
    pub(super) fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let begins_line = self.at == 0 || rest[..blank].contains('\n');
            self.at += blank;
            let rest = self.rest();
            if !(rest.starts_with("//") || begins_line && rest.starts_with(';')) {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Length in bytes of a run of characters of one kind, including the first `from` bytes.
    fn run(rest: &str, from: usize, matches: impl Fn(char) -> bool) -> usize {
        let tail = &rest[from..];
        from + tail.find(|c| !matches(c)).unwrap_or(tail.len())
    }

    /// The next token, after [skipping](Self::skip).
    pub(super) fn next(&mut self) -> ParseResult<Token<'a>> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(Token::End);
        };
        let (token, length) = if begins_word(first) {
            let mut length = Self::run(rest, 0, continues_word);
            while rest[length..].starts_with("::") && rest[length + 2..].starts_with(begins_word) {
                length = Self::run(rest, length + 2, continues_word);
            }
            (Token::Word(&rest[..length]), length)
        } else if first.is_ascii_digit() {
            let length = Self::run(rest, 0, continues_word);
            (Token::Number(&rest[..length]), length)
        } else if first == '"' {
            let length = self.quoted_length()?;
            (Token::Quoted(&rest[1..length - 1]), length)
        } else {
            match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => (Token::Unknown(first), first.len_utf8()),
            }
        };
        self.at += length;
        Ok(token)
    }

    /// Length in bytes of the quoted name at this position, including the quotes.
    fn quoted_length(&self) -> ParseResult<usize> {
        let mut escaped = false;
        for (k, c) in self.rest().char_indices().skip(1) {
            match c {
                '\n' => break,
                '"' if !escaped => return Ok(k + 1),
                _ => escaped = c == '\\' && !escaped,
            }
        }
        Err(Box::new(Refusal {
            offset: self.at,
            problem: ParseProblem::Unexpected {
                expected: "a name in quotes that ends on its line".into(),
                found: quoted(self.rest().lines().next().unwrap_or("")),
            },
        }))
    }
}

impl Token<'_> {
    /// Description of the token, for messages.
    pub(super) fn describe(self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => quoted(text),
            Self::Quoted(text) => quoted(&format!("\"{text}\"")),
            Self::Sign(sign) => quoted(sign),
            Self::Unknown(c) => format!("the character {c:?}"),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// The unescaped text between quotes; `None` for an unknown escape.
pub(super) fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('\\') {
        return Some(text.into());
    }
    let mut name = String::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        name.push_str(plain);
        if let Some(tail) = escape.strip_prefix("u{") {
            let (digits, tail) = tail.split_once('}')?;
            let digits = u32::from_str_radix(digits, 16).ok();
            name.push(digits.and_then(char::from_u32)?);
            rest = tail;
        } else {
            let c = escape.chars().next().filter(|c| matches!(c, '"' | '\\'))?;
            name.push(c);
            rest = &escape[1..];
        }
    }
    name.push_str(rest);
    Some(name.into())
}

/// The value of a number and its type suffix; `None` if it is not a number of at most 64 bits.
pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let suffix = ["i32", "u64"].into_iter().find(|s| text.ends_with(s));
    let suffix = suffix.unwrap_or("");
    let digits = &text[..text.len() - suffix.len()];
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let mut value: Option<u64> = None;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = u64::from(c.to_digit(radix)?);
        let shifted = value.unwrap_or(0).checked_mul(u64::from(radix))?;
        value = Some(shifted.checked_add(digit)?);
    }
    Some((value?, suffix))
}

#[cfg(test)]
mod tests {
    use super::{number, unescaped};

    /// Oracle: the numbers, worked out by hand.
    #[test]
    fn numbers_have_at_most_64_bits_and_two_suffixes() {
        for (text, actual) in [
            ("0", Some((0, ""))),
            ("0xffff_ffff_ffff_ffff", Some((u64::MAX, ""))),
            ("18446744073709551615u64", Some((u64::MAX, "u64"))),
            ("0xf32", Some((0xf32, ""))),
            ("2147483648i32", Some((1 << 31, "i32"))),
            ("18446744073709551616", None),
            ("0x1_0000_0000_0000_0000", None),
            ("0x", None),
            ("0x_u64", None),
            ("1f32", None),
            ("1u32", None),
        ] {
            assert_eq!(number(text), actual, "{text}");
        }
    }

    /// Oracle: the names, worked out by hand.
    #[test]
    fn escapes_follow_the_grammar() {
        for (text, actual) in [
            ("a b", Some("a b")),
            (r#"\"\\\u{a}\u{1d6fc}"#, Some("\"\\\n𝛼")),
            (r"\n", None),
            (r"\u{110000}", None),
            (r"\u{61", None),
            (r"\u61", None),
        ] {
            assert_eq!(unescaped(text).as_deref(), actual, "{text}");
        }
    }
}
