//! The tags of the wire format, in one table. An assigned number keeps its meaning: a new variant gets
//! a new number and, because older builds reject it, a new version of the format.

use crate::{Access, AtomicOp, BinaryOp, Type, UnaryOp};

/// An item encoded as one byte.
pub(crate) trait TaggedByte: Copy + 'static {
    /// Its name in messages.
    const NAME: &'static str;
    /// The byte.
    fn tag(self) -> u8;
    /// The item with this byte, if there is one.
    fn from_tag(tag: u8) -> Option<Self>;
}

macro_rules! tags {
    ($($what:literal $ty:ident { $($variant:ident = $tag:literal)* })*) => {
        $(
            impl TaggedByte for $ty {
                const NAME: &'static str = $what;
                #[inline]
                fn tag(self) -> u8 {
                    match self { $(Self::$variant => $tag,)* }
                }
                #[inline]
                fn from_tag(tag: u8) -> Option<Self> {
                    match tag { $($tag => Some(Self::$variant),)* _ => None }
                }
            }
        )*
    };
}

/// The sections, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Program,
    Buffers,
    Callees,
    Entry,
}

/// The variants of [`Callee`](crate::Callee).
#[derive(Clone, Copy, Debug)]
pub(super) enum CalleeTag {
    Function,
    Op,
}

/// The variants of [`Node`](crate::Node).
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeTag {
    Let,
    Declare,
    Assign,
    StoreElement,
    If,
    Loop,
    While,
    Break,
    Continue,
    Call,
    Block,
    Return,
    Store,
    Atomic,
    Barrier,
}

/// The variants of [`ExprKind`](crate::ExprKind).
#[derive(Clone, Copy, Debug)]
pub(super) enum ExprTag {
    Literal,
    Local,
    Element,
    TableElement,
    Unary,
    Binary,
    Select,
    Cast,
    Compose,
    Lane,
    Load,
    BufferLength,
    InvocationId,
    WorkgroupId,
    LocalInvocationId,
}

tags! {
    "section" Section { Program = 1 Buffers = 2 Callees = 3 Entry = 4 }
    "callee" CalleeTag { Function = 0 Op = 1 }
    "access" Access { ReadOnly = 0 ReadWrite = 1 Uniform = 2 Workgroup = 3 }
    "node" NodeTag {
        Let = 0 Declare = 1 Assign = 2 StoreElement = 3 If = 4 Loop = 5 While = 6 Break = 7
        Continue = 8 Call = 9 Block = 10 Return = 11 Store = 12 Atomic = 13 Barrier = 14
    }
    "expression" ExprTag {
        Literal = 0 Local = 1 Element = 2 TableElement = 3 Unary = 4 Binary = 5 Select = 6 Cast = 7
        Compose = 8 Lane = 9 Load = 10 BufferLength = 11 InvocationId = 12 WorkgroupId = 13
        LocalInvocationId = 14
    }
    "unary operator" UnaryOp {
        Not = 0 Negate = 1 CountOnes = 2 LeadingZeros = 3 TrailingZeros = 4 ReverseBits = 5
        SwapBytes = 6
    }
    "binary operator" BinaryOp {
        Add = 0 Sub = 1 Mul = 2 Div = 3 Rem = 4 And = 5 Or = 6 Xor = 7 Shl = 8 Shr = 9
        RotateLeft = 10 RotateRight = 11 Min = 12 Max = 13 MulHigh = 14 Eq = 15 Ne = 16 Lt = 17
        Le = 18 Gt = 19 Ge = 20
    }
    "atomic operation" AtomicOp {
        Add = 0 Or = 1 And = 2 Xor = 3 Min = 4 Max = 5 Exchange = 6 CompareExchange = 7
    }
}

/// The tag of the first float format; the others follow in the order of [`FloatFormat::ALL`].
const FIRST_FLOAT: u8 = 8;

impl TaggedByte for Type {
    const NAME: &'static str = "type";
    #[inline]
    fn tag(self) -> u8 {
        match self {
            Self::U32 => 0,
            Self::I32 => 1,
            Self::U64 => 2,
            Self::Bool => 3,
            Self::U128 => 4,
            Self::Vec2 => 5,
            Self::Vec4 => 6,
            Self::Bytes => 7,
            Self::Float(format) => FIRST_FLOAT + format as u8,
        }
    }
    #[inline]
    fn from_tag(tag: u8) -> Option<Self> {
        // The index of every type is its tag.
        Self::ALL.get(usize::from(tag)).copied()
    }
}

/// The type with the highest tag.
pub(super) const LAST_TYPE: Type = Type::ALL[Type::ALL.len() - 1];
/// Version 1 had no float types.
pub(super) const LAST_TYPE_OF_VERSION_1: Type = Type::Bytes;
