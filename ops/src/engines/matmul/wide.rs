//! The exact sum of exact products on the host.

/// Digits of 64 bits; the lowest begins at 2^-298, the highest has the sign.
const DIGITS: usize = 11;

/// The exponent of the lowest bit.
const LOWEST: i32 = -298;

/// The exact sum of the products, rounded once; `+0` for no products, and `-0` if every product is -0.
pub(in crate::engines) fn dot(row: &[f32], column: &[f32]) -> f32 {
    // In binary64 a product of binary32 numbers is infinite or zero only if it is so exactly: the smallest is 2^-298
    // and the largest below 2^256.
    let products = || {
        row.iter()
            .zip(column)
            .map(|(a, b)| f64::from(*a) * f64::from(*b))
    };
    let special: f64 = products().filter(|p| !p.is_finite()).sum();
    if products().any(|p| !p.is_finite()) {
        return special as f32;
    }
    let mut digits = [0i128; DIGITS];
    for product in products().filter(|p| *p != 0.0) {
        let (significand, place) = parts(product);
        let (digit, shift) = (place / 64, place % 64);
        digits[digit] += i128::from(significand) << shift;
        carry(&mut digits);
    }
    let negative = digits[DIGITS - 1] < 0;
    if negative {
        digits = digits.map(|digit| -digit);
        carry(&mut digits);
    }
    let minus_zeros = !row.is_empty() && products().all(|p| p == 0.0 && p.is_sign_negative());
    let rounded = rounded(&digits);
    if negative || minus_zeros {
        -rounded
    } else {
        rounded
    }
}

/// A nonzero product as an integer, and its distance above the lowest bit.
fn parts(product: f64) -> (i64, usize) {
    let bits = product.to_bits();
    let significand = (bits & ((1 << 52) - 1) | 1 << 52) as i64;
    let signed = if product < 0.0 {
        -significand
    } else {
        significand
    };
    // The product has at most 48 bits and none below 2^-298, so the bits below are zero.
    let place = (bits >> 52 & 0x7ff) as i32 - 1075 - LOWEST;
    match usize::try_from(place) {
        Ok(place) => (signed, place),
        Err(_) => (signed >> -place, 0),
    }
}

/// Every digit but the highest has 64 bits and no sign.
fn carry(digits: &mut [i128; DIGITS]) {
    for k in 0..DIGITS - 1 {
        digits[k + 1] += digits[k] >> 64;
        digits[k] &= i128::from(u64::MAX);
    }
}

/// The nearest `f32`: the highest 53 bits, with the lowest of them set if any lower bit is, determine the rounding
/// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
fn rounded(digits: &[i128; DIGITS]) -> f32 {
    let bit = |at: usize| digits[at / 64] >> (at % 64) & 1;
    let Some(leading) = (0..64 * DIGITS).rev().find(|at| bit(*at) == 1) else {
        return 0.0;
    };
    let lowest = leading.saturating_sub(52);
    let kept = (lowest..=leading)
        .rev()
        .fold(0u64, |kept, at| kept << 1 | bit(at) as u64);
    let sticky = u64::from((0..lowest).any(|at| bit(at) == 1));
    let power = (lowest as i32 + LOWEST + 1023) as u64;
    ((kept | sticky) as f64 * f64::from_bits(power << 52)) as f32
}
