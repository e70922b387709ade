use super::{x_of, y_of};
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The position of the point `d` relative to the circle through `a`, `b` and `c`, given counterclockwise: 1 inside, -1
/// outside, 0 on it. For clockwise points the sign is reversed; for collinear points it is the side of the line. A
/// point is one word with two signed coordinates, x in the low half and y in the high half.
///
/// `INCIRCLE` of [Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates](https://people.eecs.berkeley.edu/~jrs/papers/robust-predicates.pdf), 1997: the sign of a determinant,
/// which has up to 69 bits.
#[vyre_op(
    laws(
        Bounded(-1, 1),
        // Three corners are on their circle.
        custom(on_it, |f, a, b, c| f(a, b, c, a) == 0 && f(a, b, c, b) == 0 && f(a, b, c, c) == 0),
        // f(b, c, a, d) = f(a, b, c, d) and f(b, a, c, d) = -f(a, b, c, d) hold; solvers cannot prove it for sums of
        // products of products.
    ),
    boundaries(
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFF, 0x7FFF_8000),
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFF, 0x7FFE_8001),
        (0x8000_8000, 0x7FFF_7FFF, 0x8000_7FFF, 0),
        (0, 1, 0x1_0000, 0x1_0001),
        (0, 2, 0x2_0000, 0x1_0001),
        (0, 1, 0x1_0000, 0x2_0002),
    ),
    classes(
        inside = incircle_i16(a, b, c, d) == 1,
        outside = incircle_i16(a, b, c, d) == -1,
        on_it = incircle_i16(a, b, c, d) == 0 && a != b && b != c && c != a && a != d && b != d && c != d,
    ),
    table(
        (0, 2, 0x2_0000, 0x1_0001) => 1, "the middle of the circle" from "Shewchuk 1997, INCIRCLE",
        (0, 2, 0x2_0000, 0x3_0003) => -1, "a point far away" from "Shewchuk 1997, INCIRCLE",
        (0, 2, 0x2_0000, 0x2_0002) => 0, "the fourth corner of a square" from "Shewchuk 1997, INCIRCLE",
        (0, 0x2_0000, 2, 0x1_0001) => -1, "clockwise points: the sign is the opposite" from "Shewchuk 1997, INCIRCLE",
        (5, 0x5_0000, 0xFFFB, 0x4_0003) => 0, "(3, 4) is on the circle of radius 5",
        (5, 0x5_0000, 0xFFFB, 0xFFFC_FFFD) => 0, "and (-3, -4)",
        (5, 0x5_0000, 0xFFFB, 0x3_0003) => 1, "(3, 3) is in it",
        (5, 0x5_0000, 0xFFFB, 0x4_0004) => -1, "(4, 4) is not",
        (0, 1, 2, 0x1_0001) => 1, "contract: of points on a line the sign is a side of it",
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFF, 0x7FFF_8000) => 0, "the corners of all coordinates",
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFF, 0x7FFE_8000) => 1, "one below a corner is inside",
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFE, 0x7FFF_8000) => -1, "a smaller circle leaves the corner out",
        (0x8000_8000, 0x7FFF_7FFF, 0x8000_7FFF, 0x7FFF_7FFE) => -1, "clockwise, and inside",
    ),
)]
pub const fn incircle_i16(a: u32, b: u32, c: u32, d: u32) -> i32 {
    let bc = minor(b, c, d);
    let ca = minor(c, a, d);
    let ab = minor(a, b, d);
    let (al, bl, cl) = (lifted(a, d), lifted(b, d), lifted(c, d));
    // The low 16 bits of the lifted points are separate: sums of less than 2^52 each.
    let high = sum(al >> 16, bc, bl >> 16, ca, cl >> 16, ab);
    let low = sum(al & 0xFFFF, bc, bl & 0xFFFF, ca, cl & 0xFFFF, ab);
    let carry = ((low ^ 0x8000_0000_0000_0000) >> 16).wrapping_sub(0x8000_0000_0000);
    let upper = high.wrapping_add(carry);
    if upper >> 63 != 0 {
        -1
    } else if upper == 0 && low & 0xFFFF == 0 {
        0
    } else {
        1
    }
}

/// The cross product of the vectors from `d` to two points. Differences are at most 65,535, so their products fit a
/// word.
#[vyre_fn]
const fn minor(a: u32, b: u32, d: u32) -> u64 {
    let (ax, ay, bx, by) = (x_of(a), y_of(a), x_of(b), y_of(b));
    let (dx, dy) = (x_of(d), y_of(d));
    let left = ax.abs_diff(dx).wrapping_mul(by.abs_diff(dy));
    let right = ay.abs_diff(dy).wrapping_mul(bx.abs_diff(dx));
    let left = signed((ax < dx) != (by < dy), left);
    left.wrapping_sub(signed((ay < dy) != (bx < dx), right))
}

/// A number given by sign and magnitude.
#[vyre_fn]
const fn signed(is_negative: bool, amount: u32) -> u64 {
    let amount = amount as u64;
    if is_negative {
        amount.wrapping_neg()
    } else {
        amount
    }
}

/// The square of the distance of two points.
#[vyre_fn]
const fn lifted(a: u32, d: u32) -> u64 {
    let x = x_of(a).abs_diff(x_of(d));
    let y = y_of(a).abs_diff(y_of(d));
    (x.wrapping_mul(x) as u64).wrapping_add(y.wrapping_mul(y) as u64)
}

/// The sum of three products.
#[vyre_fn]
const fn sum(a: u64, by_a: u64, b: u64, by_b: u64, c: u64, by_c: u64) -> u64 {
    a.wrapping_mul(by_a)
        .wrapping_add(b.wrapping_mul(by_b))
        .wrapping_add(c.wrapping_mul(by_c))
}
