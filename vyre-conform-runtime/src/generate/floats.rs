//! Values at which floating-point code changes its behaviour, for any binary format.
//!
//! Zeros, the ends of the subnormal and the normal range, infinities, quiet and signalling NaNs, one
//! and its neighbours, halves between integers, the powers of two at which conversions overflow or lose
//! the fraction, and the neighbours of all of them, one unit in the last place away; each with both
//! signs.

use vyre_conform_spec::FloatFormat;

/// The bits of 2^`exponent` times (1 + `fraction` units in the last place), if they are a normal number.
fn scaled(format: FloatFormat, exponent: i32, fraction: u32) -> Option<u32> {
    let field = u32::try_from(exponent + format.bias() as i32).ok()?;
    let normal = field > 0 && field < format.top_exponent();
    normal.then_some(field << format.fraction_bits() | fraction & format.fraction())
}

/// The magnitudes at which most faults occur, most revealing first.
fn revealing(format: FloatFormat) -> Vec<u32> {
    let greatest = format.greatest();
    let (one, half) = (
        format.integer(1),
        format.integer(1) - (1 << format.fraction_bits()),
    );
    let quiet = 1 << (format.fraction_bits() - 1);
    vec![
        0,
        one,
        greatest,
        format.canonical_nan(),
        1,
        format.fraction() + 1,
        greatest - 1,
        format.fraction(),
        format.integer(2),
        half,
        greatest | 1,
        one + 1,
        one - 1,
        format.integer(3),
        format.magnitude(),
        2,
        format.fraction() + 2,
        greatest - 2,
        format.integer(1) | quiet,
        format.integer(2) | quiet >> 1,
        half + 1,
        half - 1,
        greatest | quiet | 1,
        greatest | (quiet - 1),
    ]
}

/// Exponents at which the last place is a half, one or two; at which conversions to integers and to
/// narrower formats overflow or round; at which squares overflow and underflow.
fn exponents(format: FloatFormat) -> Vec<i32> {
    let places = format.fraction_bits() as i32;
    let bias = format.bias() as i32;
    vec![
        places,
        places + 1,
        places - 1,
        31,
        32,
        30,
        16,
        15,
        8,
        7,
        63,
        64,
        -14,
        -24,
        -25,
        -8,
        bias / 2,
        -bias / 2,
        bias,
        1 - bias,
        2 - bias,
        1 - bias + places,
        4,
        -1,
        -2,
    ]
}

/// The edge values of a format as bits, most revealing first; some occur twice.
pub(super) fn edges(format: FloatFormat) -> Vec<u32> {
    let places = format.fraction_bits() as i32;
    let quiet = 1 << (format.fraction_bits() - 1);
    let mut magnitudes = revealing(format);
    for exponent in exponents(format) {
        for fraction in [0, 1, quiet, format.fraction()] {
            magnitudes.extend(scaled(format, exponent, fraction));
        }
    }
    // Ties and their neighbours when rounding drops the last half, 13 bits (to F16) or 16 bits (to
    // BF16).
    for dropped in [1, 12, 13, 15, 16].into_iter().filter(|d| *d < places) {
        let tie = 1u32 << (dropped - 1);
        for fraction in [tie, tie - 1, tie + 1, 3 * tie, 0u32.wrapping_sub(tie)] {
            magnitudes.extend(scaled(format, 0, fraction));
            magnitudes.extend(scaled(format, -15, fraction));
        }
    }
    // Subnormals of every length.
    magnitudes.extend((1..format.fraction_bits()).map(|k| 1 << k));
    magnitudes.extend((0..10).map(|n| format.integer(n)));
    magnitudes
        .into_iter()
        .map(|bits| bits & format.magnitude())
        .flat_map(|bits| [bits, bits | format.sign()])
        .collect()
}

/// The values of a small domain: a sign, one of sixteen exponents (zero and subnormal, the least normal
/// ones, those around one, around the last place and around the width of an integer, the greatest,
/// infinity and NaN) and the highest fraction bits: three (256 values) or one (64 values).
pub(super) fn small(format: FloatFormat, fraction_bits: u32) -> impl Iterator<Item = u32> {
    let (bias, places, top) = (format.bias(), format.fraction_bits(), format.top_exponent());
    let wide = match format.exponent_bits() {
        5 => [bias + 5, bias + 7, bias + 13],
        _ => [bias + 31, bias + 32, bias + 64],
    };
    let exponents = [
        0,
        1,
        2,
        bias / 2 + 1,
        bias - 2,
        bias - 1,
        bias,
        bias + 1,
        bias + 2,
        bias + places,
        bias + places + 1,
        wide[0],
        wide[1],
        wide[2],
        top - 1,
        top,
    ];
    (0..32u32 << fraction_bits).map(move |n| {
        let (head, fraction) = (n >> fraction_bits, n & ((1 << fraction_bits) - 1));
        let sign = (head >> 4) * format.sign();
        let exponent = exponents[(head & 15) as usize];
        sign | exponent << places | fraction << (places - fraction_bits)
    })
}

/// Every pattern of the upper sixteen bits: all of a narrow format; for F32 every value of BF16.
pub(super) fn upper(format: FloatFormat) -> impl Iterator<Item = u32> {
    (0..=u32::from(u16::MAX)).map(move |bits| bits << (format.bits() - 16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Oracle: the constants of Rust's f32 and the list of edges in the float rules.
    #[test]
    fn every_listed_edge_is_an_edge() {
        let all: HashSet<u32> = edges(FloatFormat::F32).into_iter().collect();
        let ulps = |x: f32| [x.to_bits() - 1, x.to_bits(), x.to_bits() + 1];
        for x in [
            1.0,
            0.5,
            8_388_608.0,
            16_777_216.0,
            2_147_483_648.0,
            4_294_967_296.0f32,
        ] {
            assert!(ulps(x).iter().all(|bits| all.contains(bits)), "{x}");
            assert!(
                ulps(x).iter().all(|bits| all.contains(&(bits | 1 << 31))),
                "-{x}"
            );
        }
        for bits in [
            0,
            1,
            0x007f_ffff,
            f32::MIN_POSITIVE.to_bits(),
            f32::MAX.to_bits(),
            f32::INFINITY.to_bits(),
            0x7fc0_0000,
            0x7f80_0001,
            0x7fff_ffff,
            1.5f32.to_bits(),
            2.5f32.to_bits(),
        ] {
            assert!(
                all.contains(&bits) && all.contains(&(bits | 1 << 31)),
                "{bits:#x}"
            );
        }
        // Pairs of them stay far below a million.
        assert!(all.len() < 500, "{}", all.len());
    }

    /// Oracle: the module's documentation, counted.
    #[test]
    fn small_domains_have_the_documented_values() {
        for format in [FloatFormat::F32, FloatFormat::F16, FloatFormat::BF16] {
            let few: HashSet<u32> = small(format, 3).collect();
            assert_eq!(small(format, 1).collect::<HashSet<_>>().len(), 64);
            assert_eq!(few.len(), 256, "{format:?}");
            assert!(few.iter().all(|bits| bits & !format.mask() == 0));
            let nans = few.iter().filter(|bits| format.is_nan(**bits)).count();
            assert_eq!(nans, 14);
            for bits in [0, format.sign(), format.greatest(), format.integer(1)] {
                assert!(few.contains(&bits), "{format:?} {bits:#x}");
            }
            assert_eq!(upper(format).collect::<HashSet<_>>().len(), 1 << 16);
        }
        assert!(upper(FloatFormat::F32).any(|bits| bits == 0xff80_0000));
    }
}
