use super::{add, sub};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Product modulo 2^32: the low 32 bits of the 64-bit product.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(1),
        Absorbing(0),
        ZeroProduct(false, witness = (0x10000, 0x10000)),
        DistributiveOver(add),
        DistributiveOver(sub),
        // The factor is 1 except for 0.
        LatticeAbsorption(or),
        // Only an odd factor cancels.
        Not(LeftInjective, witness = (0, 0x8000_0000, 2)),
        // -1 * -1 = 1, although -1 is the largest operand.
        Not(LeftMonotone, witness = (1, u32::MAX, u32::MAX)),
        // LatticeAbsorption holds over the logical `or`, whose result is 1 unless a is 0; it is omitted, since
        // Identity(1) and Absorbing(0) imply it.
    ),
    boundaries((0x10000, 0x10000), (0xFFFF, 0x10001), (u32::MAX, u32::MAX), (0x8000_0000, 2)),
    classes(
        overflow = a.checked_mul(b).is_none(),
        exact = a.checked_mul(b).is_some(),
    ),
    table(
        (3, 7) => 21, "a product below 2^32 is the product of the numbers",
        (0x10000, 0x10000) => 0, "2^16 * 2^16 is 2^32, which is 0 modulo 2^32",
        (u32::MAX, 2) => 0xFFFF_FFFE, "-1 * 2 is -2 modulo 2^32",
        (0x1234_5679, 3) => 0x369D_036B, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        limbs: wgsl = "
fn mul(a: u32, b: u32) -> u32 {
    let al = a & 0xFFFFu;
    let ah = a >> 16u;
    let bl = b & 0xFFFFu;
    let bh = b >> 16u;
    return al * bl + ((al * bh + ah * bl) << 16u);
}",
        shift_and_add: wgsl = "
fn mul(a: u32, b: u32) -> u32 {
    var product = 0u;
    for (var i = 0u; i < 32u; i++) {
        product += select(0u, a << i, ((b >> i) & 1u) == 1u);
    }
    return product;
}",
    ),
)]
pub const fn mul(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}
