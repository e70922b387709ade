//! Values, and how host types map to them.
//!
//! The engines know values as 32-bit words in columns: a `u64` operand is a column of low words and
//! a column of high words. [`HostValue`] is the one place where that meets Rust types.

use crate::spec::ValueType;

/// The most words a value has.
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

    /// A value from its words; missing words are zero, a `Bool` keeps only whether it is nonzero.
    pub fn from_words(ty: ValueType, from: &[u32]) -> Self {
        let mut words = [0; MAX_WORDS];
        for (to, from) in words.iter_mut().zip(from).take(ty.words()) {
            *to = *from;
        }
        if ty == ValueType::Bool {
            words[0] = u32::from(words[0] != 0);
        }
        Self { ty, words }
    }

    /// The type.
    pub fn ty(&self) -> ValueType {
        self.ty
    }

    /// The words, low first.
    pub fn words(&self) -> &[u32] {
        &self.words[..self.ty.words()]
    }
}

impl std::fmt::Display for Value {
    /// The value as a Rust literal in hexadecimal, such as `0x0000_0001`, or in decimal where signed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let w = self.words;
        let hex = |w: u32| format!("0x{:04x}_{:04x}", w >> 16, w & 0xffff);
        match self.ty {
            ValueType::U32 => f.write_str(&hex(w[0])),
            ValueType::I32 => write!(f, "{}", w[0] as i32),
            ValueType::U64 => write!(f, "{}_{}", hex(w[1]), &hex(w[0])[2..]),
            ValueType::Bool => write!(f, "{}", w[0] != 0),
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

/// A host type that an operand or a result may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value type of the specification",
    label = "not a value type",
    note = "operands and results are u32, i32, u64, bool, [u32; 2] or [u32; 4]"
)]
pub trait HostValue: Copy + 'static {
    /// The type in the specification.
    const TYPE: ValueType;
    /// The columns of a block of values, one slice a word, all of the same length.
    type Columns<'a>: Copy;

    /// The value in the leading words of `words`.
    fn read(words: &[u32]) -> Self;
    /// Writes the value into the leading words of `words`.
    fn write(self, words: &mut [u32]);
    /// Takes this type's columns off the front of `columns`, cut to `n` cases.
    fn take<'a>(columns: &mut &[&'a [u32]], n: usize) -> Self::Columns<'a>;
    /// The value of case `i`.
    fn get(columns: Self::Columns<'_>, i: usize) -> Self;
}

macro_rules! one_word {
    ($ty:ty, $name:ident, $from:expr, $to:expr) => {
        impl HostValue for $ty {
            const TYPE: ValueType = ValueType::$name;
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

one_word!(u32, U32, |w: u32| w, |v: u32| v);
one_word!(i32, I32, |w: u32| w as i32, |v: i32| v as u32);
one_word!(bool, Bool, |w: u32| w != 0, |v: bool| v as u32);

impl HostValue for u64 {
    const TYPE: ValueType = ValueType::U64;
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
            type Columns<'a> = [&'a [u32]; $n];

            #[inline(always)]
            fn read(words: &[u32]) -> Self {
                [$(words[$k]),*]
            }
            #[inline(always)]
            fn write(self, words: &mut [u32]) {
                words[..$n].copy_from_slice(&self);
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
