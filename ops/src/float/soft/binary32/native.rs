//! Corrections, in integers, of results of float instructions of hardware.
//!
//! A zero or subnormal result is recomputed in integers: the hardware may have flushed it, and compilers fold a
//! constant zero without regard to the sign or to an infinity on the other side (lavapipe in Mesa 22.3 folds 0 + x to
//! x, so that 0 + -0 is -0). These results are rare. Subnormal operands are left to the float controls and to
//! measurement.
//!
//! The square root of any hardware is the nearest number or a neighbour of it, and an exact test decides which. With
//! `x` scaled to an integer of 47 or 48 bits and the root `r` to one of 24, `r` is the nearest one if (r - 1/2)^2 < x <
//! (r + 1/2)^2. As x and r are integers and no root is a tie, that is -r < x - r^2 <= r. A candidate that passes this
//! test is correct whatever its origin, so the result is proven at each call; otherwise it is computed in integers from
//! the start.
//!
//! The fused multiply-add of hardware that has one is correct if no operand and no result is near the subnormal
//! numbers, which it may flush; the closest case is an underflow that is rounded up to the least normal number.
//! Everything else is computed in integers. This does not help hardware that rounds the product separately, which
//! measurement must detect.
//!
//! The exponential of hardware with binary64 is correct if its result is a normal number, as tests of every input
//! showed on the devices that docs/results/floats.md names (the C lowering has the same formula and cites its source).
//! Possibly subnormal results, overflow and NaN are computed in integers.

use super::{FRACTION, INFINITY, LEAST_NORMAL, SIGN, add, div, exp, fma, mul, sqrt, sub};
use vyre_conform_runtime::vyre_fn;

/// `a + b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn add_corrected(a: u32, b: u32, found: u32) -> u32 {
    if found & INFINITY == 0 {
        return add(a, b);
    }
    found
}

/// `a - b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn sub_corrected(a: u32, b: u32, found: u32) -> u32 {
    if found & INFINITY == 0 {
        return sub(a, b);
    }
    found
}

/// `a * b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn mul_corrected(a: u32, b: u32, found: u32) -> u32 {
    if found & INFINITY == 0 {
        return mul(a, b);
    }
    found
}

/// `a / b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn div_corrected(a: u32, b: u32, found: u32) -> u32 {
    if found & INFINITY == 0 {
        return div(a, b);
    }
    found
}

/// The square root of `a`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn sqrt_corrected(a: u32, found: u32) -> u32 {
    // Zeros, negative and subnormal numbers, infinity, NaN.
    if a < LEAST_NORMAL || a >= INFINITY {
        return sqrt(a);
    }
    let exponent = a >> 23;
    let significand = (a & FRACTION) | LEAST_NORMAL;
    // An odd power of two leaves a factor of two in the radicand.
    let odd = (exponent & 1) ^ 1;
    // The root of a significand of 1 in the binade of the result.
    let least = (exponent.wrapping_add(127).wrapping_sub(odd) >> 1) << 23;
    let root = found.wrapping_sub(least).wrapping_add(LEAST_NORMAL);
    if root < LEAST_NORMAL.wrapping_sub(1) || root > LEAST_NORMAL << 1 {
        return sqrt(a);
    }
    // x = significand * 2^(23 + odd) and root^2, each as a high part and 24 low bits.
    let high = significand.wrapping_shr(1 ^ odd);
    let low = if odd != 0 { 0 } else { (significand & 1) << 23 };
    let (top, end) = (root >> 12, root & 0xfff);
    let cross = top
        .wrapping_mul(end)
        .wrapping_mul(2)
        .wrapping_add(end.wrapping_mul(end) >> 12);
    let square_high = top.wrapping_mul(top).wrapping_add(cross >> 12);
    let square_low = root.wrapping_mul(root) & 0x00ff_ffff;
    let apart = high.wrapping_sub(square_high);
    // One step changes root^2 by less than 4 * 2^24: a larger distance is beyond a neighbour.
    if apart.wrapping_add(4) > 8 {
        return sqrt(a);
    }
    let rest = (apart << 24).wrapping_add(low).wrapping_sub(square_low) as i32;
    let root = root as i32;
    let above = (rest > root) as i32;
    let step = above.wrapping_sub((rest <= root.wrapping_neg()) as i32);
    let near = root.wrapping_add(step);
    let moved = step.wrapping_mul(root.wrapping_add(near));
    let left = rest.wrapping_sub(moved);
    if left <= near.wrapping_neg() || left > near {
        return sqrt(a);
    }
    least.wrapping_add((near as u32).wrapping_sub(LEAST_NORMAL))
}

/// From this magnitude on, -ln 2^-126, `exp` may be subnormal.
const ENDS: u32 = 0x42ae_ac50;

/// `e^a`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn exp_corrected(a: u32, found: u32) -> u32 {
    if a & !SIGN >= ENDS {
        return exp(a);
    }
    found
}

/// True if a number is normal.
#[vyre_fn]
const fn is_normal(a: u32) -> bool {
    ((a >> 23) & 0xff).wrapping_sub(1) < 254
}

/// `a * b + c` rounded once, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn fma_corrected(a: u32, b: u32, c: u32, found: u32) -> u32 {
    let plain = is_normal(a) && is_normal(b) && (is_normal(c) || c & !SIGN == 0);
    // Above the least normal binade, and finite.
    let safe = ((found >> 23) & 0xff).wrapping_sub(2) < 253;
    if plain && safe {
        return found;
    }
    fma(a, b, c)
}
