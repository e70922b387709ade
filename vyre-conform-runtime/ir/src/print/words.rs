//! The keywords of the text form, which printer and parser share.

use crate::{BinaryOp, UnaryOp};

/// Keywords: a name equal to one of them is quoted.
pub(crate) const RESERVED: &[&str] = &[
    "as",
    "break",
    "call",
    "const",
    "continue",
    "continuing",
    "else",
    "false",
    "fn",
    "for",
    "if",
    "in",
    "let",
    "locals",
    "loop",
    "mut",
    "return",
    "true",
    "while",
];

/// True if a character may begin a word.
pub(crate) const fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// True if a character may continue a word.
pub(crate) const fn continues_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True if a name needs no quotes: ASCII words joined by `::`, none of them a keyword.
fn is_plain(name: &str) -> bool {
    let is_word = |word: &str| word.starts_with(begins_word) && word.chars().all(continues_word);
    name.split("::").all(is_word) && !RESERVED.contains(&name)
}

/// Writes a name, quoted if necessary.
pub(super) fn write_name(name: &str, out: &mut String) {
    if is_plain(name) {
        return out.push_str(name);
    }
    out.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The method name of a unary operator; `!` is a prefix.
pub(crate) const fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::Negate => "wrapping_neg",
        UnaryOp::CountOnes => "count_ones",
        UnaryOp::LeadingZeros => "leading_zeros",
        UnaryOp::TrailingZeros => "trailing_zeros",
        UnaryOp::ReverseBits => "reverse_bits",
        UnaryOp::SwapBytes => "swap_bytes",
    }
}

/// The notation of a binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// Between its operands.
    Infix(&'static str),
    /// As a method of the first operand.
    Method(&'static str),
}

/// Writes the operator alone.
impl std::fmt::Display for Notation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Infix(word) | Self::Method(word)) = self;
        f.write_str(word)
    }
}

/// The notation of a binary operator.
pub(crate) const fn binary(op: BinaryOp) -> Notation {
    use Notation::{Infix, Method};
    match op {
        BinaryOp::Add => Infix("+"),
        BinaryOp::Sub => Infix("-"),
        BinaryOp::Mul => Infix("*"),
        BinaryOp::Div => Infix("/"),
        BinaryOp::Rem => Infix("%"),
        BinaryOp::And => Infix("&"),
        BinaryOp::Or => Infix("|"),
        BinaryOp::Xor => Infix("^"),
        BinaryOp::Shl => Infix("<<"),
        BinaryOp::Shr => Infix(">>"),
        BinaryOp::Eq => Infix("=="),
        BinaryOp::Ne => Infix("!="),
        BinaryOp::Lt => Infix("<"),
        BinaryOp::Le => Infix("<="),
        BinaryOp::Gt => Infix(">"),
        BinaryOp::Ge => Infix(">="),
        BinaryOp::RotateLeft => Method("rotate_left"),
        BinaryOp::RotateRight => Method("rotate_right"),
        BinaryOp::Min => Method("min"),
        BinaryOp::Max => Method("max"),
        BinaryOp::MulHigh => Method("mul_high"),
    }
}
