//! Built-in functions on scalars, as the WGSL specification defines them
//! (<https://www.w3.org/TR/WGSL/#numeric-builtin-functions>).

use naga::{MathFunction as F, Scalar, ScalarKind};

/// A float as its type holds it: values of `f16` are computed as `f32` and rounded, which for one
/// operation gives the nearest `f16`.
pub(super) fn rounded(scalar: Scalar, word: u32) -> u32 {
    if scalar == Scalar::F16 {
        half::f16::from_f32(f32::from_bits(word)).to_f32().to_bits()
    } else {
        word
    }
}

/// A componentwise function; `None` for other functions.
pub(super) fn scalar(fun: F, kind: ScalarKind, args: &[u32]) -> Option<u32> {
    let arg = |k: usize| args.get(k).copied().unwrap_or(0);
    if kind == ScalarKind::Float {
        let [a, b, c] = [0, 1, 2].map(|k| f32::from_bits(arg(k)));
        return float(fun, a, b, c)
            .or_else(|| transcendental(fun, a.into(), b.into()).map(|x| x as f32))
            .map(f32::to_bits)
            .or_else(|| (fun == F::Ldexp).then(|| ldexp(a, arg(1) as i32).to_bits()));
    }
    integer(fun, kind, [0, 1, 2, 3].map(arg))
}

fn float(fun: F, a: f32, b: f32, c: f32) -> Option<f32> {
    Some(match fun {
        F::Abs => a.abs(),
        F::Min => a.min(b),
        F::Max => a.max(b),
        F::Clamp => a.max(b).min(c),
        F::Saturate => a.clamp(0.0, 1.0),
        F::Radians => a.to_radians(),
        F::Degrees => a.to_degrees(),
        F::Ceil => a.ceil(),
        F::Floor => a.floor(),
        F::Round => a.round_ties_even(),
        F::Fract => a - a.floor(),
        F::Trunc => a.trunc(),
        F::Sign if a > 0.0 => 1.0,
        F::Sign if a < 0.0 => -1.0,
        F::Sign => 0.0,
        F::Fma => a.mul_add(b, c),
        F::Mix => a * (1.0 - c) + b * c,
        F::Step => f32::from(u8::from(a <= b)),
        F::SmoothStep => {
            let t = ((c - a) / (b - a)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        F::Sqrt => a.sqrt(),
        F::QuantizeToF16 => half::f16::from_f32(a).to_f32(),
        _ => return None,
    })
}

/// Functions that devices approximate: computed in binary64 and rounded once.
fn transcendental(fun: F, a: f64, b: f64) -> Option<f64> {
    Some(match fun {
        F::Cos => a.cos(),
        F::Cosh => a.cosh(),
        F::Sin => a.sin(),
        F::Sinh => a.sinh(),
        F::Tan => a.tan(),
        F::Tanh => a.tanh(),
        F::Acos => a.acos(),
        F::Asin => a.asin(),
        F::Atan => a.atan(),
        F::Atan2 => a.atan2(b),
        F::Asinh => a.asinh(),
        F::Acosh => a.acosh(),
        F::Atanh => a.atanh(),
        F::Exp => a.exp(),
        F::Exp2 => a.exp2(),
        F::Log => a.ln(),
        F::Log2 => a.log2(),
        F::Pow => a.powf(b),
        F::InverseSqrt => 1.0 / a.sqrt(),
        _ => return None,
    })
}

/// `a` times a power of two, in two steps so that the power itself is finite.
fn ldexp(a: f32, exponent: i32) -> f32 {
    let exponent = exponent.clamp(-300, 300);
    (f64::from(a) * f64::from(exponent).exp2()) as f32
}

/// The fraction in [0.5, 1) and the exponent of a float.
pub(super) fn frexp(a: f32) -> (f32, i32) {
    if a == 0.0 || !a.is_finite() {
        return (a, 0);
    }
    let wide = f64::from(a);
    let exponent = ((wide.to_bits() >> 52) & 0x7ff) as i32 - 1022;
    ((wide * f64::from(-exponent).exp2()) as f32, exponent)
}

fn integer(fun: F, kind: ScalarKind, [a, b, c, d]: [u32; 4]) -> Option<u32> {
    let is_signed = kind == ScalarKind::Sint;
    let signed = [a, b, c].map(|x| x as i32);
    Some(match fun {
        F::Abs if is_signed => signed[0].wrapping_abs() as u32,
        F::Abs => a,
        F::Min if is_signed => signed[0].min(signed[1]) as u32,
        F::Min => a.min(b),
        F::Max if is_signed => signed[0].max(signed[1]) as u32,
        F::Max => a.max(b),
        F::Clamp if is_signed => signed[0].max(signed[1]).min(signed[2]) as u32,
        F::Clamp => a.max(b).min(c),
        F::Sign => signed[0].signum() as u32,
        F::CountTrailingZeros => a.trailing_zeros(),
        F::CountLeadingZeros => a.leading_zeros(),
        F::CountOneBits => a.count_ones(),
        F::ReverseBits => a.reverse_bits(),
        F::FirstTrailingBit if a == 0 => u32::MAX,
        F::FirstTrailingBit => a.trailing_zeros(),
        F::FirstLeadingBit => {
            let bits = if is_signed && signed[0] < 0 { !a } else { a };
            if bits == 0 {
                u32::MAX
            } else {
                31 - bits.leading_zeros()
            }
        }
        F::ExtractBits => extract(a, b, c, is_signed),
        F::InsertBits => insert(a, b, c, d),
        _ => return None,
    })
}

fn extract(e: u32, offset: u32, count: u32, is_signed: bool) -> u32 {
    let offset = offset.min(32);
    let count = count.min(32 - offset);
    if count == 0 {
        return 0;
    }
    let left = e << (32 - count - offset);
    if is_signed {
        ((left as i32) >> (32 - count)) as u32
    } else {
        left >> (32 - count)
    }
}

fn insert(e: u32, new: u32, offset: u32, count: u32) -> u32 {
    let offset = offset.min(32);
    let count = count.min(32 - offset);
    if count == 0 {
        return e;
    }
    let mask = (u32::MAX >> (32 - count)) << offset;
    (e & !mask) | ((new << offset) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definitions of <https://www.w3.org/TR/WGSL/#numeric-builtin-functions>, worked out by hand.
    #[test]
    fn bit_functions_follow_the_specification() {
        let signed = ScalarKind::Sint;
        assert_eq!(extract(0xf0, 4, 4, true), u32::MAX);
        assert_eq!(extract(0xf0, 4, 40, false), 0xf);
        assert_eq!(insert(0, 0xff, 28, 8), 0xf000_0000);
        assert_eq!(
            scalar(F::FirstLeadingBit, signed, &[u32::MAX]),
            Some(u32::MAX)
        );
        assert_eq!(scalar(F::FirstLeadingBit, ScalarKind::Uint, &[8]), Some(3));
        assert_eq!(frexp(8.0), (0.5, 4));
        assert_eq!(frexp(-0.75), (-0.75, 0));
    }
}
