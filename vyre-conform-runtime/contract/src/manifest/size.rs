//! Expressions in the problem size `n`: lengths of buffers, workgroups, values.

use std::collections::BTreeMap;

/// The values of names: `n`, `k` of a repeated dispatch, and the overrides.
pub type SizeNames = BTreeMap<String, u64>;

/// An expression in the problem size, such as `ceil(n / 256)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeExpression {
    text: String,
    root: Term,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(u64),
    Name(String),
    Call(Function, Vec<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CeilDiv,
    Min,
    Max,
    NextPower,
    Log,
}

impl SizeExpression {
    /// Parses an expression: numbers, names, `+ - * / %`, parentheses, `ceil(a / b)`, `min(a, b)`, `max(a, b)`,
    /// `pow2(a)` (the next power of two) and `log2(a)` (its exponent). `/` rounds down.
    ///
    /// # Errors
    /// The byte of the mistake, and what to write.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut parser = Parser {
            text,
            at: 0,
            depth: 0,
        };
        let root = parser.sum()?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.mistake("an operator such as `+` or the end of the expression"));
        }
        let text = text.to_owned();
        Ok(Self { text, root })
    }

    /// The constant expression of a number.
    pub fn number(number: u64) -> Self {
        let text = number.to_string();
        let root = Term::Number(number);
        Self { text, root }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names in it.
    pub fn names(&self) -> Vec<&str> {
        let mut found = vec![];
        self.root.names(&mut found);
        found
    }

    /// The value.
    ///
    /// # Errors
    /// An unknown name, a division by zero, a result below 0 or beyond 64 bits.
    pub(crate) fn value(&self, names: &SizeNames) -> Result<u64, String> {
        let value = self.root.value(names);
        value.map_err(|why| format!("`{}` {why}", self.text))
    }
}

