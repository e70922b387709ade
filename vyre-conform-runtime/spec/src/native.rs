//! Native expressions in the C family: the grammar that every dialect accepts with one meaning.

/// Names of the operands of an op in its native expression, in order.
pub const NATIVE_OPERANDS: [&str; 4] = ["a", "b", "c", "d"];

/// The functions that a native expression may call, each rounded once, to nearest even: `fma`, the square root `sqrt`,
/// and `exp`, which is e to the power of its operand.
pub const NATIVE_FUNCTIONS: [&str; 3] = ["exp", "fma", "sqrt"];

/// The operators of a native expression. Spaces separate adjacent operators.
const OPERATORS: [&str; 16] = [
    "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "!", "&&", "||", "?", ":", ",",
];

/// The first token that is not allowed in the native expression of an op with this many operands.
/// Allowed are the operands, decimal binary32 literals, functions, operators and brackets. Increments,
/// assignments, comments and literals without `f` (which are binary64) are not.
///
/// ```
/// use vyre_conform_spec::native::foreign_in_c;
/// assert_eq!(foreign_in_c("fma(a, b, c)", 3), None);
/// assert_eq!(foreign_in_c("a + c", 2), Some("c"));
/// assert_eq!(foreign_in_c("pow(a, 0.5f)", 1), Some("pow"));
/// ```
pub fn foreign_in_c(expression: &str, operands: usize) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_operator = |c: char| "+-*/<>=!&|?:,".contains(c);
    let own = &NATIVE_OPERANDS[..operands.min(NATIVE_OPERANDS.len())];
    let (mut rest, mut open, mut outermost) = (expression, 0_usize, "");
    while let Some(first) = rest.chars().next() {
        let end = match (is_word(first), first.is_ascii_digit()) {
            // A number, with a point and a suffix.
            (_, true) => rest.find(|c| !is_word(c) && c != '.'),
            (true, _) => rest.find(|c| !is_word(c)),
            _ if is_operator(first) => rest.find(|c| !is_operator(c)),
            _ => Some(first.len_utf8()),
        };
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let known = match first {
            '(' => {
                outermost = if open == 0 { piece } else { outermost };
                open += 1;
                true
            }
            ')' if open == 0 => false,
            ')' => {
                open -= 1;
                true
            }
            ' ' => true,
            _ if first.is_ascii_digit() => is_binary32(piece),
            _ if is_word(first) => own.contains(&piece) || NATIVE_FUNCTIONS.contains(&piece),
            _ => OPERATORS.contains(&piece),
        };
        if !known {
            return Some(piece);
        }
        rest = behind;
    }
    (open > 0).then_some(outermost)
}

/// True if this is a decimal literal with the suffix `f`, such as `1.5f`.
fn is_binary32(number: &str) -> bool {
    let parts = number.strip_suffix('f').and_then(|n| n.split_once('.'));
    let is_decimal = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    parts.is_some_and(|(whole, part)| is_decimal(whole) && is_decimal(part))
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
            ("!(a < b) && a >= -b", 2),
        ] {
            assert_eq!(foreign_in_c(text, operands), None, "{text}");
        }
        for (text, operands, foreign) in [
            ("a + b", 1, "b"),
            ("fmaf(a, b, c)", 3, "fmaf"),
            ("a; b", 2, ";"),
            ("a_bits + 1", 1, "a_bits"),
            ("a[0]", 1, "["),
            ("a * 0.5", 1, "0.5"),
            ("a + 0x10", 1, "0x10"),
            ("a + 1", 1, "1"),
            ("a++", 1, "++"),
            ("a = b", 2, "="),
            ("a - --b", 2, "--"),
            ("a /* b */", 2, "/*"),
            ("a // b", 2, "//"),
            ("a << b", 2, "<<"),
            ("sqrt(a", 1, "("),
            ("a)", 1, ")"),
            ("a.x", 1, "."),
            ("a + \u{3b1}", 1, "\u{3b1}"),
        ] {
            assert_eq!(foreign_in_c(text, operands), Some(foreign), "{text}");
        }
    }
}
