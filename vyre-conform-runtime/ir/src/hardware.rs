//! Ops of one hardware feature, as programs call them: the body of the reference, and a text by hand in each language
//! that has one.

use super::{FunctionId, Signature};
use vyre_conform_spec::{Capabilities, Texts};

/// An op that is one hardware feature. Interpreter and validation take the body of its reference; a lowering calls the
/// text that was written by hand in its language, and never lowers that body.
#[derive(Clone, Copy, Debug)]
pub struct HardwareOp {
    /// Its id.
    pub id: &'static str,
    /// What its function is called in a text, in the C family behind `vyre_`.
    pub name: &'static str,
    /// Its types.
    pub signature: Signature,
    /// The hardware feature.
    pub hardware: &'static str,
    /// True if a backend has it.
    pub available: fn(&dyn Capabilities) -> bool,
    /// The texts.
    pub texts: Texts<'static>,
}

/// Two are one op if they have one id, one feature and one text in each language: whether a backend has the feature is
/// the predicate's word alone, and functions cannot be compared.
impl PartialEq for HardwareOp {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.name, self.signature) == (other.id, other.name, other.signature)
            && (self.hardware, self.texts) == (other.hardware, other.texts)
    }
}

impl Eq for HardwareOp {}

/// A function of a linked program that is such an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HardwareCall {
    /// The number of the function in the linked module.
    pub function: FunctionId,
    /// The op.
    pub op: HardwareOp,
}

/// The words of a text and what stands between them: names, numbers with their letters, and everything else. Each
/// piece says whether it is a word.
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

/// The text without its comments, of a language that has those of C.
pub fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(at);
        out.push_str(before);
        let end = if comment.starts_with("//") {
            comment.find('\n')
        } else {
            comment[2..].find("*/").map(|end| end + 4)
        };
        // What stands around a comment is not one word.
        out.push(' ');
        rest = end.map_or("", |end| &comment[end..]);
    }
    out.push_str(rest);
    out
}

/// The text with the word `to` in the place of every word `name` that is not a member of a value.
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

    /// Oracle: by hand: whole words, members aside.
    #[test]
    fn a_name_is_changed_where_it_stands_as_a_word() {
        let text = "fn f(x: u32) -> u32 { return f_1.f + v->f + 1f + f(x); }";
        let due = "fn g(x: u32) -> u32 { return f_1.f + v->f + 1f + g(x); }";
        assert_eq!(renamed(text, "f", "g"), due);
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
