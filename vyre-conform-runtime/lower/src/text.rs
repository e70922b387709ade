//! WGSL expressions as text, with the parentheses that the grammar requires and no others.
//!
//! The rules are those of the grammar in the WGSL specification, section "Expression Grammar
//! Summary": shifts take unary expressions on both sides; `&`, `|` and `^` chain only with
//! themselves and take unary expressions; `&&` and `||` take comparisons and chain only with
//! themselves; comparisons do not chain.

/// The precedence level of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Primary,
    Unary,
    Product,
    Sum,
    Shift,
    Relation,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    text: String,
    level: Level,
    /// Nesting depth of its parentheses and brackets.
    nesting: usize,
}

impl Text {
    /// A name, an unsigned literal, or anything already in brackets.
    pub(super) fn primary(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            level: Level::Primary,
            nesting: 0,
        }
    }

    /// A literal, possibly with a sign.
    pub(super) fn literal(text: String) -> Self {
        let level = if text.starts_with('-') {
            Level::Unary
        } else {
            Level::Primary
        };
        Self {
            text,
            level,
            nesting: 0,
        }
    }

    /// Nesting depth of parentheses and brackets.
    pub(super) fn nesting(&self) -> usize {
        self.nesting
    }

    /// A prefix operation. Two adjacent minus signs would be another token, so an operand with a prefix
    /// is parenthesised.
    pub(super) fn unary(op: char, operand: Text) -> Self {
        let operand = operand.within(|l| l == Level::Primary);
        Self {
            text: format!("{op}{}", operand.text),
            level: Level::Unary,
            nesting: operand.nesting,
        }
    }

    /// The negation of a Bool; for an equality, the opposite one.
    pub(super) fn not(self) -> Self {
        let mut depth = 0;
        for (index, c) in self.text.char_indices() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                ' ' if depth == 0 && self.level == Level::Relation => {
                    let rest = &self.text[index..];
                    for (op, other) in [(" == ", " != "), (" != ", " == ")] {
                        if let Some(right) = rest.strip_prefix(op) {
                            return Self {
                                text: format!("{}{other}{right}", &self.text[..index]),
                                ..self
                            };
                        }
                    }
                }
                _ => {}
            }
        }
        Self::unary('!', self)
    }

    /// An infix operator.
    pub(super) fn binary(op: &str, left: Text, right: Text) -> Self {
        use Level::*;
        let level = match op {
            "*" | "/" | "%" => Product,
            "+" | "-" => Sum,
            "<<" | ">>" => Shift,
            "&" => And,
            "|" => Or,
            "^" => Xor,
            "&&" => LogicalAnd,
            "||" => LogicalOr,
            _ => Relation,
        };
        let tight = |l| l == Primary || l == Unary;
        let left = left.within(|l| match level {
            Product | And | Or | Xor => tight(l) || l == level,
            Sum => tight(l) || l == Product || l == Sum,
            Relation => tight(l) || l == Product || l == Sum,
            LogicalAnd | LogicalOr => tight(l) || l == Relation || l == level,
            _ => tight(l),
        });
        let right = right.within(|l| match level {
            Sum => tight(l) || l == Product,
            Relation => tight(l) || l == Product || l == Sum,
            LogicalAnd | LogicalOr => tight(l) || l == Relation,
            _ => tight(l),
        });
        Self {
            text: format!("{} {op} {}", left.text, right.text),
            level,
            nesting: left.nesting.max(right.nesting),
        }
    }

    /// A call or a constructor. `f(a < b, c > d)` would be parsed as a template list `a<b, c>`, so a
    /// "less" before a "greater" is parenthesised.
    pub(super) fn call(function: &str, arguments: Vec<Text>) -> Self {
        let mut parts = Vec::with_capacity(arguments.len());
        let mut greater_follows = false;
        let mut nesting = 0;
        for argument in arguments.into_iter().rev() {
            let opens = argument.text.contains('<');
            let closes = argument.text.contains('>');
            let argument = if opens && greater_follows {
                argument.within(|l| {
                    !matches!(l, Level::Relation | Level::LogicalAnd | Level::LogicalOr)
                })
            } else {
                argument
            };
            nesting = nesting.max(argument.nesting);
            parts.push(argument.text);
            greater_follows |= closes;
        }
        parts.reverse();
        Self {
            nesting: nesting + 1,
            ..Self::primary(format!("{function}({})", parts.join(", ")))
        }
    }

    /// A component: `a.x`.
    pub(super) fn member(self, name: &str) -> Self {
        let whole = self.within(|l| l == Level::Primary);
        Self {
            text: format!("{}.{name}", whole.text),
            ..whole
        }
    }

    /// A prefix that binds tighter than every operator.
    pub(super) fn prefixed(self, prefix: &str) -> Self {
        Self {
            text: format!("{prefix}{}", self.text),
            level: Level::Primary,
            ..self
        }
    }

    /// An element: `a[i]`.
    pub(super) fn index(array: &str, index: Text) -> Self {
        Self {
            nesting: index.nesting + 1,
            ..Self::primary(format!("{array}[{}]", index.text))
        }
    }

    /// The text, for a place where any expression is allowed.
    pub(super) fn into_string(self) -> String {
        self.text
    }

    /// True for a single name, component or literal, which may be repeated.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.level, Level::Primary | Level::Unary)
            && self
                .text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
    }

    /// Adds parentheses unless its level is allowed.
    fn within(self, allowed: impl Fn(Level) -> bool) -> Self {
        if allowed(self.level) {
            self
        } else {
            Self {
                text: format!("({})", self.text),
                level: Level::Primary,
                nesting: self.nesting + 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 17] = [
        "*", "/", "%", "+", "-", "<<", ">>", "&", "|", "^", "&&", "||", "<", ">", "<=", "==", "!=",
    ];

    fn nested(outer: &str, inner: &str) -> [String; 2] {
        let name = |n: &str| Text::primary(n);
        let inner = || Text::binary(inner, name("b"), name("c"));
        [
            Text::binary(outer, inner(), name("a")).into_string(),
            Text::binary(outer, name("a"), inner()).into_string(),
        ]
    }

    /// Oracle: the WGSL grammar, by hand: the pairs that need no parentheses.
    #[test]
    fn parentheses_are_left_out_only_where_the_grammar_chains() {
        let relation = |op: &str| matches!(op, "<" | ">" | "<=" | "==" | "!=");
        let product = |op: &str| matches!(op, "*" | "/" | "%");
        let sum = |op: &str| matches!(op, "+" | "-");
        for outer in ALL {
            for inner in ALL {
                let logical = matches!(outer, "&&" | "||");
                let bare_right = (sum(outer) && product(inner))
                    || (relation(outer) && (product(inner) || sum(inner)))
                    || (logical && relation(inner));
                let bare_left = bare_right
                    || (product(outer) && product(inner))
                    || (sum(outer) && sum(inner))
                    || (matches!(outer, "&" | "|" | "^" | "&&" | "||") && outer == inner);
                let [left, right] = nested(outer, inner);
                assert_eq!(!left.contains('('), bare_left, "{left}");
                assert_eq!(!right.contains('('), bare_right, "{right}");
            }
        }
    }

    /// Oracle: the WGSL rule of template list discovery, which pairs `<` with a later `>`.
    #[test]
    fn comparisons_in_arguments_do_not_become_template_lists() {
        let compare = |op| Text::binary(op, Text::primary("a"), Text::primary("b"));
        let call = Text::call("f", vec![compare("<"), compare(">")]).into_string();
        assert_eq!(call, "f((a < b), a > b)");
        let call = Text::call("f", vec![compare(">"), compare("<")]).into_string();
        assert_eq!(call, "f(a > b, a < b)");
    }

    /// Oracle: the laws of Bool negation.
    #[test]
    fn an_equality_is_inverted_in_place() {
        let [a, b] = ["a", "f(b == c)"].map(Text::primary);
        let equal = Text::binary("==", b, a.clone());
        assert_eq!(equal.clone().not().into_string(), "f(b == c) != a");
        assert_eq!(equal.clone().not().not(), equal);
        let both = Text::binary("&&", equal, a);
        assert_eq!(both.not().into_string(), "!(f(b == c) == a && a)");
    }

    /// Oracle: WGSL has a token `--`.
    #[test]
    fn minus_signs_do_not_merge() {
        let inner = Text::unary('-', Text::primary("a"));
        assert_eq!(Text::unary('-', inner).into_string(), "-(-a)");
        let literal = Text::literal("-5i".to_owned());
        assert_eq!(Text::unary('-', literal).into_string(), "-(-5i)");
    }
}
