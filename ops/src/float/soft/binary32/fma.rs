//! Fused multiply-add: `a * b + c` with one rounding.
//!
//! The exact product has 48 bits; product and addend are placed with their leading ones in bit 61 of 64, and the
//! smaller is shifted to the exponent of the greater with a sticky bit. If the sum cancels more than one leading bit,
//! the exponents differ by at most one, and the 14 zero bits below a product, or 38 below an addend, absorb that shift
//! without loss. Otherwise at least 36 exact bits are between the last kept bit and the sticky one.
//!
//! Most steps of a chain have normal numbers whose sum is far from the ends of the range. A shorter path ([`fma_near`])
//! handles them: the product stays in place and the addend is shifted to it.

use super::{
    FRACTION, INFINITY, LEAST_NORMAL, QUIET_NAN, SIGN, is_nan, rounded, rounded_to_odd, unpacked,
};
use vyre_conform_runtime::vyre_fn;

/// Exponent of a zero addend: below that of every product.
const NOTHING: i32 = -0x8000;

/// `a / 2^n`, with its lowest bit also set if a set bit was lost. `a` is below 2^63.
#[vyre_fn]
const fn shift_right_sticky(a: u64, n: u32) -> u64 {
    let amount = if n < 63 { n } else { 63 };
    let kept = a.wrapping_shr(amount);
    let lost = kept.wrapping_shl(amount) != a;
    kept | lost as u64
}

/// The finite sum of a nonzero product and an addend: sign, exponent and significand for `rounded`; significand 0 for a
/// sum of 0.
#[vyre_fn]
const fn sum(a: u32, b: u32, c: u32) -> (u32, i32, u32) {
    let (ex, fx) = unpacked(a & !SIGN);
    let (ey, fy) = unpacked(b & !SIGN);
    let full = ((fx << 7) as u64).wrapping_mul((fy << 7) as u64);
    let low = full < 1 << 61;
    let product = if low { full << 1 } else { full };
    let ep = ex
        .wrapping_add(ey)
        .wrapping_sub(if low { 127 } else { 126 });
    let (ec, addend) = if c & !SIGN == 0 {
        (NOTHING, 0)
    } else {
        let (ez, fz) = unpacked(c & !SIGN);
        (ez, (fz as u64) << 38)
    };
    let product_sign = (a ^ b) & SIGN;
    let opposite = (product_sign ^ c) & SIGN != 0;
    let product_first = ep > ec || (ep == ec && product >= addend);
    let (exponent, great, small) = if product_first {
        let shift = ep.wrapping_sub(ec) as u32;
        (ep, product, shift_right_sticky(addend, shift))
    } else {
        let shift = ec.wrapping_sub(ep) as u32;
        (ec, addend, shift_right_sticky(product, shift))
    };
    let sign = if product_first {
        product_sign
    } else {
        c & SIGN
    };
    let total = if opposite {
        great.wrapping_sub(small)
    } else {
        great.wrapping_add(small)
    };
    if total == 0 {
        return (0, 0, 0);
    }
    let shift = total.leading_zeros().wrapping_sub(1);
    let normal = total.wrapping_shl(shift);
    let significand = (normal >> 32) as u32 | (normal as u32 != 0) as u32;
    (sign, exponent.wrapping_sub(shift as i32), significand)
}

/// The result if it needs no sum, and whether it does not.
#[vyre_fn]
const fn special(a: u32, b: u32, c: u32) -> (bool, u32) {
    let sign = (a ^ b) & SIGN;
    let (x, y, z) = (a & !SIGN, b & !SIGN, c & !SIGN);
    if is_nan(a) || is_nan(b) || is_nan(c) {
        return (true, QUIET_NAN);
    }
    if x == INFINITY || y == INFINITY {
        let undefined = x == 0 || y == 0 || (z == INFINITY && sign != c & SIGN);
        return (
            true,
            if undefined {
                QUIET_NAN
            } else {
                sign | INFINITY
            },
        );
    }
    if z == INFINITY {
        return (true, c);
    }
    if x == 0 || y == 0 {
        // Zeros of both signs add up to +0; `sign & c` is -0 for two negative ones.
        return (true, if z == 0 { sign & c } else { c });
    }
    (false, 0)
}

/// The field of the exponent.
#[vyre_fn]
const fn field(a: u32) -> u32 {
    (a >> 23) & 0xff
}

/// The significand of a normal number.
#[vyre_fn]
const fn significand(a: u32) -> u32 {
    (a & FRACTION) | LEAST_NORMAL
}

/// Distance of the last bit of an addend above that of a product.
#[vyre_fn]
const fn above(a: u32, b: u32, c: u32) -> u32 {
    field(c)
        .wrapping_add(150)
        .wrapping_sub(field(a))
        .wrapping_sub(field(b))
}

