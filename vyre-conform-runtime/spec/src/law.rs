//! The table of laws.
//!
//! A new law is one row in [`laws`], plus a page in the gallery of the project's tests with an op
//! that obeys it and one that breaks it.

use crate::term::Claim;

mod table;
mod terms;

pub use table::LAWS;

/// The kind of a law's parameter.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A value; its use in the claim determines its type.
    Value,
    /// An op, named by the path of its function; its use in the claim determines its number of
    /// operands.
    Op,
    /// `true` or `false`: whether the law holds or has a witness that breaks it.
    Holds,
}

impl ParamKind {
    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Op => "op",
            Self::Holds => "holds",
        }
    }
}

/// A parameter of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The letter in `docs/spec/laws.md`: `e`, `z`, `g`, `lo`, ...
    pub name: &'static str,
    /// The kind of argument.
    pub kind: ParamKind,
}

/// The claim of a law about an op with `arity` operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Number of operands the op must have.
    pub arity: usize,
    /// True if the op must be a predicate, whose result is 0 or 1.
    pub predicate: bool,
    /// The claim, for all values of its variables.
    pub claim: Claim,
}

/// A law of `docs/spec/laws.md`, or a custom law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// The name in a declaration.
    pub name: &'static str,
    /// Its parameters, in order.
    pub params: &'static [Parameter],
    /// Its claims, by arity.
    pub forms: &'static [Form],
    /// One sentence that explains the law.
    pub docs: &'static str,
    /// An op that obeys the law, in prose.
    pub obeyed_by: &'static str,
    /// An op that breaks the law, in prose, with the reason.
    pub broken_by: &'static str,
}

impl Law {
    /// True if the law is custom, declared by `custom(name, |f, ..| ..)`, and not a row of the table.
    pub fn is_custom(&self) -> bool {
        find(self.name).is_none()
    }

    /// The form for an op with `arity` operands.
    pub fn form(&self, arity: usize) -> Option<&'static Form> {
        self.forms.iter().find(|f| f.arity == arity)
    }
}

/// Every law, in the order of `docs/spec/laws.md#the-laws`.
pub fn laws() -> &'static [Law] {
    LAWS
}

/// The law with this name.
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}
