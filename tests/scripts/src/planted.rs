//! Faults planted in generated texts: a piece, and what a wrong line of a lowering would have written in its place.

use std::collections::HashMap;

/// A fault.
///
/// In a piece `$name` stands for an identifier, whatever it is called; in what replaces the piece for the same one.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The fault.
    pub what: &'static str,
    /// A piece of the text, wherever it stands.
    pub from: &'static str,
    /// The replacement.
    pub to: &'static str,
    /// The file of programs whose words show it.
    pub file: &'static str,
}

/// The row of a table: the file, what is wrong, the piece, and what stands in its place.
pub const fn fault(
    file: &'static str,
    what: &'static str,
    from: &'static str,
    to: &'static str,
) -> Fault {
    Fault {
        what,
        from,
        to,
        file,
    }
}

impl Fault {
    /// The piece as the text has it first, and what stands in its place.
    pub fn in_text(&self, text: &str) -> Option<(String, String)> {
        let starts = text.char_indices().map(|(index, _)| index);
        starts.into_iter().find_map(|index| {
            let mut names = HashMap::new();
            let length = matched(self.from, text, index, &mut names)?;
            Some((
                text[index..index + length].to_owned(),
                filled(self.to, &names),
            ))
        })
    }
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let end = text.bytes().position(|byte| !is_of_name(byte));
    &text[..end.unwrap_or(text.len())]
}

/// Length of the part of a text, from a place on, that matches the pattern.
fn matched<'t>(
    pattern: &'static str,
    text: &'t str,
    position: usize,
    names: &mut HashMap<&'static str, &'t str>,
) -> Option<usize> {
    let (mut rest, mut place) = (pattern, position);
    while let Some(hole) = rest.find('$') {
        place = literal(&rest[..hole], text, place)?;
        let called = name(&rest[hole + 1..]);
        let identifier = name(&text[place..]);
        let begins = place == 0 || !is_of_name(text.as_bytes()[place - 1]);
        let is_number = identifier.starts_with(|first: char| first.is_ascii_digit());
        if identifier.is_empty()
            || is_number
            || !begins
            || *names.entry(called).or_insert(identifier) != identifier
        {
            return None;
        }
        place += identifier.len();
        rest = &rest[hole + 1 + called.len()..];
    }
    Some(literal(rest, text, place)? - position)
}

/// The place behind a piece that stands in the text at a place.
fn literal(piece: &str, text: &str, position: usize) -> Option<usize> {
    text[position..]
        .starts_with(piece)
        .then_some(position + piece.len())
}

/// The pattern with these names in its holes.
fn filled(pattern: &str, names: &HashMap<&str, &str>) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(hole) = rest.find('$') {
        let called = name(&rest[hole + 1..]);
        out += &rest[..hole];
        out += names.get(called).copied().unwrap_or(called);
        rest = &rest[hole + 1 + called.len()..];
    }
    out + rest
}
