//! Ops on `u64`, `bool` and vectors, compared with unbounded integers (`num-bigint`) and with strings of binary digits.

use num_bigint::BigUint;
use std::ops::{BitAnd, BitOr, BitXor};
use vyre_ops::vector::{vec2, vec4};
use vyre_ops::{boolean, wide};

/// Random numbers from the upper half of a multiplicative generator modulo 2^128.
pub(super) struct Random(pub(super) u128);

impl Random {
    /// A number of up to 64 bits: every length is equally likely, and some numbers are runs of ones.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0xDA94_2042_E4DD_58B5);
        let bits = (self.0 >> 64) as u64;
        let number = (self.0 >> 32) as u64 >> (bits & 63);
        match bits >> 61 {
            0 => number.wrapping_neg(),
            1 => u64::MAX >> (bits & 63),
            _ => number,
        }
    }

    /// The words of two such numbers, or of one twice.
    pub(super) fn lanes(&mut self) -> [u32; 4] {
        let (a, b) = (self.next(), self.next());
        let b = if a & 2 == 0 { a.rotate_left(32) } else { b };
        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
    }
}

/// Pairs of numbers: every pair from both sides of powers of two, and random ones.
pub(super) fn pairs() -> impl Iterator<Item = (u64, u64)> {
    let edges: Vec<u64> = [0, 1, 8, 16, 31, 32, 33, 63]
        .into_iter()
        .flat_map(|k| [-1, 0, 1].map(|d| (1_u64 << k).wrapping_add_signed(d)))
        .flat_map(|n| [n, !n])
        .collect();
    let others = edges.clone();
    let every = edges
        .into_iter()
        .flat_map(move |a| others.clone().into_iter().map(move |b| (a, b)));
    let mut random = Random(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835 | 1);
    every.chain((0..20_000).map(move |_| {
        let a = random.next();
        let b = random.next();
        // Neighbours and equal numbers would be rare otherwise.
        if b & 7 == 0 {
            (a, a.wrapping_add(b & 8))
        } else {
            (a, b)
        }
    }))
}

fn big(a: u64) -> BigUint {
    BigUint::from(a)
}

/// The low 64 bits.
fn low(a: &BigUint) -> u64 {
    a.iter_u64_digits().next().unwrap_or(0)
}

/// The 64 binary digits, highest first.
fn digits(a: u64) -> String {
    format!("{:0>64}", big(a).to_str_radix(2))
}

/// The number with these binary digits.
fn number(digits: &str) -> u64 {
    low(&BigUint::parse_bytes(digits.as_bytes(), 2).expect("binary digits"))
}

/// Oracle: num-bigint, whose integers are unbounded.
#[test]
fn arithmetic_of_64_bits() {
    let modulus = BigUint::from(1_u32) << 64;
    let greatest = big(u64::MAX);
    for (a, b) in pairs() {
        let (x, y) = (big(a), big(b));
        let zero = BigUint::default();
        let (quotient, rest) = match b {
            0 => (zero.clone(), zero.clone()),
            _ => (&x / &y, &x % &y),
        };
        assert_eq!(wide::div(a, b), low(&quotient), "{a} / {b}");
        assert_eq!(wide::modulo(a, b), low(&rest), "{a} % {b}");
        assert_eq!(wide::mul(a, b), low(&(&x * &y)), "{a} * {b}");
        assert_eq!(wide::mul_hi(a, b), low(&((&x * &y) >> 64)), "{a} * {b}");
        assert_eq!(wide::add(a, b), low(&(&x + &y)), "{a} + {b}");
        assert_eq!(wide::sub(a, b), low(&(&modulus + &x - &y)), "{a} - {b}");
        assert_eq!(wide::negate(a), low(&(&modulus - &x)), "-{a}");
        let sum = (&x + &y).min(greatest.clone());
        assert_eq!(wide::saturating_add(a, b), low(&sum), "{a} + {b}");
        let (less, more) = if x < y { (&x, &y) } else { (&y, &x) };
        let left = if x < y { zero } else { &x - &y };
        assert_eq!(wide::saturating_sub(a, b), low(&left), "{a} - {b}");
        assert_eq!(wide::abs_diff(a, b), low(&(more - less)), "|{a} - {b}|");
        assert_eq!(wide::min(a, b), low(less), "min({a}, {b})");
        assert_eq!(wide::max(a, b), low(more), "max({a}, {b})");
    }
}

