//! The intermediate representation of op bodies: typed, structured, total.
//!
//! Every expression has a value for every input: arithmetic wraps, division and remainder by zero
//! give 0, shift amounts are taken modulo the width, an element read out of bounds gives zero and an
//! element write out of bounds does nothing. A [`Module`] is self-contained: a function and every
//! function it calls. Expressions are trees, used exactly once; a value needed twice is a local.
//!
//! Interpreter and lowering both work from this module and never from each other.

mod build;
mod expr;
mod limits;
mod node;
pub mod print;

pub use build::FunctionBuilder;
pub use expr::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use limits::{MAX_CALL_DEPTH, MAX_NESTING, MAX_NODES};
pub use node::{FunctionId, Local, LocalId, Node};

use crate::spec::ValueType;

/// A type of the intermediate representation.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Unsigned, 32 bits, wraps.
    U32,
    /// Two's complement, 32 bits, wraps.
    I32,
    /// Unsigned, 64 bits, wraps.
    U64,
    /// True or false.
    Bool,
}

impl Type {
    /// Width in bits; a `Bool` has one.
    pub const fn bits(self) -> u32 {
        match self {
            Self::U32 | Self::I32 => 32,
            Self::U64 => 64,
            Self::Bool => 1,
        }
    }

    /// The bits a value of this type may have.
    pub const fn mask(self) -> u64 {
        match self {
            Self::U32 | Self::I32 => u32::MAX as u64,
            Self::U64 => u64::MAX,
            Self::Bool => 1,
        }
    }

    /// The name in messages: `u32`, `i32`, `u64`, `bool`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::U64 => "u64",
            Self::Bool => "bool",
        }
    }

    /// How a value type travels: its components in order.
    pub fn components(ty: ValueType) -> Vec<Type> {
        match ty {
            ValueType::I32 => vec![Type::I32],
            ValueType::U64 => vec![Type::U64],
            ValueType::Bool => vec![Type::Bool],
            other => vec![Type::U32; other.words()],
        }
    }
}

/// A function and everything it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The functions; calls go by index.
    pub functions: Vec<Function>,
    /// The function that is the op.
    pub entry: FunctionId,
}

impl Module {
    /// The function that is the op.
    pub fn entry(&self) -> &Function {
        &self.functions[self.entry.0 as usize]
    }
}

/// A function over primitive values. Tuples and arrays of its host signature are flattened in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Name, for people.
    pub name: String,
    /// The locals that take the arguments.
    pub params: Vec<LocalId>,
    /// Types of the results.
    pub results: Vec<Type>,
    /// Every local, parameters included.
    pub locals: Vec<Local>,
    /// Constant tables.
    pub tables: Vec<Table>,
    /// The body. It never runs past its end: every path returns.
    pub body: Vec<Node>,
}

/// A constant table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Name, for people.
    pub name: String,
    /// Element type.
    pub ty: Type,
    /// The elements' bits.
    pub data: Vec<u64>,
}
