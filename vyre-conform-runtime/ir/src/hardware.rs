//! Ops that are one hardware feature, as programs call them: the body of the reference, and a
//! hand-written text in each language that has one.

use super::{FunctionId, Signature};
use vyre_conform_spec::{Capabilities, Texts};

/// An op that is one hardware feature. Interpreter and validation use the body of its reference; a
/// lowering calls the hand-written text of its language and never lowers that body.
#[derive(Clone, Copy, Debug)]
pub struct HardwareOp {
    /// Its id.
    pub id: &'static str,
    /// The name of its function in a text; the C family adds the prefix `vyre_`.
    pub name: &'static str,
    /// Its types.
    pub signature: Signature,
    /// The hardware feature.
    pub hardware: &'static str,
    /// True if a backend has the feature.
    pub available: fn(&dyn Capabilities) -> bool,
    /// The texts.
    pub texts: Texts<'static>,
}

/// Compares id, feature and texts. The predicate of availability is excluded, because functions cannot
/// be compared.
impl PartialEq for HardwareOp {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.name, self.signature) == (other.id, other.name, other.signature)
            && (self.hardware, self.texts) == (other.hardware, other.texts)
    }
}

impl Eq for HardwareOp {}

/// A function of a linked program that is a hardware op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HardwareCall {
    /// The index of the function in the linked module.
    pub function: FunctionId,
    /// The op.
    pub op: HardwareOp,
}

/// Splits a text into words (names, and numbers with their suffixes) and the pieces between them. The
/// flag is true for a word.
pub fn words(text: &str) -> Vec<(bool, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut pieces = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = is_word(first);
        let end = rest.find(|c| is_word(c) != kind).unwrap_or(rest.len());
        let (piece, others) = rest.split_at(end);
        pieces.push((kind, piece));
        rest = others;
    }
    pieces
}

/// The text without its comments, for languages with C comments.
pub fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(position) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(position);
        out.push_str(before);
        let end = if comment.starts_with("//") {
            comment.find('\n')
        } else {
            comment[2..].find("*/").map(|end| end + 4)
        };
        // A comment separates words.
        out.push(' ');
        rest = end.map_or("", |end| &comment[end..]);
    }
    out.push_str(rest);
    out
}

/// Replaces every word `name` that is not a member of a value by `to`.
pub fn renamed(text: &str, name: &str, to: &str) -> String {
    let mut before = "";
    let pieces = words(text).into_iter().map(|(is_word, piece)| {
        let is_member = before.ends_with('.') || before.ends_with("->");
        before = piece;
        if is_word && piece == name && !is_member {
            to
        } else {
            piece
        }
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: worked out by hand: whole words, except members.
    #[test]
    fn names_are_replaced_as_whole_words() {
        let text = "fn f(x: u32) -> u32 { return f_1.f + v->f + 1f + f(x); }";
        let expected = "fn g(x: u32) -> u32 { return f_1.f + v->f + 1f + g(x); }";
        assert_eq!(renamed(text, "f", "g"), expected);
        assert_eq!(renamed(text, "y", "z"), text);
        let all: String = words(text).into_iter().map(|(_, piece)| piece).collect();
        assert_eq!(all, text);
    }

    /// Oracle: by hand.
    #[test]
    fn comments_are_no_code() {
        let text = "a // b\nc/* d\n// e */f /* g";
        assert_eq!(code(text), "a  \nc f  ");
        assert_eq!(code("a / b"), "a / b");
    }
}
