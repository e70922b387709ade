//! Corrections of comparisons, extremes, sign operations, roundings and conversions, applied to planted hardware that
//! flushes operands and results, loses signs of zero and changes NaNs.

use crate::cases::{self, operand, pairs, special};
use vyre_ops::float::soft::binary32 as soft;

/// A format on planted hardware.
#[derive(Clone, Copy)]
pub(crate) struct Hardware {
    pub(crate) sign: u32,
    pub(crate) infinity: u32,
    /// The bit that makes a NaN quiet.
    pub(crate) quiet: u32,
}

const SINGLE: Hardware = Hardware {
    sign: soft::SIGN,
    infinity: soft::INFINITY,
    quiet: 0x0040_0000,
};

impl Hardware {
    /// The number; a subnormal one becomes a zero of its sign.
    pub(crate) fn flushed(self, a: u32) -> u32 {
        match a & self.infinity {
            0 => a & self.sign,
            _ => a,
        }
    }

    /// The number; a zero becomes +0.
    pub(crate) fn unsigned(self, a: u32) -> u32 {
        match a & !self.sign {
            0 => 0,
            _ => a,
        }
    }

    /// The number; a NaN becomes a quiet one of positive sign.
    pub(crate) fn quieted(self, a: u32) -> u32 {
        if a & !self.sign > self.infinity {
            (a & !self.sign) | self.quiet
        } else {
            a
        }
    }
}

/// A relation of two operands of a format.
pub(crate) type Relation = fn(u32, u32) -> bool;
pub(crate) type Extreme = fn(u32, u32) -> u32;
pub(crate) type Correction<T> = fn(u32, u32, T) -> T;

/// Checks relations and extremes with their corrections, applied to right results and to those of flushed operands.
pub(crate) fn ordered(
    hardware: Hardware,
    pairs: impl Iterator<Item = (u32, u32)>,
    relations: [(Relation, Correction<bool>); 5],
    extremes: [(Extreme, Correction<u32>); 2],
) {
    let mut repaired = 0;
    for (a, b) in pairs {
        let (x, y) = (hardware.flushed(a), hardware.flushed(b));
        for (k, (relation, corrected)) in relations.iter().enumerate() {
            let expected = relation(a, b);
            for planted in [expected, relation(x, y)] {
                repaired += u32::from(planted != expected);
                assert_eq!(
                    corrected(a, b, planted),
                    expected,
                    "relation {k} of {a:08x}, {b:08x}"
                );
            }
        }
        for (k, (extreme, corrected)) in extremes.iter().enumerate() {
            let expected = extreme(a, b);
            for planted in [expected, extreme(x, y), hardware.unsigned(expected)] {
                repaired += u32::from(planted != expected);
                assert_eq!(
                    corrected(a, b, planted),
                    expected,
                    "extreme {k} of {a:08x}, {b:08x}"
                );
            }
        }
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
}

/// A function of one operand, its correction, and a flag that the planted hardware may quieten a NaN: it may if the
/// native text leaves the result as it is.
pub(crate) type Unary = (fn(u32) -> u32, fn(u32, u32) -> u32, bool);

/// Checks sign operations and roundings with their corrections.
pub(crate) fn unary(hardware: Hardware, operands: impl Iterator<Item = u32>, functions: &[Unary]) {
    let mut repaired = 0;
    for a in operands {
        for (k, (function, corrected, quiet)) in functions.iter().enumerate() {
            let expected = function(a);
            let flushed = function(hardware.flushed(a));
            for planted in [
                expected,
                flushed,
                hardware.unsigned(expected),
                hardware.flushed(expected),
            ] {
                repaired += u32::from(planted != expected);
                assert_eq!(corrected(a, planted), expected, "function {k} of {a:08x}");
            }
            if *quiet {
                let planted = hardware.quieted(expected);
                repaired += u32::from(planted != expected);
                assert_eq!(corrected(a, planted), expected, "function {k} of {a:08x}");
            }
        }
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
}

/// Oracle: the functions on bits, which other tests compare with the processor.
#[test]
fn comparisons_and_extremes_of_flushed_operands_are_corrected() {
    ordered(
        SINGLE,
        pairs().step_by(3),
        [
            (soft::eq, soft::eq_corrected),
            (soft::lt, soft::lt_corrected),
            (soft::le, soft::le_corrected),
            (soft::gt, soft::gt_corrected),
            (soft::ge, soft::ge_corrected),
        ],
        [
            (soft::min, soft::min_corrected),
            (soft::max, soft::max_corrected),
        ],
    );
}

/// Oracle: the functions on bits, which other tests compare with the processor.
#[test]
fn signs_and_roundings_are_corrected() {
    unary(
        SINGLE,
        cases::unary().step_by(3),
        &[
            (soft::neg, soft::neg_corrected, true),
            (soft::abs, soft::abs_corrected, true),
            (soft::round_ties_even, soft::round_corrected, false),
            (soft::trunc, soft::trunc_corrected, false),
            (soft::floor, soft::floor_corrected, false),
            (soft::ceil, soft::ceil_corrected, false),
        ],
    );
}

/// Oracle: the conversions on bits, which other tests compare with the processor and `half`; the planted hardware
/// flushes.
#[test]
fn conversions_of_flushed_operands_and_results_are_corrected() {
    let (mut repaired, hardware) = (0, SINGLE);
    let half = crate::corrected16::HALF;
    let operands = special().into_iter().chain((0..1 << 20).map(operand));
    for a in operands {
        let low = hardware.flushed(a);
        for (convert, corrected) in [
            (
                soft::to_i32_floor as fn(u32) -> i32,
                soft::to_i32_floor_corrected as fn(u32, i32) -> i32,
            ),
            (soft::to_i32_ceil, soft::to_i32_ceil_corrected),
        ] {
            let expected = convert(a);
            for planted in [expected, convert(low)] {
                repaired += u32::from(planted != expected);
                assert_eq!(corrected(a, planted), expected, "{a:08x}");
            }
        }
        let expected = soft::to_u32_ceil(a);
        for planted in [expected, soft::to_u32_ceil(low)] {
            repaired += u32::from(planted != expected);
            assert_eq!(soft::to_u32_ceil_corrected(a, planted), expected, "{a:08x}");
        }
        let expected = soft::to_binary16(a);
        for planted in [expected, half.flushed(expected), half.unsigned(expected)] {
            repaired += u32::from(planted != expected);
            assert_eq!(soft::to_binary16_corrected(a, planted), expected, "{a:08x}");
        }
    }
    for a in 0..0x1_0000 {
        let expected = soft::from_binary16(a);
        for planted in [expected, soft::from_binary16(half.flushed(a))] {
            repaired += u32::from(planted != expected);
            assert_eq!(
                soft::from_binary16_corrected(a, planted),
                expected,
                "{a:04x}"
            );
        }
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
}
