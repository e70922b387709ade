use crate::wide::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Product modulo 2^64 by native 64-bit multiplication.
///
/// `u64::mul` is the same function composed of 32-bit words; this op requires the hardware feature.
#[vyre_op(
    category = C {
        hardware = "shader-int64",
        available = |backend| backend.has("shader-int64"),
    },
    lower = wgsl("
fn mul_int64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let x = (u64(a.y) << 32u) | u64(a.x);
    let y = (u64(b.y) << 32u) | u64(b.x);
    let p = x * y;
    return vec2<u32>(u32(p & 0xFFFFFFFFlu), u32(p >> 32u));
}"),
    laws(
        Commutative,
        Associative,
        Identity(1),
        Absorbing(0),
        DistributiveOver(add),
        DistributiveOver(sub),
        ZeroProduct(false, witness = (0x1_0000_0000, 0x1_0000_0000)),
        Not(LeftMonotone, witness = (1, u64::MAX, u64::MAX)),
    ),
    boundaries(
        (0x1_0000_0000, 0x1_0000_0000),
        (0xFFFF_FFFF, 0xFFFF_FFFF),
        (0xFFFF_FFFF, 0x1_0000_0001),
        (u64::MAX, u64::MAX),
    ),
    classes(
        one_word = matches!(a.checked_mul(b), Some(p) if p >> 32 == 0),
        two_words = matches!(a.checked_mul(b), Some(p) if p >> 32 != 0),
        overflow = a.checked_mul(b).is_none(),
    ),
    table(
        (3, 7) => 21, "a product below 2^32 stays in the low word",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFE_0000_0001, "2^64 - 2^33 + 1 fills both words",
        (0x1_0000_0000, 0x1_0000_0000) => 0, "2^64 is 0 modulo 2^64",
        (u64::MAX, u64::MAX) => 1, "-1 * -1 is 1",
    ),
)]
pub const fn mul_int64(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}
