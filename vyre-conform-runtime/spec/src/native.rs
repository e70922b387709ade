//! Native expressions in the C family: what may stand in one, so that every dialect has it and all mean the same by it.

/// What the operands of an op are called in its native expression, in order.
pub const NATIVE_OPERANDS: [&str; 4] = ["a", "b", "c", "d"];

/// The functions that a native expression may call: `fma` rounds once, `sqrt` is the square root, both to nearest even.
pub const NATIVE_FUNCTIONS: [&str; 2] = ["fma", "sqrt"];

/// The characters that may stand beside words and numbers: operators, brackets, commas, blanks.
const OTHERS: &str = "+-*/<>=!&|?:(), .";

/// The first piece of a native expression of an op with this many operands that stands for nothing: neither an operand of
/// it nor a number, a function or an operator.
///
/// ```
/// use vyre_conform_spec::native::foreign_in_c;
/// assert_eq!(foreign_in_c("fma(a, b, c)", 3), None);
/// assert_eq!(foreign_in_c("a + c", 2), Some("c"));
/// assert_eq!(foreign_in_c("pow(a, 0.5f)", 1), Some("pow"));
/// ```
pub fn foreign_in_c(expression: &str, operands: usize) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let own = &NATIVE_OPERANDS[..operands.min(NATIVE_OPERANDS.len())];
    let mut rest = expression;
    while let Some(first) = rest.chars().next() {
        let end = match (is_word(first), first.is_ascii_digit()) {
            // A number, with a point and a suffix.
            (_, true) => rest.find(|c| !is_word(c) && c != '.'),
            (true, _) => rest.find(|c| !is_word(c)),
            _ => Some(first.len_utf8()),
        };
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let known = match is_word(first) {
            true => {
                first.is_ascii_digit() || own.contains(&piece) || NATIVE_FUNCTIONS.contains(&piece)
            }
            false => OTHERS.contains(first),
        };
        if !known {
            return Some(piece);
        }
        rest = behind;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: by hand.
    #[test]
    fn an_expression_is_of_its_operands() {
        for (text, operands) in [
            ("a + b", 2),
            ("a < b", 2),
            ("sqrt(a)", 1),
            ("fma(a, b, 1.5f)", 2),
        ] {
            assert_eq!(foreign_in_c(text, operands), None, "{text}");
        }
        for (text, operands, foreign) in [
            ("a + b", 1, "b"),
            ("fmaf(a, b, c)", 3, "fmaf"),
            ("a; b", 2, ";"),
            ("a_bits + 1", 1, "a_bits"),
            ("a[0]", 1, "["),
            ("a + \u{3b1}", 1, "\u{3b1}"),
        ] {
            assert_eq!(foreign_in_c(text, operands), Some(foreign), "{text}");
        }
    }
}
