//! The value types of operands and results.

mod eight;
mod float;

pub use eight::{f8e4m3, f8e5m2};
pub use float::FloatFormat;

/// A value type (`docs/spec/ir.md#types`), with its canonical layout: little-endian, lanes in
/// increasing order, always a whole number of 32-bit words.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueType {
    /// Unsigned 32-bit integer; arithmetic wraps. Host type `u32`.
    U32,
    /// Two's complement 32-bit integer; arithmetic wraps. Host type `i32`.
    I32,
    /// Unsigned 64-bit integer as (low word, high word). Host type `u64`.
    U64,
    /// One word that is 0 or 1 and nothing else. Host type `bool`.
    Bool,
    /// Two `u32` lanes. Host type `[u32; 2]`.
    Vec2U32,
    /// Four `u32` lanes. Host type `[u32; 4]`.
    Vec4U32,
    /// A strict float: its bits are in the low bits of one word, and the other bits are 0. Host types
    /// `f32`, `half::f16`, `half::bf16`, `f8e4m3` and `f8e5m2`.
    Float(FloatFormat),
}

impl ValueType {
    /// IEEE 754 binary32. Host type `f32`.
    pub const F32: Self = Self::Float(FloatFormat::F32);
    /// IEEE 754 binary16. Host type `half::f16`.
    pub const F16: Self = Self::Float(FloatFormat::F16);
    /// bfloat16. Host type `half::bf16`.
    pub const BF16: Self = Self::Float(FloatFormat::BF16);

    /// Every type, in the order of `docs/spec/ir.md#types`.
    pub const ALL: &'static [Self] = &[
        Self::U32,
        Self::I32,
        Self::U64,
        Self::Bool,
        Self::Vec2U32,
        Self::Vec4U32,
        Self::F32,
        Self::F16,
        Self::BF16,
        Self::Float(FloatFormat::F8E4M3),
        Self::Float(FloatFormat::F8E5M2),
    ];

    /// The number of 32-bit words that a value occupies.
    pub const fn words(self) -> usize {
        match self {
            Self::U32 | Self::I32 | Self::Bool | Self::Float(_) => 1,
            Self::U64 | Self::Vec2U32 => 2,
            Self::Vec4U32 => 4,
        }
    }

    /// The number of bytes a value occupies in the canonical layout.
    pub const fn bytes(self) -> usize {
        4 * self.words()
    }

    /// The host type in Rust syntax, such as `u32` or `[u32; 2]`.
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::U64 => "u64",
            Self::Bool => "bool",
            Self::Vec2U32 => "[u32; 2]",
            Self::Vec4U32 => "[u32; 4]",
            Self::Float(format) => format.name(),
        }
    }

    /// The format of a floating-point type; `None` for any other.
    pub const fn float(self) -> Option<FloatFormat> {
        match self {
            Self::Float(format) => Some(format),
            _ => None,
        }
    }

    /// Mask of the bits that a value of the type may set in its first word.
    pub const fn word_mask(self) -> u32 {
        match self.float() {
            Some(format) => format.mask(),
            None => u32::MAX,
        }
    }

    /// The short name used in ids, such as `u32` or `vec2`.
    pub const fn family(self) -> &'static str {
        match self {
            Self::Vec2U32 => "vec2",
            Self::Vec4U32 => "vec4",
            other => other.rust_name(),
        }
    }

    /// The type with this host spelling; spaces do not matter.
    pub fn from_rust_name(name: &str) -> Option<Self> {
        let same = |ty: &&Self| {
            ty.rust_name()
                .chars()
                .filter(|c| *c != ' ')
                .eq(name.chars().filter(|c| *c != ' '))
        };
        Self::ALL.iter().find(same).copied()
    }

    /// True if laws about an order (`Monotone`, `Bounded`, ...) apply to the type. The order of
    /// floats is IEEE's `<=`, which is false of a NaN.
    pub const fn is_ordered(self) -> bool {
        self.float().is_some() || matches!(self, Self::U32 | Self::I32 | Self::U64 | Self::Bool)
    }
}
