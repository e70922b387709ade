//! Strings: each has one canonical text, however it is escaped.

use super::super::canonical;
use super::{NotCanonical, Scanner};

impl Scanner<'_> {
    /// Copies a string, one run of plain characters at a time.
    pub(super) fn string(&mut self) -> Result<(), NotCanonical> {
        self.take(b'"', "no text")?;
        loop {
            let start = self.at;
            while self
                .peek()
                .is_some_and(|b| b >= b' ' && b != b'"' && b != b'\\')
            {
                self.at += 1;
            }
            self.out.extend_from_slice(&self.json[start..self.at]);
            match self.peek() {
                Some(b'"') => return self.take(b'"', "no text"),
                Some(b'\\') => self.escape()?,
                _ => return Err(self.error_at("a string that does not end")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), NotCanonical> {
        self.at += 1;
        let Some(name) = self.peek() else {
            return Err(self.error_at("a string that does not end"));
        };
        self.at += 1;
        let c = match name {
            b'"' | b'\\' | b'/' => char::from(name),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.unicode()?,
            _ => return Err(self.error_at("an escape that JSON does not have")),
        };
        canonical::escaped(c, &mut self.out);
        Ok(())
    }

    /// The character of `\uXXXX`, or of a surrogate pair.
    fn unicode(&mut self) -> Result<char, NotCanonical> {
        let first = self.digits()?;
        let code = match first {
            0xd800..0xdc00 if self.json[self.at..].starts_with(b"\\u") => {
                self.at += 2;
                let second = self.digits()?;
                match second {
                    0xdc00..0xe000 => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                    _ => return Err(self.error_at("an unpaired surrogate")),
                }
            }
            code => code,
        };
        char::from_u32(code).ok_or_else(|| self.error_at("an unpaired surrogate"))
    }

    fn digits(&mut self) -> Result<u32, NotCanonical> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            code =
                code * 16 + digit.ok_or_else(|| self.error_at("an escape without its digits"))?;
            self.at += 1;
        }
        Ok(code)
    }
}