/// True if [`fma_near`] gives the sum: all three operands are normal, the addend is in the middle of the range, 2^-63
/// to 2^94, and its last bit is above that of the product. A nonzero sum is then at least 2^-110, and below 2^118.
///
/// One condition without branches: SwiftShader compiles a kernel that calls this sixteen times for minutes if each part
/// is a branch.
#[vyre_fn]
const fn is_near(a: u32, b: u32, c: u32) -> bool {
    let normal = (field(a).wrapping_sub(1) < 254) as u32 & (field(b).wrapping_sub(1) < 254) as u32;
    let middle = (field(c).wrapping_sub(64) <= 156) as u32 & (above(a, b, c) as i32 > 0) as u32;
    normal & middle != 0
}

/// 23 bits after the first set one of a sum of two words, below 2^63, rounded to nearest, ties to even, or 2^23 if
/// rounding carries; and the number of leading zeros. For a sum of zero both are meaningless.
#[vyre_fn]
const fn nearest(high: u32, low: u32) -> (u32, u32) {
    let short = high == 0;
    let first = if short { low } else { high };
    let second = if short { 0 } else { low };
    // At least one if the second word is used.
    let zeros = first.leading_zeros();
    let rest = second.wrapping_shl(zeros);
    let lost = if rest < 1 { rest } else { 1 };
    let brought = second.wrapping_shr(0u32.wrapping_sub(zeros));
    let behind = (first.wrapping_shl(zeros) | brought | lost) & 0x7fff_ffff;
    let kept = behind.wrapping_add(0x7f).wrapping_add((behind >> 8) & 1) >> 8;
    (kept, if short { zeros.wrapping_add(32) } else { zeros })
}

/// `a * b + c` for operands that [`is_near`] accepts, rounded once.
///
/// The sum is an integer in units of the last bit of the product, which has 48 bits. The addend of 24 bits is shifted
/// up by at most 38, to bit 61. A larger addend makes the units larger: the high word of the product is shifted down,
/// and the low word only contributes a sticky bit. The product is then below 2^47 and the sum at least 2^60, so the
/// kept bits and the bit that decides a tie are in the high word. Integers are in two words, since GPUs have 32-bit
/// words.
#[vyre_fn]
const fn fma_near(a: u32, b: u32, c: u32) -> u32 {
    let product = (significand(a) as u64).wrapping_mul(significand(b) as u64);
    let above = above(a, b, c);
    let up = if above < 38 { above } else { 38 };
    let down = above.wrapping_sub(up);
    let amount = if down < 31 { down } else { 31 };
    let all = (product >> 32) as u32;
    let product_high = all.wrapping_shr(amount);
    let product_low = product as u32 | (product_high.wrapping_shl(amount) ^ all);
    let addend = significand(c);
    let moved = addend.wrapping_shl(up);
    let over = addend.wrapping_shr(0u32.wrapping_sub(up));
    let addend_low = if up > 31 { 0 } else { moved };
    let addend_high = if up > 31 { moved } else { over };
    // The product, or for a subtraction its two's complement: each bit flipped, plus one, for which the last bit of the
    // addend has room.
    let turn = ((a ^ b ^ c) as i32 >> 31) as u32;
    let turned = product_low ^ turn;
    let low = (addend_low | (turn & 1)).wrapping_add(turned);
    let carry = (low < turned) as u32;
    let high = addend_high
        .wrapping_add(product_high ^ turn)
        .wrapping_add(carry);
    // A negative sum has the sign of the product.
    let turn = (high as i32 >> 31) as u32;
    let size_low = (low ^ turn).wrapping_sub(turn);
    let carry = turn & (low == 0) as u32;
    let size_high = (high ^ turn).wrapping_add(carry);
    let (kept, zeros) = nearest(size_high, size_low);
    let exponent = field(c)
        .wrapping_add(40)
        .wrapping_sub(up)
        .wrapping_sub(zeros);
    let sum = ((c ^ turn) & SIGN) | (exponent << 23).wrapping_add(kept);
    if high | low == 0 { 0 } else { sum }
}

/// `a * b + c`, rounded once.
#[vyre_fn]
pub const fn fma(a: u32, b: u32, c: u32) -> u32 {
    if is_near(a, b, c) {
        return fma_near(a, b, c);
    }
    let (known, result) = special(a, b, c);
    if known {
        return result;
    }
    let (sign, exponent, significand) = sum(a, b, c);
    if significand == 0 {
        return 0;
    }
    rounded(sign, exponent, significand)
}

/// `a * b + c`, rounded to odd for a second rounding to a narrower format.
#[vyre_fn]
pub const fn fma_to_odd(a: u32, b: u32, c: u32) -> u32 {
    let (known, result) = special(a, b, c);
    if known {
        return result;
    }
    let (sign, exponent, significand) = sum(a, b, c);
    if significand == 0 {
        return 0;
    }
    rounded_to_odd(sign, exponent, significand)
}
