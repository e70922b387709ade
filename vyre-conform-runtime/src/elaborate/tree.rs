//! The typed tree between a body and its IR: the body's structure, with a type at every expression.

use super::methods::Method;
use super::types::Ty;
use crate::body::BodyLocal;

/// An expression with its type and its line.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) line: u32,
    pub(super) ty: Ty,
    pub(super) kind: Kind,
}

/// Operators of two operands, evaluated left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// Division by a divisor that the macro knows not to be 0.
    DivNonzero,
    RemNonzero,
    /// The same, with operands that cannot overflow.
    DivTotal,
    RemTotal,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Operator {
    /// True if the operator divides.
    pub(super) fn divides(self) -> bool {
        matches!(
            self,
            Self::Div
                | Self::Rem
                | Self::DivNonzero
                | Self::RemNonzero
                | Self::DivTotal
                | Self::RemTotal
        )
    }
}

/// The kind of an expression.
#[derive(Debug)]
pub(super) enum Kind {
    /// Replaces an expression with a reported problem.
    Error,
    Literal(i128),
    /// The n-th table of the function.
    Table(u32),
    Local(BodyLocal),
    Not(Box<Tree>),
    Binary(Operator, Box<Tree>, Box<Tree>),
    /// `&&`, or `||` if `or` is set.
    Lazy {
        or: bool,
        left: Box<Tree>,
        right: Box<Tree>,
    },
    Cast(Box<Tree>),
    Method(&'static Method, Vec<Tree>),
    /// The n-th callee of the function.
    Call(usize, Vec<Tree>),
    Tuple(Vec<Tree>),
    Array(Vec<Tree>),
    Repeat(Box<Tree>, usize),
    Field(Box<Tree>, usize),
    Index(Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
    Match(Box<Tree>, Vec<(Pattern, Tree)>),
    Block {
        statements: Vec<Statement>,
        value: Option<Box<Tree>>,
        diverges: bool,
    },
    Return(Box<Tree>),
    Break,
    Continue,
    Assign(BodyLocal, Box<Tree>),
    AssignField(BodyLocal, usize, Box<Tree>),
    AssignElement(BodyLocal, Box<Tree>, Box<Tree>),
    While {
        bound: u64,
        condition: Box<Tree>,
        body: Box<Tree>,
        step: Box<Tree>,
        /// True if the condition is `true` and no `break` leaves the loop.
        endless: bool,
    },
    For {
        variable: PatternBinding,
        from: Box<Tree>,
        to: Box<Tree>,
        inclusive: bool,
        body: Box<Tree>,
    },
}

/// The binding of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) enum PatternBinding {
    Wild,
    Name {
        local: BodyLocal,
        name: &'static str,
        mutable: bool,
    },
}

#[derive(Debug)]
pub(super) enum Pattern {
    Bind(PatternBinding),
    None,
    Some(PatternBinding),
    OneOf(Vec<Tree>),
    Range(Box<Tree>, Box<Tree>),
}

#[derive(Debug)]
pub(super) enum Statement {
    Let(PatternBinding, Tree),
    /// A name declared without a value, with its type.
    Declare(PatternBinding, Ty),
    Destructure(Vec<PatternBinding>, Tree),
    Do(Tree),
}

impl Tree {
    /// True if evaluation of this expression diverges.
    pub(super) fn diverges(&self) -> bool {
        match &self.kind {
            Kind::Return(_) | Kind::Break | Kind::Continue => true,
            Kind::Block {
                statements,
                value,
                diverges,
            } => {
                *diverges
                    || statements.iter().any(Statement::diverges)
                    || value.as_ref().is_some_and(|v| v.diverges())
            }
            Kind::If(c, t, e) => c.diverges() || t.diverges() && e.diverges(),
            Kind::Match(v, arms) => {
                v.diverges() || !arms.is_empty() && arms.iter().all(|(_, a)| a.diverges())
            }
            Kind::While { endless, .. } => *endless,
            _ => false,
        }
    }

    /// True if this is a local or a field of one: a place, which is read at its use.
    pub(super) fn is_place(&self) -> bool {
        match &self.kind {
            Kind::Local(_) => true,
            Kind::Field(base, _) => base.is_place(),
            _ => false,
        }
    }

    /// True if the expression is so simple that speculative evaluation costs nothing and reads well: no
    /// effect, no element access, no division, and at most `budget` parts.
    pub(super) fn is_plain(&self, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match &self.kind {
            Kind::Literal(_) | Kind::Local(_) => true,
            Kind::Not(a) | Kind::Cast(a) | Kind::Field(a, _) => a.is_plain(budget),
            Kind::Binary(operator, ..) if operator.divides() => false,
            Kind::Binary(_, a, b) => a.is_plain(budget) && b.is_plain(budget),
            Kind::Method(method, operands) => {
                method.plain && operands.iter().all(|a| a.is_plain(budget))
            }
            Kind::Tuple(parts) => parts.iter().all(|a| a.is_plain(budget)),
            Kind::Block {
                statements,
                value: Some(value),
                ..
            } => statements.is_empty() && value.is_plain(budget),
            Kind::If(c, t, e) => c.is_plain(budget) && t.is_plain(budget) && e.is_plain(budget),
            _ => false,
        }
    }
}

impl Statement {
    fn diverges(&self) -> bool {
        match self {
            Self::Let(_, v) | Self::Destructure(_, v) | Self::Do(v) => v.diverges(),
            Self::Declare(..) => false,
        }
    }
}
