//! The canonical text of a JSON text, computed in one pass over its bytes.
//!
//! It implements the definition of [`canonical`](super::canonical) without intermediate values, because large
//! certificates are read for their digest. It refuses everything without a canonical text: fractions, negative numbers,
//! duplicate keys, and anything but JSON.

mod strings;
#[cfg(test)]
mod tests;

use std::ops::Range;

/// Maximal nesting of lists and objects; a certificate needs ten.
const MAX_DEPTH: usize = 128;

/// Position and reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault} at byte {at}")]
pub struct NotCanonical {
    /// Byte offset.
    pub at: usize,
    /// The fault.
    pub fault: &'static str,
}

/// A canonical text, with the positions of the fields of its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalText {
    text: Vec<u8>,
    fields: Vec<Field>,
}

/// A field of an object in the canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    /// Range of the key, without its quotation marks.
    key: Range<usize>,
    /// Range of key and value.
    whole: Range<usize>,
}

impl CanonicalText {
    /// The canonical text of the whole.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The canonical text of the value of a field, if the text is an object with this field.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        let field = self.find(name)?;
        // Skips the closing quotation mark and the colon.
        Some(&self.text[field.key.end + 2..field.whole.end])
    }

    /// The canonical text of the object reduced to these fields, in pieces; the names are sorted.
    pub fn object(&self, names: &[&str]) -> impl Iterator<Item = &[u8]> {
        let fields = names.iter().filter_map(|name| self.find(name));
        let pieces = fields.enumerate().flat_map(|(k, field)| {
            let between: &[u8] = if k == 0 { b"{" } else { b"," };
            [between, &self.text[field.whole.clone()]]
        });
        pieces.chain([&b"}"[..]])
    }

    fn find(&self, name: &str) -> Option<&Field> {
        let named = |field: &&Field| &self.text[field.key.clone()] == name.as_bytes();
        self.fields.iter().find(named)
    }
}

/// Limits of the contents of a text: small values of a file take many times as much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentLimits {
    /// Objects.
    pub objects: usize,
    /// Values of all kinds.
    pub values: usize,
}

/// The canonical text of a JSON text.
///
/// # Errors
///
/// [`NotCanonical`] if it has none.
pub fn scan(json: &str) -> Result<CanonicalText, NotCanonical> {
    let any = ContentLimits {
        objects: usize::MAX,
        values: usize::MAX,
    };
    scan_within(json, any)
}

/// [`scan`] of a text within limits.
///
/// # Errors
///
/// [`NotCanonical`] if it has none or exceeds a limit.
pub fn scan_within(json: &str, most: ContentLimits) -> Result<CanonicalText, NotCanonical> {
    let mut scanner = Scanner {
        json: json.as_bytes(),
        at: 0,
        out: Vec::with_capacity(json.len()),
        fields: vec![],
        depth: 0,
        outermost: vec![],
        remaining: most,
    };
    scanner.space();
    scanner.value()?;
    scanner.space();
    if scanner.at == json.len() {
        Ok(CanonicalText {
            text: scanner.out,
            fields: scanner.outermost,
        })
    } else {
        Err(scanner.error_at("something follows"))
    }
}

struct Scanner<'a> {
    json: &'a [u8],
    at: usize,
    out: Vec<u8>,
    /// The fields so far of every open object, innermost last.
    fields: Vec<Field>,
    depth: usize,
    outermost: Vec<Field>,
    /// The remaining limits.
    remaining: ContentLimits,
}