impl Term {
    fn names<'t>(&'t self, found: &mut Vec<&'t str>) {
        match self {
            Self::Number(_) => {}
            Self::Name(name) => found.push(name),
            Self::Call(_, operands) => operands.iter().for_each(|operand| operand.names(found)),
        }
    }

    fn value(&self, names: &SizeNames) -> Result<u64, String> {
        let (function, operands) = match self {
            Self::Number(number) => return Ok(*number),
            Self::Name(name) => {
                let value = names.get(name).copied();
                return value.ok_or_else(|| format!("names `{name}`, which has no value here"));
            }
            Self::Call(function, operands) => (function, operands),
        };
        let values = operands.iter().map(|operand| operand.value(names));
        let values: Vec<u64> = values.collect::<Result<_, _>>()?;
        let (a, b) = (values[0], values.get(1).copied().unwrap_or(0));
        let result = match function {
            Function::Add => a.checked_add(b),
            Function::Sub => a.checked_sub(b),
            Function::Mul => a.checked_mul(b),
            Function::Div => a.checked_div(b),
            Function::Rem => a.checked_rem(b),
            Function::CeilDiv => (b != 0).then(|| a.div_ceil(b)),
            Function::Min => Some(a.min(b)),
            Function::Max => Some(a.max(b)),
            Function::NextPower => a.checked_next_power_of_two(),
            Function::Log => Some(a.max(1).next_power_of_two().trailing_zeros().into()),
        };
        result.ok_or_else(|| match function {
            Function::Sub => format!("is negative: {a} - {b}; write `max({b}, ..) - {b}`"),
            Function::Div | Function::Rem | Function::CeilDiv => "divides by zero".to_owned(),
            _ => "exceeds 64 bits".to_owned(),
        })
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

/// Most parentheses that are open at one place.
const MAX_DEPTH: usize = 64;

impl Parser<'_> {
    fn mistake(&self, wanted: &str) -> (usize, String) {
        let found = self.text[self.at..].chars().next();
        let found = found.map_or("the end".to_owned(), |c| format!("`{c}`"));
        (self.at, format!("{found} where {wanted} belongs"))
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.space();
        let is_there = self.text[self.at..].starts_with(wanted);
        self.at += usize::from(is_there) * wanted.len_utf8();
        is_there
    }

    fn sum(&mut self) -> Result<Term, (usize, String)> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err((self.at, "too many open parentheses".to_owned()));
        }
        let mut left = self.product()?;
        loop {
            let function = match (self.takes('+'), self.takes('-')) {
                (true, _) => Function::Add,
                (false, true) => Function::Sub,
                (false, false) => break,
            };
            left = Term::Call(function, vec![left, self.product()?]);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Term, (usize, String)> {
        let mut left = self.factor()?;
        loop {
            let function = if self.takes('*') {
                Function::Mul
            } else if self.takes('/') {
                Function::Div
            } else if self.takes('%') {
                Function::Rem
            } else {
                return Ok(left);
            };
            left = Term::Call(function, vec![left, self.factor()?]);
        }
    }

    fn factor(&mut self) -> Result<Term, (usize, String)> {
        if self.takes('(') {
            let inner = self.sum()?;
            return if self.takes(')') {
                Ok(inner)
            } else {
                Err(self.mistake("`)`"))
            };
        }
        self.space();
        let rest = &self.text[self.at..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        if word.is_empty() {
            return Err(self.mistake("a number or a name such as `n`"));
        }
        let start = self.at;
        self.at += end;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.replace('_', "").parse();
            let number = number.map_err(|_| (start, format!("`{word}` is not a number")))?;
            return Ok(Term::Number(number));
        }
        if self.takes('(') {
            self.call(start, word)
        } else {
            Ok(Term::Name(word.to_owned()))
        }
    }

    fn call(&mut self, start: usize, name: &str) -> Result<Term, (usize, String)> {
        let mut operands = vec![self.sum()?];
        while self.takes(',') {
            operands.push(self.sum()?);
        }
        if !self.takes(')') {
            return Err(self.mistake("`)`"));
        }
        let function = match (name, &operands[..]) {
            ("min", [_, _]) => Function::Min,
            ("max", [_, _]) => Function::Max,
            ("pow2", [_]) => Function::NextPower,
            ("log2", [_]) => Function::Log,
            ("ceil", [Term::Call(Function::Div, _)]) => {
                let Some(Term::Call(_, quotient)) = operands.pop() else {
                    unreachable!("the pattern has one operand");
                };
                return Ok(Term::Call(Function::CeilDiv, quotient));
            }
            _ => {
                let known = "`ceil(a / b)`, `min(a, b)`, `max(a, b)`, `pow2(a)`, `log2(a)`";
                return Err((
                    start,
                    format!("no function `{name}` takes these operands: write one of {known}"),
                ));
            }
        };
        Ok(Term::Call(function, operands))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, n: u64) -> Result<u64, String> {
        let names = [("n".to_owned(), n)].into();
        SizeExpression::parse(text).expect(text).value(&names)
    }

    /// Oracle: arithmetic by hand.
    #[test]
    fn expressions_have_the_values_of_arithmetic() {
        for (text, n, expected) in [
            ("n", 7, 7),
            ("2 * n + 3", 7, 17),
            ("n / 2 - 1", 7, 2),
            ("ceil(n / 64)", 65, 2),
            ("ceil((n + 1) / 64) * 2", 64, 4),
            ("min(n, 3) + max(n, 3) % 4", 6, 5),
            ("pow2(n)", 65, 128),
            ("log2(n)", 65, 7),
            ("1_000", 0, 1000),
        ] {
            assert_eq!(value(text, n), Ok(expected), "{text}");
        }
        assert!(value("n - 1", 0).is_err_and(|e| e.contains("negative")));
        assert!(value("1 / n", 0).is_err_and(|e| e.contains("divides by zero")));
        assert!(value("m", 0).is_err_and(|e| e.contains("`m`")));
    }

    /// Oracle: the byte of each mistake by hand.
    #[test]
    fn mistakes_are_at_their_byte() {
        let at = |text: &str| SizeExpression::parse(text).expect_err(text).0;
        assert_eq!(at("n +"), 3);
        assert_eq!(at("(n"), 2);
        assert_eq!(at("n m"), 2);
        assert_eq!(at("2 * root(n)"), 4);
        assert_eq!(at("ceil(n)"), 0);
        assert_eq!(at(""), 0);
        assert_eq!(at("\u{e9}"), 0);
        assert!(SizeExpression::parse(&"(".repeat(10_000)).is_err());
    }
}