/// Oracle: num-bigint's order and its connectives of unbounded integers.
#[test]
fn comparisons_and_connectives_of_64_bits() {
    for (a, b) in pairs() {
        let (x, y) = (big(a), big(b));
        assert_eq!(wide::lt(a, b), u32::from(x < y), "{a} < {b}");
        assert_eq!(wide::gt(a, b), u32::from(x > y), "{a} > {b}");
        assert_eq!(wide::le(a, b), u32::from(x <= y), "{a} <= {b}");
        assert_eq!(wide::ge(a, b), u32::from(x >= y), "{a} >= {b}");
        assert_eq!(wide::eq(a, b), u32::from(x == y), "{a} == {b}");
        assert_eq!(wide::ne(a, b), u32::from(x != y), "{a} != {b}");
        assert_eq!(wide::bit_and(a, b), low(&(&x).bitand(&y)), "{a} & {b}");
        assert_eq!(wide::bit_or(a, b), low(&(&x).bitor(&y)), "{a} | {b}");
        assert_eq!(wide::bit_xor(a, b), low(&(&x).bitxor(&y)), "{a} ^ {b}");
        let c = a.rotate_left(7) ^ b;
        let inside = x.clone().max(y.clone()).min(big(c));
        assert_eq!(wide::clamp(a, b, c), low(&inside), "{a} in {b} to {c}");
        assert_eq!(wide::select(a < c, a, b), if x < big(c) { a } else { b });
    }
}

/// Oracle: the strings of binary digits, reversed, cut and counted.
#[test]
fn digits_of_64_bits() {
    for (a, b) in pairs() {
        let text = digits(a);
        let reversed: String = text.chars().rev().collect();
        assert_eq!(wide::reverse_bits(a), number(&reversed), "{text}");
        let octets = text.as_bytes().rchunks(8);
        let octets: Vec<&str> = octets.map(|o| str::from_utf8(o).expect("digits")).collect();
        assert_eq!(wide::swap_bytes(a), number(&octets.concat()), "{text}");
        let flipped: String = text
            .chars()
            .map(|c| if c == '0' { '1' } else { '0' })
            .collect();
        assert_eq!(wide::bit_not(a), number(&flipped), "{text}");
        let [ones, zeros] = ['1', '0'].map(|d| text.matches(d).count());
        assert_eq!(wide::popcount(a) as usize, ones, "{text}");
        assert_eq!(wide::count_zeros(a) as usize, zeros, "{text}");
        let [first, last] = [text.find('1'), reversed.find('1')];
        assert_eq!(wide::clz(a) as usize, first.unwrap_or(64), "{text}");
        assert_eq!(wide::ctz(a) as usize, last.unwrap_or(64), "{text}");

        let amount = b as u32;
        let position = amount as usize % 64;
        let left = text[position..].to_owned() + &text[..position];
        assert_eq!(
            wide::rotate_left(a, amount),
            number(&left),
            "{text}, {position}"
        );
        let right = text[64 - position..].to_owned() + &text[..64 - position];
        assert_eq!(
            wide::rotate_right(a, amount),
            number(&right),
            "{text}, {position}"
        );
    }
}

/// Oracle: the strings of binary digits, with a range cut out or replaced.
#[test]
fn fields_of_64_bits() {
    for (a, b) in pairs() {
        for [offset, count] in [
            [b as u32 % 70, (b >> 32) as u32 % 70],
            [b as u32, (b >> 32) as u32],
            [a as u32 % 64, 1 + b as u32 % 63],
        ] {
            // The end of a string is its lowest digit.
            let to = 64 - (offset as usize).min(64);
            let from = to - (count as usize).min(to);
            let text = digits(a);
            let field = "0".to_owned() + &text[from..to];
            let case = (a, offset, count);
            assert_eq!(
                wide::extract_bits(a, offset, count),
                number(&field),
                "{case:?}"
            );
            let new = &digits(b)[64 - (to - from)..];
            let replaced = text[..from].to_owned() + new + &text[to..];
            assert_eq!(
                wide::insert_bits(a, b, offset, count),
                number(&replaced),
                "{b} into {case:?}"
            );
        }
    }
}

