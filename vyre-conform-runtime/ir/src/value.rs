//! Values, and how host types map to them.
//!
//! Checks represent values as 32-bit words in columns: a `u64` operand is a column of low words and a
//! column of high words. [`HostValue`] is the only interface between this representation and Rust
//! types.

mod passing;

pub use passing::Passing;

use half::{bf16, f16};
use vyre_conform_spec::{FloatFormat, ValueType, f8e4m3, f8e5m2};

/// The maximum number of words of a value.
pub const MAX_WORDS: usize = 4;

/// A value with its type. Words beyond `ty.words()` are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    ty: ValueType,
    words: [u32; MAX_WORDS],
}

impl Value {
    /// The value of a host type.
    pub fn of<T: HostValue>(value: T) -> Self {
        let mut words = [0; MAX_WORDS];
        value.write(&mut words);
        Self { ty: T::TYPE, words }
    }

    /// A value from its words; missing words are zero, a `Bool` becomes true if it is nonzero, and a
    /// float keeps only the bits of its format.
    pub fn from_words(ty: ValueType, from: &[u32]) -> Self {
        let mut words = [0; MAX_WORDS];
        for (to, from) in words.iter_mut().zip(from).take(ty.words()) {
            *to = *from & ty.word_mask();
        }
        if ty == ValueType::Bool {
            words[0] = u32::from(words[0] != 0);
        }
        Self { ty, words }
    }

    /// The small integer `n` in a type: in every lane of a vector, and as a number in a float.
    pub fn int(n: u32, ty: ValueType) -> Self {
        match (ty, ty.float()) {
            (_, Some(format)) => Self::from_words(ty, &[format.integer(n)]),
            (ValueType::U64, _) => Self::from_words(ty, &[n, 0]),
            _ => Self::from_words(ty, &[n; MAX_WORDS]),
        }
    }

    /// The type.
    pub fn ty(&self) -> ValueType {
        self.ty
    }

    /// The words, low first.
    pub fn words(&self) -> &[u32] {
        &self.words[..self.ty.words()]
    }

    /// The value, with any NaN replaced by the canonical NaN of its type.
    pub fn canonical(self) -> Self {
        match self.ty.float() {
            Some(format) => Self::from_words(self.ty, &[format.canonical(self.words[0])]),
            None => self,
        }
    }
}

impl std::fmt::Display for Value {
    /// Writes a Rust literal: hexadecimal such as `0x0000_0001`, decimal if signed; a float in decimal
    /// with its bits, such as `-0.0 (0x8000_0000)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let w = self.words;
        let hex = |w: u32| format!("0x{:04x}_{:04x}", w >> 16, w & 0xffff);
        match self.ty {
            ValueType::U32 => f.write_str(&hex(w[0])),
            ValueType::I32 => write!(f, "{}", w[0] as i32),
            ValueType::U64 => write!(f, "{}_{}", hex(w[1]), &hex(w[0])[2..]),
            ValueType::Bool => write!(f, "{}", w[0] != 0),
            ValueType::F32 => write!(f, "{:?} ({})", f32::from_bits(w[0]), hex(w[0])),
            ValueType::Float(format) => {
                let width = 2 + format.bits() as usize / 4;
                write!(f, "{:?} ({:#0width$x})", format.to_f32(w[0]), w[0])
            }
            _ => {
                let lanes: Vec<_> = self.words().iter().map(|w| hex(*w)).collect();
                write!(f, "[{}]", lanes.join(", "))
            }
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}: {}", self.ty.rust_name())
    }
}

/// A host type of operands and results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value type of the specification",
    label = "not a value type",
    note = "operands and results are u32, i32, u64, bool, [u32; 2], [u32; 4], or of an op with `lower = ..` f32, \
            half::f16, half::bf16, f8e4m3, f8e5m2"
)]
pub trait HostValue: Copy + 'static {
    /// The value type that corresponds to the host type.
    const TYPE: ValueType;
    /// The corresponding type in the function that lowers an op: `u32`, the bits, for a float, and the
    /// type itself for any other.
    type Lowered: HostValue;
    /// The columns of a block of values, one slice per word, all with the same length.
    type Columns<'a>: Copy;

    /// The value in the leading words of `words`.
    fn read(words: &[u32]) -> Self;
    /// Writes the value into the leading words of `words`.
    fn write(self, words: &mut [u32]);
    /// The value, with any NaN replaced by the canonical one: the NaN of host arithmetic is
    /// unspecified.
    #[inline(always)]
    fn canonical(self) -> Self {
        self
    }
    /// Splits this type's columns off the front of `columns`, limited to `n` cases.
    fn take<'a>(columns: &mut &[&'a [u32]], n: usize) -> Self::Columns<'a>;
    /// The value of case `i`.
    fn get(columns: Self::Columns<'_>, i: usize) -> Self;
}

