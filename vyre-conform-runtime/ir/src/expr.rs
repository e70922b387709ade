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

/// What an expression is. Operands are evaluated left to right; every operand is evaluated.
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
    /// The first if the condition (a Bool, or a U32 that is true where it is nonzero) is true, else
    /// the second; both are evaluated.
    Select {
        /// Chooses.
        condition: Box<Expr>,
        /// When true.
        then: Box<Expr>,
        /// When false.
        otherwise: Box<Expr>,
    },
    /// The value as another type. U32 and I32 keep their bits; to U64 and U128 a U32, a U64 and a Bool
    /// are zero-extended and an I32 is sign-extended; from U64 and U128 to a narrower scalar the low
    /// words; to Bool whether any word is nonzero; from Bool to U32, I32, U64 and U128 0 or 1; to Vec2
    /// and Vec4 a U32 or I32, its bits in every lane; U64 to Vec2 and U128 to Vec4, and back, the same
    /// words; from Vec2 and Vec4 to U32 and I32 lane 0, from Vec4 to U64 and Vec2 lanes 0 and 1.
    ///
    /// From U32 to F32 and back the same bits; to F16 and BF16 the low half, and back zero-extended.
    ///
    /// There is no other cast (rule V012). So a Bool becomes no vector, though it has a word: cast it
    /// to U32 first. Neither do a U64 or a Vec2 become a Vec4, a U128 a Vec2, or a Vec2 a U128, and no
    /// type becomes itself.
    Cast(Box<Expr>),
    /// A vector of these U32 lanes.
    Compose(Vec<Expr>),
    /// A lane of a vector, as U32.
    Lane(Box<Expr>, u32),
    /// An element of a buffer, of a buffer of bytes a word; zero out of bounds. The index is a u32.
    Load(BufferId, Box<Expr>),
    /// The number of elements a buffer has, of a buffer of bytes how many words, as U32.
    BufferLength(BufferId),
    /// Number of this invocation in the dispatch along an axis:
    /// `WorkgroupId * workgroup_size + LocalInvocationId`, as U32.
    InvocationId(Axis),
    /// Number of this workgroup in the dispatch along an axis, as U32.
    WorkgroupId(Axis),
    /// Number of this invocation in its workgroup along an axis, as U32.
    LocalInvocationId(Axis),
}

/// Operators of one operand. Unless said otherwise the result has the operand's type. "Integers" are
/// U32, I32 and U64; U128 and vectors take `Not`, vectors lane by lane. No operator takes a float.
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
///
/// "Integers" are U32, I32 and U64. Beside them U128 takes `Add`, `Sub`, `And`, `Or`, `Xor`, `Shl`,
/// `Shr`, `Min`, `Max` and every comparison; vectors take `Add`, `Sub`, `Mul`, `And`, `Or`, `Xor`,
/// `Min` and `Max` lane by lane, and `Eq` and `Ne` as a whole. No operator takes a float.
///
/// A condition may be a U32, true where it is not zero, but `And`, `Or` and [`UnaryOp::Not`] of U32 are those of its
/// bits, never logical: an operator means one thing for one type, and `1 & 2` is 0 although both are true. The logic of
/// numbers is that of the Bools that a cast makes of them, [`Operand::holds`](super::Operand::holds).
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
    /// True if equal, as Bool. Any type but floats.
    Eq,
    /// True if different, as Bool. Any type but floats.
    Ne,
    /// True if less, as Bool. Any type but vectors and floats; false is less than true.
    Lt,
    /// True if at most, as Bool. Any type but vectors and floats.
    Le,
    /// True if greater, as Bool. Any type but vectors and floats.
    Gt,
    /// True if at least, as Bool. Any type but vectors and floats.
    Ge,
}

impl BinaryOp {
    /// True if the result is a Bool whatever the operands are.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge
        )
    }

    /// True if the right operand is a U32 amount.
    pub const fn is_shift(self) -> bool {
        matches!(
            self,
            Self::Shl | Self::Shr | Self::RotateLeft | Self::RotateRight
        )
    }
}

impl UnaryOp {
    /// True if the result is a U32 count whatever the operand is.
    pub const fn is_count(self) -> bool {
        matches!(
            self,
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros
        )
    }
}
