use super::shl;
use vyre_conform_runtime::vyre_op;

/// Logical shift right by `b` modulo 64; zeros enter at the top.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(64),
        // Every multiple of 64 is a right identity; the declared ones are 0 and the first wrap.
        LeftAbsorbing(0),
        Not(RightDistributiveOver(super::add), witness = (1, 1, 1)),
        Not(LeftInjective, witness = (0, 1, 1)),
        LeftMonotone,
        // The amount of the 32-bit shifts does not wrap here.
        Not(RightIdentity(32), witness = (1)),
        Not(InverseOf(shl), witness = (1, 1)),
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // The operands have different types: laws that exchange them or take a result as the amount do not apply.
    ),
    boundaries(
        (0x8000_0000_0000_0000, 63),
        (0x1_0000_0000, 1),
        (0x1_0000_0000, 32),
        (u64::MAX, 33),
        (1, 64),
        (u64::MAX, u32::MAX),
    ),
    classes(
        by_nothing = b & 63 == 0,
        within_words = (1..32).contains(&(b & 63)),
        across_words = b & 63 >= 32,
        amount_wraps = b >= 64,
    ),
    table(
        (0x1_0000_0000, 1) => 0x8000_0000, "the lowest bit of the high word goes over",
        (0x1_0000_0000, 32) => 1, "32 places: the high word becomes the low word",
        (0x8000_0000_0000_0000, 63) => 1, "the highest bit reaches the lowest place",
        (1, 1) => 0, "the lowest bit drops out",
        (1, 64) => 1, "contract: the amount is taken modulo 64",
        (0x1234_5678_9ABC_DEF1, 4) => 0x0123_4567_89AB_CDEF, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        funnel: wgsl = "
fn shr(a: vec2<u32>, b: u32) -> vec2<u32> {
    let n = b & 31u;
    let over = select(a.y << ((32u - n) & 31u), 0u, n == 0u);
    let near = vec2<u32>((a.x >> n) | over, a.y >> n);
    return select(near, vec2<u32>(near.y, 0u), (b & 32u) != 0u);
}",
    ),
)]
pub const fn shr(a: u64, b: u32) -> u64 {
    a >> (b & 63)
}
