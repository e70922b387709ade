//! Operands: those of TestFloat's level 1, and random ones with a bias to edges.
//!
//! Berkeley TestFloat 3e (Hauser) tests every combination of special operands at level 1, and adds random ones: for an
//! operation of one, two or three operands 88, 88^2 and 88^3 combinations, and 600, 46,464 and 6,133,248 cases in all.
//! Every function here is compared with each of its oracles on at least as many. A special operand has one of 22 signs
//! and exponents (subnormal, least, -24, -2, -1, 0, 1, 2, 24, greatest, infinite or NaN) and one of 4 fractions (all
//! zeros, only the last bit, all ones, all ones except the last).

/// Random operand sets of a test with two or three operands.
pub(crate) const RANDOM: u64 = 10_000_000;

/// Cases of TestFloat's level 1 for an operation with one, two and three operands.
pub(crate) const LEVEL_1: [usize; 3] = [600, 46_464, 6_133_248];

/// Random triples of the 16-bit formats: together with the special ones more than level 1 has.
const RANDOM_16: u64 = 5_500_000;

/// Biased exponents of the special operands in binary32.
const EXPONENTS: [u32; 11] = [0, 1, 103, 125, 126, 127, 128, 129, 151, 254, 255];
const FRACTIONS: [u32; 4] = [0, 1, 0x7f_ffff, 0x7f_fffe];

/// The 88 special operands of TestFloat's level 1.
pub(crate) fn special() -> Vec<u32> {
    let exponents = (0..2).flat_map(|sign| EXPONENTS.map(|e| sign << 31 | e << 23));
    exponents
        .flat_map(|high| FRACTIONS.map(|fraction| high | fraction))
        .collect()
}

/// The special operands of a 16-bit format with this many fraction bits.
pub(crate) fn special16(fraction_bits: u32) -> Vec<u32> {
    let ones = (1 << fraction_bits) - 1;
    let top = (1 << (15 - fraction_bits)) - 1;
    let bias: u32 = top / 2;
    let far = fraction_bits + 1;
    let exponents = [
        0,
        1,
        bias.saturating_sub(far),
        bias - 2,
        bias - 1,
        bias,
        bias + 1,
        bias + 2,
        bias + far,
        top - 1,
        top,
    ];
    let high = (0..2).flat_map(|sign| exponents.map(|e| sign << 15 | e << fraction_bits));
    high.flat_map(|high| [0, 1, ones, ones - 1].map(|fraction| high | fraction))
        .collect()
}

/// splitmix64 (Steele, Lea and Flood 2014) of a counter.
pub(crate) fn random(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A random operand: of 16, six near 1 in magnitude, two with a single bit of fraction, two with few low bits, one
/// subnormal, the rest uniform.
pub(crate) fn operand(n: u64) -> u32 {
    let r = random(n);
    let word = r as u32;
    let bit = 1u32 << ((r >> 32) % 23);
    match r >> 60 {
        0..=5 => word & 0x807f_ffff | (120 + (r >> 40) as u32 % 16) << 23,
        6 | 7 => word & 0xff80_0000 | bit,
        8 | 9 => word & 0xff80_00ff,
        10 => word & 0x807f_ffff,
        _ => word,
    }
}

/// All special operands, 2^24 inputs `i * odd + key`, and in every binade every low byte below all zeros,
/// alternating bits and all ones.
pub(crate) fn unary() -> impl Iterator<Item = u32> {
    let spread = (0..1u32 << 24).map(|i| i.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15));
    let binades = (0..512u32).flat_map(|binade| {
        [0, 0x55_5500, 0x2a_aa00, 0x7f_ff00]
            .into_iter()
            .flat_map(move |high| (0..256).map(move |low| binade << 23 | high | low))
    });
    special().into_iter().chain(binades).chain(spread)
}

fn pairs_of(values: Vec<u32>) -> impl Iterator<Item = (u32, u32)> {
    let (seconds, firsts) = (values.clone(), values);
    firsts.into_iter().flat_map(move |a| {
        let seconds = seconds.clone();
        seconds.into_iter().map(move |b| (a, b))
    })
}

fn triples_of(values: Vec<u32>) -> impl Iterator<Item = (u32, u32, u32)> {
    let thirds = values.clone();
    pairs_of(values).flat_map(move |(a, b)| {
        let thirds = thirds.clone();
        thirds.into_iter().map(move |c| (a, b, c))
    })
}

/// Every pair of special operands, then random ones.
pub(crate) fn pairs() -> impl Iterator<Item = (u32, u32)> {
    pairs_of(special()).chain((0..RANDOM).map(|n| (operand(2 * n), operand(2 * n + 1))))
}

