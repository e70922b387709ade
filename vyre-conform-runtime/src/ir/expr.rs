//! Expressions: pure, total, and used exactly once.

use super::{LocalId, Type};

/// An expression and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The type of the value.
    pub ty: Type,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is. Operands are evaluated left to right; every operand is evaluated.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A literal: the bits of the value, zero-extended.
    Literal(u64),
    /// The value of a local that is no array.
    Local(LocalId),
    /// An element of a local array; zero out of bounds. The index is a u32.
    Element(LocalId, Box<Expr>),
    /// An element of the n-th table; zero out of bounds. The index is a u32.
    TableElement(u32, Box<Expr>),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The first if the condition (a Bool) is true, else the second; both are evaluated.
    Select {
        /// Chooses.
        condition: Box<Expr>,
        /// When true.
        then: Box<Expr>,
        /// When false.
        otherwise: Box<Expr>,
    },
    /// The value as the type of this expression: U32 and I32 keep their bits; to U64 a U32 and a
    /// Bool are zero-extended and an I32 is sign-extended; from U64 the low word; to Bool whether it
    /// is nonzero; from Bool 0 or 1.
    Cast(Box<Expr>),
}

/// Operators of one operand. Unless said otherwise the result has the operand's type.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Every bit inverted; of a Bool, the other one.
    Not,
    /// Two's complement negation, wrapping. Integers.
    Negate,
    /// Number of set bits, as U32. Integers.
    CountOnes,
    /// Leading zeros, the width for 0, as U32. Integers.
    LeadingZeros,
    /// Trailing zeros, the width for 0, as U32. Integers.
    TrailingZeros,
    /// Bits in reverse order. Integers.
    ReverseBits,
    /// Bytes in reverse order. Integers.
    SwapBytes,
}

/// Operators of two operands. Unless said otherwise both operands and the result have one type.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum, wrapping. Integers.
    Add,
    /// Difference, wrapping. Integers.
    Sub,
    /// Product, wrapping. Integers.
    Mul,
    /// Quotient, truncating; 0 where the divisor is 0; `MIN / -1` is `MIN`. Integers.
    Div,
    /// Remainder with the sign of the dividend; 0 where the divisor is 0; `MIN % -1` is 0. Integers.
    Rem,
    /// Bitwise and; of Bools, both.
    And,
    /// Bitwise or; of Bools, either.
    Or,
    /// Bitwise exclusive or; of Bools, one but not both.
    Xor,
    /// Left by the right operand (a U32) modulo the width. Integers.
    Shl,
    /// Right by the right operand (a U32) modulo the width; copies the sign of an I32. Integers.
    Shr,
    /// Left around by the right operand (a U32) modulo the width. Integers.
    RotateLeft,
    /// Right around by the right operand (a U32) modulo the width. Integers.
    RotateRight,
    /// The smaller. Integers.
    Min,
    /// The larger. Integers.
    Max,
    /// High half of the double-width product. U32 and U64.
    MulHigh,
    /// Whether equal, as Bool. Any type.
    Eq,
    /// Whether different, as Bool. Any type.
    Ne,
    /// Whether less, as Bool. Any type; false is less than true.
    Lt,
    /// Whether at most, as Bool. Any type.
    Le,
    /// Whether greater, as Bool. Any type.
    Gt,
    /// Whether at least, as Bool. Any type.
    Ge,
}

impl BinaryOp {
    /// Whether the result is a Bool whatever the operands are.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge
        )
    }

    /// Whether the right operand is a U32 amount.
    pub const fn is_shift(self) -> bool {
        matches!(
            self,
            Self::Shl | Self::Shr | Self::RotateLeft | Self::RotateRight
        )
    }
}

impl UnaryOp {
    /// Whether the result is a U32 count whatever the operand is.
    pub const fn is_count(self) -> bool {
        matches!(
            self,
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros
        )
    }
}
