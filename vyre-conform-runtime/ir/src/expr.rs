//! Expressions: pure, total, and used exactly once.

use super::{Axis, BufferId, LocalId, Type};

/// An expression and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The type of the value.
    pub ty: Type,
    /// Its description.
    pub kind: ExprKind,
}

/// The kind of an expression. All operands are evaluated, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A literal: the bits of the value, zero-extended.
    Literal(u64),
    /// The value of a local that is not an array.
    Local(LocalId),
    /// An element of a local array; zero out of bounds. The index is a u32.
    Element(LocalId, Box<Expr>),
    /// An element of the n-th table; zero out of bounds. The index is a u32.
    TableElement(u32, Box<Expr>),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `then` if the condition (a Bool, or a nonzero U32) is true, otherwise `otherwise`; both are
    /// evaluated.
    Select {
        /// The condition.
        condition: Box<Expr>,
        /// The value if it is true.
        then: Box<Expr>,
        /// The value if it is false.
        otherwise: Box<Expr>,
    },
    /// The value cast to another type. U32 and I32 keep their bits. To U64 and U128 a U32, a U64 and a
    /// Bool are zero-extended and an I32 is sign-extended; from U64 and U128 to a narrower scalar the
    /// low words are kept. To Bool any nonzero value becomes true; from Bool to U32, I32, U64 and U128
    /// the result is 0 or 1. To Vec2 and Vec4 a U32 or I32 puts its bits in every lane. U64 to Vec2 and
    /// U128 to Vec4, and back, keep the words. From Vec2 and Vec4 to U32 and I32 the result is lane 0;
    /// from Vec4 to U64 and Vec2 it is lanes 0 and 1.
    ///
    /// From U32 to F32 and back the bits are kept; F16 and BF16 take the low half, and are
    /// zero-extended back.
    ///
    /// No other cast exists (rule V012). In particular a Bool does not become a vector, though it has a
    /// word: cast it to U32 first. A U64 or a Vec2 does not become a Vec4, nor a U128 a Vec2, nor a
    /// Vec2 a U128, and no type is cast to itself.
    Cast(Box<Expr>),
    /// A vector of these U32 lanes.
    Compose(Vec<Expr>),
    /// A lane of a vector, as U32.
    Lane(Box<Expr>, u32),
    /// An element of a buffer (a word of a buffer of bytes); zero out of bounds. The index is a u32.
    Load(BufferId, Box<Expr>),
    /// The number of elements of a buffer (of words for a buffer of bytes), as U32.
    BufferLength(BufferId),
    /// Number of this invocation in the dispatch along an axis:
    /// `WorkgroupId * workgroup_size + LocalInvocationId`, as U32.
    InvocationId(Axis),
    /// Number of this workgroup in the dispatch along an axis, as U32.
    WorkgroupId(Axis),
    /// Number of this invocation in its workgroup along an axis, as U32.
    LocalInvocationId(Axis),
}

/// Unary operators. Unless stated otherwise the result has the operand's type. "Integers" are U32, I32
/// and U64; U128 and vectors support `Not`, vectors lane by lane. No operator applies to floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Bitwise complement; logical negation of a Bool.
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

/// Binary operators. Unless stated otherwise the operands and the result have one type.
///
/// "Integers" are U32, I32 and U64. In addition U128 supports `Add`, `Sub`, `And`, `Or`, `Xor`, `Shl`,
/// `Shr`, `Min`, `Max` and every comparison; vectors support `Add`, `Sub`, `Mul`, `And`, `Or`, `Xor`,
/// `Min` and `Max` lane by lane, and `Eq` and `Ne` as a whole. No operator applies to floats.
///
/// A condition may be a nonzero U32, but `And`, `Or` and [`UnaryOp::Not`] of U32 are bitwise, never
/// logical: an operator has one meaning for each type, and `1 & 2` is 0 although both are true. For
/// logic, cast the numbers to Bool: [`Operand::holds`](super::Operand::holds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum, wrapping. Integers.
    Add,
    /// Difference, wrapping. Integers.
    Sub,
    /// Product, wrapping. Integers.
    Mul,
    /// Quotient, truncating; 0 if the divisor is 0; `MIN / -1` is `MIN`. Integers.
    Div,
    /// Remainder with the sign of the dividend; 0 if the divisor is 0; `MIN % -1` is 0. Integers.
    Rem,
    /// Bitwise and; logical and of Bools.
    And,
    /// Bitwise or; logical or of Bools.
    Or,
    /// Bitwise exclusive or; logical exclusive or of Bools.
    Xor,
    /// Left shift by the right operand (a U32) modulo the width. Integers.
    Shl,
    /// Right shift by the right operand (a U32) modulo the width; arithmetic for I32. Integers.
    Shr,
    /// Left rotation by the right operand (a U32) modulo the width. Integers.
    RotateLeft,
    /// Right rotation by the right operand (a U32) modulo the width. Integers.
    RotateRight,
    /// The smaller. Integers.
    Min,
    /// The larger. Integers.
    Max,
    /// High half of the double-width product. U32 and U64.
    MulHigh,
    /// True if equal, as Bool. All types except floats.
    Eq,
    /// True if different, as Bool. All types except floats.
    Ne,
    /// True if less, as Bool. All types except vectors and floats; false is less than true.
    Lt,
    /// True if at most, as Bool. All types except vectors and floats.
    Le,
    /// True if greater, as Bool. All types except vectors and floats.
    Gt,
    /// True if at least, as Bool. All types except vectors and floats.
    Ge,
}

impl BinaryOp {
    /// True if the result is a Bool for all operand types.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge
        )
    }

    /// True if the right operand is a shift amount, a U32.
    pub const fn is_shift(self) -> bool {
        matches!(
            self,
            Self::Shl | Self::Shr | Self::RotateLeft | Self::RotateRight
        )
    }
}

impl UnaryOp {
    /// True if the result is a U32 count for all operand types.
    pub const fn is_count(self) -> bool {
        matches!(
            self,
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros
        )
    }
}
