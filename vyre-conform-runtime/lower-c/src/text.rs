//! Expressions as text, with parentheses required by the grammar or helpful to a reader.

/// The precedence level of a text's outermost operator. Operators of one level, except `+`, `-`, `*`,
/// `/` and `%`, are never mixed without parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `c ? a : b`
    Choice,
    /// `a && b`, `a || b`
    Logic,
    /// `a & b`, `a | b`, `a ^ b`, `a << b`, `a >> b`
    Bits,
    /// `a < b`, `a == b`
    Comparison,
    /// `a + b`, `a - b`
    Sum,
    /// `a * b`, `a / b`, `a % b`
    Product,
    /// `!a`, `(u32)a`
    Unary,
    /// A name, a literal, a call, something in parentheses.
    Primary,
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    level: Level,
    /// The operator, if it is a binary one.
    operator: &'static str,
}

impl Text {
    pub(super) fn new(text: impl Into<String>, level: Level) -> Self {
        Self {
            text: text.into(),
            level,
            operator: "",
        }
    }

    pub(super) fn primary(text: impl Into<String>) -> Self {
        Self::new(text, Level::Primary)
    }

    /// `name(a, b)`
    pub(super) fn call(name: &str, args: impl IntoIterator<Item = Text>) -> Self {
        let args: Vec<String> = args.into_iter().map(Text::into_string).collect();
        Self::primary(format!("{name}({})", args.join(", ")))
    }

    /// `(ty)a`
    pub(super) fn cast(self, ty: &str) -> Self {
        Self::new(
            format!("({ty}){}", self.at_least(Level::Unary)),
            Level::Unary,
        )
    }

    /// `!a`, `~a`
    pub(super) fn prefixed(self, operator: &str) -> Self {
        let operand = self.at_least(Level::Unary);
        Self::new(format!("{operator}{operand}"), Level::Unary)
    }

    /// `a.field`
    pub(super) fn field(self, field: &str) -> Self {
        Self::primary(format!("{}.{field}", self.at_least(Level::Primary)))
    }

    /// `c ? a : b`
    pub(super) fn choice(self, then: Self, otherwise: Self) -> Self {
        let [c, a, b] = [self, then, otherwise].map(|t| t.at_least(Level::Logic));
        Self::new(format!("{c} ? {a} : {b}"), Level::Choice)
    }

    /// `a + b`
    pub(super) fn binary(self, operator: &'static str, right: Self) -> Self {
        let level = level(operator);
        // An operand of the same level is parenthesised, except to the left of an associative operator.
        let (least_left, least_right) = match level {
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Product, Level::Unary),
            Level::Comparison => (Level::Sum, Level::Sum),
            Level::Logic => (Level::Comparison, Level::Comparison),
            _ => (Level::Unary, Level::Unary),
        };
        let is_chain = self.operator == operator
            && matches!(operator, "+" | "*" | "&" | "|" | "^" | "&&" | "||");
        let left = if is_chain {
            self.text
        } else {
            self.at_least(least_left)
        };
        let right = right.at_least(least_right);
        Self {
            text: format!("{left} {operator} {right}"),
            level,
            operator,
        }
    }

    fn at_least(self, min: Level) -> String {
        if self.level >= min {
            self.text
        } else {
            format!("({})", self.text)
        }
    }

    pub(super) fn into_string(self) -> String {
        self.text
    }
}

fn level(operator: &str) -> Level {
    match operator {
        "&&" | "||" => Level::Logic,
        "&" | "|" | "^" | "<<" | ">>" => Level::Bits,
        "+" | "-" => Level::Sum,
        "*" | "/" | "%" => Level::Product,
        _ => Level::Comparison,
    }
}
