use super::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Product modulo 2^32 of two's complement numbers.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(1),
        Absorbing(0),
        ZeroProduct(false, witness = (0x10000, 0x10000)),
        DistributiveOver(add),
        DistributiveOver(sub),
        // A negative factor reverses the order, without any overflow.
        Not(LeftMonotone, witness = (-1, 0, -1)),
    ),
    boundaries((i32::MIN, -1), (i32::MIN, i32::MIN), (0x10000, 0x8000), (i32::MAX, i32::MAX)),
    classes(
        overflow = a.checked_mul(b).is_none(),
        exact_negative = matches!(a.checked_mul(b), Some(p) if p < 0),
        exact_other = matches!(a.checked_mul(b), Some(p) if p >= 0),
    ),
    table(
        (-3, 7) => -21, "unlike signs give a negative product",
        (-3, -7) => 21, "like signs give a positive product",
        (i32::MIN, -1) => i32::MIN, "2^31 is not in range: it wraps to -2^31",
        (0x10000, 0x8000) => i32::MIN, "2^31 again, from positive factors",
        (0x1234_5679, -3) => -0x369D_036B, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        unsigned_product: wgsl = "
fn mul(a: i32, b: i32) -> i32 { return bitcast<i32>(bitcast<u32>(a) * bitcast<u32>(b)); }",
    ),
)]
pub const fn mul(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}