macro_rules! one_word {
    ($ty:ty, $value_type:expr, $lowered:ty, $from:expr, $to:expr, $canonical:expr) => {
        impl HostValue for $ty {
            const TYPE: ValueType = $value_type;
            type Lowered = $lowered;
            type Columns<'a> = &'a [u32];

            #[inline(always)]
            fn read(words: &[u32]) -> Self {
                $from(words[0])
            }
            #[inline(always)]
            fn write(self, words: &mut [u32]) {
                words[0] = $to(self);
            }
            #[inline(always)]
            fn canonical(self) -> Self {
                $canonical(self)
            }
            #[inline(always)]
            fn take<'a>(columns: &mut &[&'a [u32]], n: usize) -> &'a [u32] {
                let first = &columns[0][..n];
                *columns = &columns[1..];
                first
            }
            #[inline(always)]
            fn get(columns: &[u32], i: usize) -> Self {
                $from(columns[i])
            }
        }
    };
}

macro_rules! whole {
    ($ty:ty, $name:ident, $from:expr, $to:expr) => {
        one_word!($ty, ValueType::$name, $ty, $from, $to, |v: $ty| v);
    };
}

whole!(u32, U32, |w: u32| w, |v: u32| v);
whole!(i32, I32, |w: u32| w as i32, |v: i32| v as u32);
whole!(bool, Bool, |w: u32| w != 0, |v: bool| v as u32);

macro_rules! float {
    ($ty:ty, $format:ident, $bits:ty) => {
        one_word!(
            $ty,
            ValueType::Float(FloatFormat::$format),
            u32,
            |w: u32| <$ty>::from_bits(w as $bits),
            |v: $ty| u32::from(v.to_bits()),
            |v: $ty| {
                let bits = FloatFormat::$format.canonical(u32::from(v.to_bits()));
                <$ty>::from_bits(bits as $bits)
            }
        );
    };
}

float!(f32, F32, u32);
float!(f16, F16, u16);
float!(bf16, BF16, u16);
float!(f8e4m3, F8E4M3, u8);
float!(f8e5m2, F8E5M2, u8);

impl HostValue for u64 {
    const TYPE: ValueType = ValueType::U64;
    type Lowered = Self;
    type Columns<'a> = [&'a [u32]; 2];

    #[inline(always)]
    fn read(words: &[u32]) -> Self {
        u64::from(words[0]) | u64::from(words[1]) << 32
    }
    #[inline(always)]
    fn write(self, words: &mut [u32]) {
        words[0] = self as u32;
        words[1] = (self >> 32) as u32;
    }
    #[inline(always)]
    fn take<'a>(columns: &mut &[&'a [u32]], n: usize) -> Self::Columns<'a> {
        <[u32; 2]>::take(columns, n)
    }
    #[inline(always)]
    fn get(columns: Self::Columns<'_>, i: usize) -> Self {
        u64::from(columns[0][i]) | u64::from(columns[1][i]) << 32
    }
}

macro_rules! lanes {
    ($n:literal, $name:ident, [$($k:literal),*]) => {
        impl HostValue for [u32; $n] {
            const TYPE: ValueType = ValueType::$name;
            type Lowered = Self;
            type Columns<'a> = [&'a [u32]; $n];

            #[inline(always)]
            fn read(words: &[u32]) -> Self {
                [$(words[$k]),*]
            }
            #[inline(always)]
            fn write(self, words: &mut [u32]) {
                // Not `copy_from_slice`, whose checks in the development profile are a call for every
                // case.
                $(words[$k] = self[$k];)*
            }
            #[inline(always)]
            fn take<'a>(columns: &mut &[&'a [u32]], n: usize) -> Self::Columns<'a> {
                let lanes = [$(&columns[$k][..n]),*];
                *columns = &columns[$n..];
                lanes
            }
            #[inline(always)]
            fn get(columns: Self::Columns<'_>, i: usize) -> Self {
                [$(columns[$k][i]),*]
            }
        }
    };
}

lanes!(2, Vec2U32, [0, 1]);
lanes!(4, Vec4U32, [0, 1, 2, 3]);
