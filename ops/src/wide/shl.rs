use super::{add, shr, sub};
use vyre_conform_runtime::vyre_op;

/// Shift left by `b` modulo 64; zeros enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(64),
        // Every multiple of 64 is a right identity; the declared ones are 0 and the first wrap.
        LeftAbsorbing(0),
        RightDistributiveOver(add),
        RightDistributiveOver(sub),
        Not(LeftInjective, witness = (0, 0x8000_0000_0000_0000, 1)),
        // The amount of the 32-bit shifts does not wrap here.
        Not(RightIdentity(32), witness = (1)),
        Not(InverseOf(shr), witness = (0x8000_0000_0000_0000, 1)),
        Not(LeftMonotone, witness = (1, 0x8000_0000_0000_0000, 1)),
        Not(RightMonotone, witness = (1, 63, 64)),
        ZeroProduct(false, witness = (0x8000_0000_0000_0000, 1)),
        // The operands have different types: laws that exchange them or take a result as the amount do not apply.
    ),
    boundaries((1, 31), (1, 32), (1, 33), (1, 63), (1, 64), (u64::MAX, u32::MAX)),
    classes(
        by_nothing = b & 63 == 0,
        within_words = (1..32).contains(&(b & 63)),
        across_words = b & 63 >= 32,
        amount_wraps = b >= 64,
    ),
    table(
        (1, 0) => 1, "no shift",
        (1, 32) => 0x1_0000_0000, "32 places: the low word becomes the high word",
        (0x8000_0000, 1) => 0x1_0000_0000, "the highest bit of the low word goes over",
        (1, 63) => 0x8000_0000_0000_0000, "the lowest bit reaches the highest place",
        (1, 64) => 1, "contract: the amount is taken modulo 64",
        (0x1234_5678_9ABC_DEF1, 4) => 0x2345_6789_ABCD_EF10, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        funnel: wgsl = "
fn shl(a: vec2<u32>, b: u32) -> vec2<u32> {
    let n = b & 31u;
    let over = select(a.x >> ((32u - n) & 31u), 0u, n == 0u);
    let near = vec2<u32>(a.x << n, (a.y << n) | over);
    return select(near, vec2<u32>(0u, near.x), (b & 32u) != 0u);
}",
        doublings: wgsl = "
fn shl(a: vec2<u32>, b: u32) -> vec2<u32> {
    var x = a;
    for (var i = 0u; i < (b & 63u); i++) {
        x = vec2<u32>(x.x << 1u, (x.y << 1u) | (x.x >> 31u));
    }
    return x;
}",
    ),
)]
pub const fn shl(a: u64, b: u32) -> u64 {
    a << (b & 63)
}
