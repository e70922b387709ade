//! Values inside constants: their words, comparison, and the edge values of each type.

use std::mem::transmute_copy;
use vyre_conform_ir::value::{HostValue, MAX_WORDS};
use vyre_conform_spec::ValueType;

mod sealed {
    /// Restricts the layout claims to the types of this module.
    pub trait Sealed {}
}

/// A value type with its edge values. Sealed: reading words relies on `TYPE` naming the very type.
pub trait ConstValue: HostValue + sealed::Sealed {
    /// Values around which operations change behaviour, the most revealing ones first.
    const EDGES: &'static [Self];
}

macro_rules! edges {
    ($($ty:ty: [$($value:expr),* $(,)?];)*) => {$(
        impl sealed::Sealed for $ty {}
        impl ConstValue for $ty {
            const EDGES: &'static [Self] = &[$($value),*];
        }
    )*};
}

const TOP: u32 = 1 << 31;

// The order matters: with three variables only the first twelve are combined.
edges! {
    u32: [
        0, 1, u32::MAX, TOP, TOP - 1, 2, 0x1_0000, 0xffff, 3, 0xaaaa_aaaa, 32, 31, 0x5555_5555, 0x100,
        0xff, 0x1_0001, u32::MAX - 1, TOP + 1, 16, 7, 5, 0xffff_0000, 0xff00_ff00, 0x1234_5678,
    ];
    i32: [
        0, 1, -1, i32::MIN, i32::MAX, 2, -2, 0x1_0000, -0x8000, 3, 32, 31, -3, 0x5555_5555, 0x100, 0xff,
        i32::MIN + 1, i32::MAX - 1, -0x1_0000, 16, 7, 0xffff, -0x80, 0x1234_5678,
    ];
    u64: [
        0, 1, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 32, 0xffff_ffff, 2, 0x1_0000, 3, 64, 63, 32, 31,
        0xaaaa_aaaa_aaaa_aaaa, 0x1_0000_0001, u64::MAX - 1, 0xffff_ffff_0000_0000, 1 << 31, 0x100, 5,
        7, 1 << 48, 0x0123_4567_89ab_cdef,
    ];
    bool: [false, true];
    [u32; 2]: [
        [0, 0], [1, 0], [0, 1], [u32::MAX, u32::MAX], [u32::MAX, 0], [0, u32::MAX], [1, 2], [0, TOP],
        [TOP, 0], [0x1_0000, 0xffff], [2, 2], [0xaaaa_aaaa, 0x5555_5555],
    ];
    [u32; 4]: [
        [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [u32::MAX, u32::MAX, u32::MAX, u32::MAX], [1, 2, 3, 4],
        [u32::MAX, 0, u32::MAX, 0], [0, u32::MAX, 0, 1], [TOP, TOP, 0, 0], [0, 0, TOP, TOP],
        [2, 2, 2, 2], [0, 1, 0, 0], [0x1_0000, 0xffff, 0xff, 0x100],
    ];
}

/// The words of a value, low first; unused words are zero.
pub(super) const fn words<T: ConstValue>(value: T) -> [u32; MAX_WORDS] {
    // SAFETY: the trait is sealed and implemented only for the host types that `TYPE` names, so each
    // arm reads exactly the type that it names; all of them are plain data.
    unsafe {
        match T::TYPE {
            ValueType::Bool => [transmute_copy::<T, bool>(&value) as u32, 0, 0, 0],
            ValueType::U32 | ValueType::I32 => [transmute_copy::<T, u32>(&value), 0, 0, 0],
            ValueType::U64 => {
                let value = transmute_copy::<T, u64>(&value);
                [value as u32, (value >> 32) as u32, 0, 0]
            }
            ValueType::Vec2U32 => {
                let [x, y] = transmute_copy::<T, [u32; 2]>(&value);
                [x, y, 0, 0]
            }
            ValueType::Vec4U32 => transmute_copy::<T, [u32; 4]>(&value),
            _ => panic!("no edge values are defined for this type"),
        }
    }
}

/// The value with these words.
const fn from_words<T: ConstValue>(words: [u32; MAX_WORDS]) -> T {
    // SAFETY: as in `words`; each arm writes exactly the type that `TYPE` names, a bool as 0 or 1.
    unsafe {
        match T::TYPE {
            ValueType::Bool => transmute_copy::<bool, T>(&(words[0] != 0)),
            ValueType::U32 | ValueType::I32 => transmute_copy::<u32, T>(&words[0]),
            ValueType::U64 => {
                let value = words[0] as u64 | (words[1] as u64) << 32;
                transmute_copy::<u64, T>(&value)
            }
            ValueType::Vec2U32 => transmute_copy::<[u32; 2], T>(&[words[0], words[1]]),
            ValueType::Vec4U32 => transmute_copy::<[u32; 4], T>(&words),
            _ => panic!("no edge values are defined for this type"),
        }
    }
}

/// True if the values are equal.
pub const fn equal<T: ConstValue>(a: T, b: T) -> bool {
    let (a, b) = (words(a), words(b));
    a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3]
}

/// True if the first is at most the second, in the order of their type.
pub const fn at_most<T: ConstValue>(a: T, b: T) -> bool {
    let (a, b) = (words(a), words(b));
    match T::TYPE {
        ValueType::I32 => a[0] as i32 <= b[0] as i32,
        _ => a[1] < b[1] || (a[1] == b[1] && a[0] <= b[0]),
    }
}

/// The sum, wrapping in the type.
pub const fn wrapping_sum<T: ConstValue>(a: T, b: T) -> T {
    let (a, b) = (words(a), words(b));
    let (low, carry) = a[0].overflowing_add(b[0]);
    let high = a[1].wrapping_add(b[1]).wrapping_add(carry as u32);
    from_words([low, high, 0, 0])
}

/// A small integer as a value of the type; for bool, true if `n` is nonzero.
pub const fn small<T: ConstValue>(n: u32) -> T {
    from_words([n, 0, 0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Rust's own operators on the same values.
    #[test]
    fn words_behave_like_the_types_they_come_from() {
        for &a in i32::EDGES {
            for &b in i32::EDGES {
                assert_eq!(equal(a, b), a == b);
                assert_eq!(at_most(a, b), a <= b);
                assert_eq!(wrapping_sum(a, b), a.wrapping_add(b));
            }
        }
        for &a in u64::EDGES {
            for &b in u64::EDGES {
                assert_eq!(equal(a, b), a == b);
                assert_eq!(at_most(a, b), a <= b);
                assert_eq!(wrapping_sum(a, b), a.wrapping_add(b));
            }
        }
        for &a in <[u32; 2]>::EDGES {
            for &b in <[u32; 2]>::EDGES {
                assert_eq!(equal(a, b), a == b);
            }
        }
        assert!(small::<bool>(1) && !small::<bool>(0));
        assert_eq!(small::<u64>(7), 7);
        assert!(at_most(false, true) && !at_most(true, false));
    }

    /// Oracle: the documentation of `ConstValue`: values are listed once.
    #[test]
    fn edges_are_distinct() {
        fn check<T: ConstValue + PartialEq + std::fmt::Debug>() {
            for (k, a) in T::EDGES.iter().enumerate() {
                assert!(!T::EDGES[..k].contains(a), "{a:?} twice");
            }
        }
        check::<u32>();
        check::<i32>();
        check::<u64>();
        check::<[u32; 2]>();
        check::<[u32; 4]>();
    }
}