/// Every triple of special operands, then random ones; the addend of every other one nearly cancels the product or is
/// within a few binades of it.
pub(crate) fn triples() -> impl Iterator<Item = (u32, u32, u32)> {
    let random = (0..RANDOM).map(|n| {
        let (a, b, c) = (operand(3 * n), operand(3 * n + 1), operand(3 * n + 2));
        let product = (f32::from_bits(a) * f32::from_bits(b)).to_bits();
        let near = match n % 8 {
            1 => product ^ 0x8000_0000,
            3 => product.wrapping_add(c % 5),
            5 => product ^ (c & 0x8000_0003),
            7 => product ^ (c & 0x8f80_0000),
            _ => c,
        };
        (a, b, near)
    });
    triples_of(special()).chain(random)
}

/// A random operand of a 16-bit format, with the bias of [`operand`].
pub(crate) fn operand16(n: u64, fraction_bits: u32) -> u32 {
    let r = random(n);
    let word = r as u32 & 0xffff;
    let fraction = (1 << fraction_bits) - 1;
    let top = (1 << (15 - fraction_bits)) - 1;
    let (high, sign) = (word & !fraction, word & 0x8000);
    let near = top / 2 - 7 + (r >> 40) as u32 % 16;
    match r >> 60 {
        0..=5 => sign | near << fraction_bits | word & fraction,
        6 | 7 => high | 1 << ((r >> 32) as u32 % fraction_bits),
        8 | 9 => high | word & 3,
        10 => sign | word & fraction,
        _ => word,
    }
}

/// Every pair of special operands of a 16-bit format, then random ones.
pub(crate) fn pairs16(fraction_bits: u32) -> impl Iterator<Item = (u32, u32)> {
    let one = move |n| operand16(n, fraction_bits);
    let random = (0..RANDOM).map(move |n| (one(2 * n), one(2 * n + 1)));
    pairs_of(special16(fraction_bits)).chain(random)
}

/// Every triple of special operands of a 16-bit format, then random ones, whose addend is often near the product.
pub(crate) fn triples16(fraction_bits: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let random = (0..RANDOM_16).map(move |n| {
        let r = random(n);
        let half = |k: u32| (r >> (16 * k)) as u32 & 0xffff;
        let (a, b) = (half(0), half(1));
        let top = (1 << (15 - fraction_bits)) - 1;
        let exponents = (a >> fraction_bits & top) + (b >> fraction_bits & top);
        let near = (exponents + half(3) % 32)
            .saturating_sub(top / 2 + 16)
            .min(top - 1);
        let c = match n % 2 {
            0 => half(2),
            _ => half(2) & (0x8000 | ((1 << fraction_bits) - 1)) | near << fraction_bits,
        };
        (a, b, c)
    });
    triples_of(special16(fraction_bits)).chain(random)
}

/// Operands of a power: every pair of special ones, exact powers and ties with their neighbours, and random pairs; half
/// of these have an exponent that makes the result finite, with integers and simple fractions among them.
pub(crate) fn powers() -> impl Iterator<Item = (u32, u32)> {
    let exact = (1..3000u32).flat_map(|n| {
        // Bases n * 2^k with exponents that are multiples of an eighth.
        (0..160u32).flat_map(move |eighths| {
            let base = (n as f32 * [1.0, 0.25, 2.0, 0.0625][(n + eighths) as usize % 4]).to_bits();
            let exponent = (eighths as f32 / 8.0).to_bits();
            [
                (base, exponent),
                (base + 1, exponent),
                (base, exponent | 1 << 31),
            ]
        })
    });
    let random = (0..RANDOM).map(|n| {
        let (x, r) = (operand(2 * n), operand(2 * n + 1));
        let scale = f64::from(f32::from_bits(x & 0x7fff_ffff)).log2();
        let y = match n % 4 {
            0 => r,
            1 => ((r % 64) as f32).to_bits(),
            2 => ((r % 512) as f32 / 16.0 - 16.0).to_bits(),
            _ => (((f64::from(r) / 2f64.powi(31) - 1.0) * 150.0 / scale) as f32).to_bits(),
        };
        (x, y)
    });
    pairs_of(special()).chain(exact).chain(random)
}

/// Oracle: the counts of TestFloat's level 1, in the documentation of version 3e.
#[test]
fn number_of_cases_equals_testfloat_level_1() {
    let [one, two, three] = LEVEL_1;
    assert!(unary().take(one).count() >= one);
    for count in [
        pairs().take(two).count(),
        pairs16(10).take(two).count(),
        pairs16(7).take(two).count(),
    ] {
        assert!(count >= two, "{count} pairs");
    }
    for count in [
        triples().take(three).count(),
        triples16(10).take(three).count(),
        triples16(7).take(three).count(),
    ] {
        assert!(count >= three, "{count} triples");
    }
    let specials = special().len();
    assert_eq!(
        (specials, specials.pow(2), specials.pow(3)),
        (88, 7_744, 681_472)
    );
}