impl Scanner<'_> {
    fn error_at(&self, fault: &'static str) -> NotCanonical {
        NotCanonical { at: self.at, fault }
    }

    fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8, what: &'static str) -> Result<(), NotCanonical> {
        if self.peek() != Some(byte) {
            return Err(self.error_at(what));
        }
        self.at += 1;
        self.out.push(byte);
        Ok(())
    }

    fn value(&mut self) -> Result<(), NotCanonical> {
        let Some(left) = self.remaining.values.checked_sub(1) else {
            return Err(self.error_at("more values than any certificate has"));
        };
        self.remaining.values = left;
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'0'..=b'9') => self.number(),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::list),
            Some(b'n') => self.word(b"null"),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'-') => Err(self.error_at("a negative number")),
            Some(_) => Err(self.error_at("no value")),
            None => Err(self.error_at("the text ends")),
        }
    }

    fn nested(
        &mut self,
        inside: fn(&mut Self) -> Result<(), NotCanonical>,
    ) -> Result<(), NotCanonical> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error_at("it is nested too deeply"));
        }
        inside(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn word(&mut self, word: &'static [u8]) -> Result<(), NotCanonical> {
        if !self.json[self.at..].starts_with(word) {
            return Err(self.error_at("no value"));
        }
        self.at += word.len();
        self.out.extend_from_slice(word);
        Ok(())
    }

    fn number(&mut self) -> Result<(), NotCanonical> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        let digits = &self.json[start..self.at];
        if digits.len() > 1 && digits[0] == b'0' {
            return Err(self.error_at("a number that begins with 0"));
        }
        if let Some(b'.' | b'e' | b'E') = self.peek() {
            return Err(self.error_at("a number that is not whole"));
        }
        self.out.extend_from_slice(digits);
        Ok(())
    }

    fn list(&mut self) -> Result<(), NotCanonical> {
        self.take(b'[', "no list")?;
        self.space();
        if self.peek() == Some(b']') {
            return self.take(b']', "no list");
        }
        loop {
            self.space();
            self.value()?;
            self.space();
            match self.peek() {
                Some(b',') => self.take(b',', "no list")?,
                _ => return self.take(b']', "a list without a comma between its elements"),
            }
        }
    }

    fn object(&mut self) -> Result<(), NotCanonical> {
        let Some(left) = self.remaining.objects.checked_sub(1) else {
            return Err(self.error_at("more objects than any certificate has"));
        };
        self.remaining.objects = left;
        let first = self.fields.len();
        let start = self.out.len() + 1;
        self.take(b'{', "no object")?;
        self.space();
        let mut sorted = true;
        while self.peek() != Some(b'}') || self.fields.len() > first {
            self.space();
            let key = self.out.len() + 1;
            self.string()?;
            let key = key..self.out.len() - 1;
            self.space();
            self.take(b':', "a key without a colon")?;
            self.space();
            self.value()?;
            if let Some(last) = self.fields[first..].last() {
                sorted &= self.order(&last.key, &key).is_lt();
            }
            let whole = key.start - 1..self.out.len();
            self.fields.push(Field { key, whole });
            self.space();
            match self.peek() {
                Some(b',') => self.take(b',', "no object")?,
                Some(b'}') => break,
                _ => return Err(self.error_at("an object without a comma between its keys")),
            }
        }
        self.take(b'}', "no object")?;
        if !sorted {
            self.sort(first, start)?;
        }
        if self.depth == 1 {
            self.outermost = self.fields[first..].to_vec();
        }
        self.fields.truncate(first);
        Ok(())
    }

    /// Sorts the fields from index `first` on, which belong to the object that begins at `start`.
    fn sort(&mut self, first: usize, start: usize) -> Result<(), NotCanonical> {
        let mut fields = self.fields.split_off(first);
        fields.sort_by(|a, b| self.order(&a.key, &b.key));
        let mut pairs = fields.windows(2);
        if pairs.any(|pair| self.order(&pair[0].key, &pair[1].key).is_eq()) {
            return Err(self.error_at("an object with a repeated key"));
        }
        let mut text = Vec::with_capacity(self.out.len() - start);
        for field in &mut fields {
            if !text.is_empty() {
                text.push(b',');
            }
            let (at, len) = (start + text.len(), field.key.len());
            text.extend_from_slice(&self.out[field.whole.clone()]);
            *field = Field {
                key: at + 1..at + 1 + len,
                whole: at..start + text.len(),
            };
        }
        text.push(b'}');
        self.out.truncate(start);
        self.out.extend_from_slice(&text);
        self.fields.append(&mut fields);
        Ok(())
    }

    /// The order of two written keys: that of their bytes before escaping.
    fn order(&self, a: &Range<usize>, b: &Range<usize>) -> std::cmp::Ordering {
        let (a, b) = (&self.out[a.clone()], &self.out[b.clone()]);
        if !a.contains(&b'\\') && !b.contains(&b'\\') {
            return a.cmp(b);
        }
        let plain = |key: &[u8]| {
            let quoted = [b"\"", key, b"\""].concat();
            serde_json::from_slice::<String>(&quoted).unwrap_or_default()
        };
        plain(a).cmp(&plain(b))
    }
}
