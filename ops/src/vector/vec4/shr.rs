use super::{add, shl};
use vyre_conform_runtime::vyre_op;

/// Shift right of each lane of `a` by the same lane of `b` modulo 32; zeros enter at the top.
#[vyre_op(
    laws(
        RightIdentity([0; 4]),
        RightIdentity([32; 4]),
        LeftAbsorbing([0; 4]),
        Not(RightDistributiveOver(add), witness = ([1; 4], [1; 4], [1; 4])),
        Not(Commutative, witness = ([1; 4], [0; 4])),
        Not(InverseOf(shl), witness = ([1; 4], [1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([1; 4], [31, 32, 31, 32]),
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]),
        ([0x8000_0000; 4], [1, 31, 33, 63]),
    ),
    classes(
        by_nothing = b[0] & 31 == 0,
        same_amount = b[0] == b[3],
        amounts_differ = b[0] & 31 != b[3] & 31,
        amount_wraps = b[0] >= 32,
    ),
    table(
        ([0x8000_0000; 4], [0, 31, 1, 4]) => [0x8000_0000, 1, 0x4000_0000, 0x800_0000], "each lane by its own amount",
        ([0x1_0000; 4], [16; 4]) => [1; 4], "half of the width",
        ([2; 4], [32, 33, 0, 64]) => [2, 1, 2, 2], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [4, 4, 8, 8]) => [0xFFF_FFFF, 0, 0xFF_FFFF, 0], "what leaves a lane is dropped, not given to another one",
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [4, 4, 8, 8]) => [0, 0xFFF_FFFF, 0, 0xFF_FFFF], "neither of one lane nor of the other",
        ([0x1234_5679, 0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99], [3, 5, 0, 1]) => [0x246_8ACF, 0x7F6_E5D4, 0x1234_5679, 0x7F6E_5D4C], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        one_at_a_time: wgsl = "
fn shr(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    var x = a;
    for (var i = 0u; i < 31u; i++) {
        x = select(x, x >> vec4<u32>(1u), vec4<u32>(i) < (b & vec4<u32>(31u)));
    }
    return x;
}",
    ),
)]
pub const fn shr(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0] >> (b[0] & 31),
        a[1] >> (b[1] & 31),
        a[2] >> (b[2] & 31),
        a[3] >> (b[3] & 31),
    ]
}
