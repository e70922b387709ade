//! The intermediate representation of op bodies and of whole programs: typed, structured, total.
//!
//! Every expression has a value for every input: arithmetic wraps, division and remainder by zero
//! return 0, shift amounts are taken modulo the width, an out-of-bounds read returns zero and an
//! out-of-bounds write does nothing. A [`Module`] is self-contained: a function and every function that
//! it calls. Expressions are pure trees, used exactly once; a value that is needed twice is a local.
//!
//! Calls and atomic steps are nodes, [`Node::Call`] and [`Node::Atomic`], which bind their results to
//! locals: anything with an effect or several results is a separate node, so that the order of
//! evaluation is the order of the text. The specification of the representation is `docs/spec/ir.md`.
//!
//! A [`Program`] is a kernel with buffers: its entry is a function without parameters and results that
//! every invocation of a dispatch runs. Only a kernel accesses buffers, queries ids, and synchronises;
//! its callees are pure functions. A [`Convention`] defines the buffers that a host may expect of it.
//!
//! Interpreter and lowering both work from this module and never from each other.

mod build;
mod calls;
mod convention;
pub mod dispatch;
mod expr;
mod hardware;
mod kernel;
mod limits;
mod longest_path;
mod merge;
mod native;
mod node;
mod operators;
pub mod parse;
pub mod print;
mod program;
mod signature;
mod source;
mod statements;
pub mod valid;
pub mod value;
mod view;
mod visit;
pub mod wire;

pub use build::FunctionBuilder;
#[doc(hidden)]
pub use calls::callees;
pub use convention::{Convention, ConventionMismatch, Slot};
pub use expr::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use hardware::{HardwareCall, HardwareOp};
#[doc(hidden)]
pub use hardware::{code, renamed, words};
pub use kernel::{Buffer, Kernel};
pub use limits::{
    MAX_CALL_DEPTH, MAX_NESTING, MAX_NODES, MAX_PARAMETERS, MAX_STATEMENTS, MAX_WORK,
};
pub use longest_path::{OpSteps, PathError, longest_call, longest_path};
pub use merge::MergedFunctions;
pub use native::NativeExpression;
pub use node::{AtomicOp, FunctionId, Local, LocalId, Node};
pub use operators::{Operand, Var};
pub use program::{Access, Axis, BufferDecl, BufferId, Callee, Library, OpBody, Program};
pub use signature::{Signature, type_names};
pub use source::OpSource;
#[doc(hidden)]
pub use statements::{block_levels, own_levels, statement_depth};
pub use view::{Extent, TensorView, ViewError};

use vyre_conform_spec::{FloatFormat, ValueType};

/// A type of the intermediate representation.
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
    /// Unsigned, 128 bits, wraps: four words, low first.
    U128,
    /// Two `u32` lanes; operators work lane by lane.
    Vec2,
    /// Four `u32` lanes; operators work lane by lane.
    Vec4,
    /// The element of a buffer of bytes: byte `i` is lane `i % 4`, least significant first, of word
    /// `i / 4`. No expression has this type: a buffer of bytes is accessed in `u32` words.
    Bytes,
    /// A float, as its bits: it is moved, stored, passed, and cast to U32 and back. Arithmetic on
    /// floats is a call of an op. A float of fewer than 32 bits is the low bits of a word; a buffer of
    /// such floats is accessed in whole `u32` words, and the program packs and unpacks them.
    Float(FloatFormat),
}

impl Type {
    /// binary32.
    pub const F32: Self = Self::Float(FloatFormat::F32);
    /// binary16.
    pub const F16: Self = Self::Float(FloatFormat::F16);
    /// bfloat16.
    pub const BF16: Self = Self::Float(FloatFormat::BF16);

