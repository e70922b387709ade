use crate::arithmetic::mul;
use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// Product of both operands, each limited to 45, by the binary16 unit.
///
/// IEEE 754 binary16 has 11 significant bits, so every integer up to 2048 is exact in it. The largest product here is
/// 45 * 45 = 2025, so nothing is rounded, and the result is the integer product.
#[vyre_op(
    category = C {
        hardware = "shader-f16",
        available = |backend| backend.has("shader-f16"),
    },
    lower = wgsl("
enable f16;

fn half_product(a: u32, b: u32) -> u32 {
    let x = f16(min(a, 45u));
    let y = f16(min(b, 45u));
    return u32(x * y);
}"),
    laws(
        Commutative,
        Absorbing(0),
        Bounded(0, 2025),
        LeftMonotone,
        DistributiveOver(min),
        DistributiveOver(max),
        ZeroProduct(true),
        // (45 * 45) * 2 is limited to 45 * 2 = 90, and 45 * (45 * 2) to 45 * 45.
        Not(Associative, witness = (45, 45, 2)),
        // True up to 45.
        Not(Identity(1), witness = (46)),
        Not(DistributiveOver(crate::arithmetic::add), witness = (1, 45, 1)),
    ),
    boundaries((45, 45), (46, 46), (45, 46), (u32::MAX, 1), (2048, 1)),
    classes(
        exact = a <= 45 && b <= 45,
        left_limited = a > 45 && b <= 45,
        right_limited = a <= 45 && b > 45,
        both_limited = a > 45 && b > 45,
    ),
    table(
        (3, 7) => 21, "small operands: their product",
        (45, 45) => 2025, "the largest product, still below 2048",
        (46, 1) => 45, "a larger operand counts as 45",
        (0, 0xFFFF_FFFF) => 0, "zero times anything",
        (0x0100_0000, 1) => 45, "a larger operand counts as 45, however large",
    ),
)]
pub const fn half_product(a: u32, b: u32) -> u32 {
    mul(min(a, 45), min(b, 45))
}
