use super::{max_bytes, over_255};
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// The product of two bytes divided by 255, rounded to the nearest integer: a byte weighted by another, where 255 is
/// the whole. A number above 255 counts as 255.
///
/// [Blinn, "Three Wrongs Make a Right"](https://doi.org/10.1109/38.469535), IEEE Computer Graphics and Applications
/// 15(6), 1995.
#[vyre_op(
    laws(
        Commutative,
        Absorbing(0),
        LeftMonotone,
        // A number above 255 counts as 255, and so does every larger one.
        DistributiveOver(max_bytes),
        Bounded(0, 255),
        custom(whole, |f, a| f(a, 255) == min(a, 255)),
        // The product of two least nonzero bytes is 0.
        ZeroProduct(false, witness = (1, 1)),
        Not(Associative, witness = (2, 64, 128)),
        Not(Identity(255), witness = (256)),
        Not(Idempotent, witness = (128)),
    ),
    boundaries((255, 255), (254, 255), (127, 1), (128, 1), (256, 256), (255, u32::MAX), (u32::MAX, 0)),
    classes(
        nothing = mul_div_255(a, b) == 0,
        up = a < 256 && b < 256 && mul_div_255(a, b).wrapping_mul(255) > a.wrapping_mul(b),
        down = a < 256 && b < 256 && mul_div_255(a, b).wrapping_mul(255) < a.wrapping_mul(b),
        first_is_more = a > 255,
        second_is_more = b > 255,
    ),
    table(
        (255, 255) => 255, "the whole of the whole",
        (128, 128) => 64, "16,384 is 64.25 times 255",
        (1, 127) => 0, "less than a half",
        (1, 128) => 1, "more than a half",
        (254, 254) => 253, "64,516 is 253.004 times 255",
        (200, 100) => 78, "20,000 is 78.43 times 255",
        (97, 225) => 86, "21,825 is 85.59 times 255",
        (255, 77) => 77, "the whole of a byte",
        (256, 77) => 77, "contract: more than the whole is the whole",
        (77, 0x8000_0000) => 77, "of either operand",
        (0x1_0000, 0x1_0000) => 255, "or both",
    ),
    alternates(
        by_division: wgsl = "
fn mul_div_255(a: u32, b: u32) -> u32 {
    return (min(a, 255u) * min(b, 255u) + 127u) / 255u;
}",
    ),
)]
pub const fn mul_div_255(a: u32, b: u32) -> u32 {
    let by = if b > 255 { 255u32 } else { b };
    let of = if a > 255 { 255u32 } else { a };
    over_255(of.wrapping_mul(by))
}