    /// Every type.
    pub const ALL: &'static [Self] = &[
        Self::U32,
        Self::I32,
        Self::U64,
        Self::Bool,
        Self::U128,
        Self::Vec2,
        Self::Vec4,
        Self::Bytes,
        Self::F32,
        Self::F16,
        Self::BF16,
        Self::Float(FloatFormat::F8E4M3),
        Self::Float(FloatFormat::F8E5M2),
    ];

    /// Width in bits of a scalar, or of all lanes of a vector; a `Bool` has one bit.
    pub const fn bits(self) -> u32 {
        match self {
            Self::U32 | Self::I32 | Self::Bytes => 32,
            Self::Float(format) => format.bits(),
            Self::U64 | Self::Vec2 => 64,
            Self::U128 | Self::Vec4 => 128,
            Self::Bool => 1,
        }
    }

    /// The number of 32-bit words of a value in a buffer, and of one access to a packed buffer.
    pub const fn words(self) -> usize {
        match self {
            Self::U32 | Self::I32 | Self::Bool | Self::Bytes | Self::Float(_) => 1,
            Self::U64 | Self::Vec2 => 2,
            Self::U128 | Self::Vec4 => 4,
        }
    }

    /// Mask of the bits that a literal of this type may set. Literals have at most 64 bits.
    pub const fn mask(self) -> u64 {
        match self {
            Self::U32 | Self::I32 | Self::Bytes => u32::MAX as u64,
            Self::Float(format) => format.mask() as u64,
            Self::U64 | Self::Vec2 | Self::U128 | Self::Vec4 => u64::MAX,
            Self::Bool => 1,
        }
    }

    /// True if literals and tables may have this type: a scalar of at most 64 bits.
    pub const fn is_literal(self) -> bool {
        self.is_float() || matches!(self, Self::U32 | Self::I32 | Self::U64 | Self::Bool)
    }

    /// True if it is a float, to which no operator applies.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float(_))
    }

    /// True if elements share words, so that buffers of this type are accessed in whole words: bytes,
    /// and floats narrower than a word. The program packs and unpacks the elements.
    pub const fn is_packed(self) -> bool {
        match self {
            Self::Float(format) => format.bits() < 32,
            other => matches!(other, Self::Bytes),
        }
    }

    /// The number of `u32` lanes of a vector; `None` for other types.
    pub const fn lanes(self) -> Option<u32> {
        match self {
            Self::Vec2 => Some(2),
            Self::Vec4 => Some(4),
            _ => None,
        }
    }

    /// The type of a load from a buffer with this element type.
    pub const fn loaded(self) -> Type {
        match self {
            packed if packed.is_packed() => Self::U32,
            other => other,
        }
    }

    /// The name in messages: `u32`, `i32`, `u64`, `bool`, `u128`, `vec2`, `vec4`, `bytes`, and that of a float's
    /// format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::U64 => "u64",
            Self::Bool => "bool",
            Self::U128 => "u128",
            Self::Vec2 => "vec2",
            Self::Vec4 => "vec4",
            Self::Bytes => "bytes",
            Self::Float(format) => format.name(),
        }
    }

    /// The components that represent a value type, in order.
    pub fn components(ty: ValueType) -> Vec<Type> {
        match ty {
            ValueType::I32 => vec![Type::I32],
            ValueType::U64 => vec![Type::U64],
            ValueType::Bool => vec![Type::Bool],
            ValueType::Float(format) => vec![Type::Float(format)],
            other => vec![Type::U32; other.words()],
        }
    }
}

/// A function and everything it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The functions, which calls refer to by index.
    pub functions: Vec<Function>,
    /// The entry function, the op itself.
    pub entry: FunctionId,
}

impl Module {
    /// The entry function, the op itself.
    pub fn entry(&self) -> &Function {
        &self.functions[self.entry.0 as usize]
    }
}

/// A function over primitive values. Tuples and arrays of its host signature are flattened in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Name, for messages and texts.
    pub name: String,
    /// The locals that receive the arguments.
    pub params: Vec<LocalId>,
    /// Types of the results.
    pub results: Vec<Type>,
    /// Every local, parameters included.
    pub locals: Vec<Local>,
    /// Constant tables.
    pub tables: Vec<Table>,
    /// The body. Control never reaches its end: every path returns.
    pub body: Vec<Node>,
}

/// A constant table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Name, for messages and texts.
    pub name: String,
    /// Element type.
    pub ty: Type,
    /// The elements' bits.
    pub data: Vec<u64>,
}