/// Oracle: the names of the connectives, as truth tables in the order false, true, with the left operand varying
/// slower.
#[test]
fn connectives_of_bools() {
    let table = |f: fn(bool, bool) -> bool| {
        let of = |a: bool| [f(a, false), f(a, true)].map(u8::from);
        [of(false), of(true)].concat()
    };
    assert_eq!(table(boolean::and), [0, 0, 0, 1]);
    assert_eq!(table(boolean::or), [0, 1, 1, 1]);
    assert_eq!(table(boolean::xor), [0, 1, 1, 0]);
    assert_eq!(table(boolean::eq), [1, 0, 0, 1]);
    assert_eq!(table(boolean::implies), [1, 1, 0, 1]);
    assert_eq!(table(boolean::nand), [1, 1, 1, 0]);
    assert_eq!(table(boolean::nor), [1, 0, 0, 0]);
    // A relation of false and true in the order of numbers.
    assert_eq!(table(boolean::lt), [0, 1, 0, 0]);
    assert_eq!(table(boolean::gt), [0, 0, 1, 0]);
    assert_eq!(table(boolean::ge), [1, 0, 1, 1]);
    assert_eq!(
        table(|yes, no| boolean::select(true, yes, no)),
        [0, 0, 1, 1]
    );
    assert_eq!(
        table(|yes, no| boolean::select(false, yes, no)),
        [0, 1, 0, 1]
    );
    assert_eq!([false, true].map(boolean::not), [true, false]);
}

/// A function of two lanes, modulo 2^32.
fn zip_lanes<const N: usize>(a: [u32; N], b: [u32; N], of: fn(u128, u128) -> u128) -> [u32; N] {
    std::array::from_fn(|i| of(a[i].into(), b[i].into()) as u32)
}

/// Compares the ops of vectors of one length with sums of 128 bits, lane by lane.
macro_rules! vectors {
    ($ops:ident, $random:ident, $lanes:expr) => {
        for _ in 0..40_000 {
            let (a, b) = ($lanes($random.lanes()), $lanes($random.lanes()));
            let case = (a, b);
            assert_eq!($ops::add(a, b), zip_lanes(a, b, |x, y| x + y), "{case:?}");
            assert_eq!($ops::sub(a, b), zip_lanes(a, b, |x, y| x + (1 << 32) - y));
            assert_eq!($ops::mul(a, b), zip_lanes(a, b, |x, y| x * y), "{case:?}");
            assert_eq!(
                $ops::bit_and(a, b),
                zip_lanes(a, b, |x, y| x & y),
                "{case:?}"
            );
            assert_eq!(
                $ops::bit_or(a, b),
                zip_lanes(a, b, |x, y| x | y),
                "{case:?}"
            );
            assert_eq!(
                $ops::bit_xor(a, b),
                zip_lanes(a, b, |x, y| x ^ y),
                "{case:?}"
            );
            assert_eq!($ops::bit_not(a), zip_lanes(a, a, |x, _| !x), "{case:?}");
            assert_eq!($ops::min(a, b), zip_lanes(a, b, u128::min), "{case:?}");
            assert_eq!($ops::max(a, b), zip_lanes(a, b, u128::max), "{case:?}");
            assert_eq!($ops::shl(a, b), zip_lanes(a, b, |x, y| x * (1 << (y % 32))));
            assert_eq!($ops::shr(a, b), zip_lanes(a, b, |x, y| x / (1 << (y % 32))));
            let products = a.iter().zip(&b);
            let products = products.map(|(x, y)| u128::from(*x) * u128::from(*y));
            assert_eq!($ops::dot(a, b), products.sum::<u128>() as u32, "{case:?}");
            let sum: u128 = a.iter().map(|x| u128::from(*x)).sum();
            assert_eq!($ops::sum(a), sum as u32, "{a:?}");
            assert_eq!($ops::all_equal(a, b), u32::from(a == b), "{case:?}");
            assert_eq!($ops::all_equal(a, a), 1, "{a:?}");
        }
    };
}

/// Oracle: the same in 128 bits, truncated to 32 at the end; std's rotations of arrays.
#[test]
fn lanes_of_vectors() {
    let mut random = Random(0xC2B2_AE3D_27D4_EB4F_1656_67B1_9E37_79F9 | 1);
    vectors!(vec2, random, |[x, y, ..]: [u32; 4]| [x, y]);
    vectors!(vec4, random, |lanes: [u32; 4]| lanes);
    for _ in 0..1_000 {
        let lanes = random.lanes();
        let [mut left, mut right] = [lanes; 2];
        left.rotate_left(1);
        right.rotate_right(1);
        assert_eq!(vec4::rotate_lanes_left(lanes), left);
        assert_eq!(vec4::rotate_lanes_right(lanes), right);
        let [x, y, ..] = lanes;
        assert_eq!(vec2::swap_lanes([x, y]), [y, x]);
    }
}
