use super::{add, bit_and, bit_or, bit_xor, max, min, shl};
use vyre_conform_runtime::vyre_op;

/// Shift right of each lane of `a` by the same lane of `b` modulo 32; zeros enter at the top.
#[vyre_op(
    laws(
        RightIdentity([0; 2]),
        RightIdentity([32; 2]),
        LeftAbsorbing([0; 2]),
        RightDistributiveOver(min),
        RightDistributiveOver(max),
        Not(RightDistributiveOver(add), witness = ([1; 2], [1; 2], [1; 2])),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        Not(Commutative, witness = ([1; 2], [0; 2])),
        Not(InverseOf(shl), witness = ([1; 2], [1; 2])),
    ),
    boundaries(
        ([1; 2], [31, 32]),
        ([0xFFFF_FFFF; 2], [0xFFFF_FFFF; 2]),
        ([0x8000_0000; 2], [1, 31]),
    ),
    classes(
        by_nothing = b[0] & 31 == 0,
        same_amount = b[0] == b[1],
        amounts_differ = b[0] & 31 != b[1] & 31,
        amount_wraps = b[0] >= 32,
    ),
    table(
        ([0x8000_0000; 2], [0, 31]) => [0x8000_0000, 1], "each lane by its own amount",
        ([0x1_0000; 2], [16; 2]) => [1; 2], "half of the width",
        ([2; 2], [32, 33]) => [2, 1], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0], [4; 2]) => [0xFFF_FFFF, 0], "what leaves a lane is dropped, not given to another one",
        ([0, 0xFFFF_FFFF], [4; 2]) => [0, 0xFFF_FFFF], "neither of one lane nor of the other",
        ([0x1234_5679, 0xFEDC_BA99], [3, 5]) => [0x246_8ACF, 0x7F6_E5D4], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        one_at_a_time: wgsl = "
fn shr(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    var x = a;
    for (var i = 0u; i < 31u; i++) {
        x = select(x, x >> vec2<u32>(1u), vec2<u32>(i) < (b & vec2<u32>(31u)));
    }
    return x;
}",
    ),
)]
pub const fn shr(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] >> (b[0] & 31), a[1] >> (b[1] & 31)]
}
