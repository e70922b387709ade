use super::{add, bit_and, bit_or, bit_xor, shr, sub};
use vyre_conform_runtime::vyre_op;

/// Shift left of each lane of `a` by the same lane of `b` modulo 32; zeros enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity([0; 2]),
        RightIdentity([32; 2]),
        LeftAbsorbing([0; 2]),
        RightDistributiveOver(add),
        RightDistributiveOver(sub),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        Not(Commutative, witness = ([1; 2], [0; 2])),
        Not(InverseOf(shr), witness = ([0x8000_0000; 2], [1; 2])),
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
        ([1; 2], [0, 31]) => [1, 0x8000_0000], "each lane by its own amount",
        ([1; 2], [16; 2]) => [0x1_0000; 2], "half of the width",
        ([1; 2], [32, 33]) => [1, 2], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0], [4; 2]) => [0xFFFF_FFF0, 0], "what leaves a lane is dropped, not given to another one",
        ([0, 0xFFFF_FFFF], [4; 2]) => [0, 0xFFFF_FFF0], "neither of one lane nor of the other",
        ([0x1234_5679, 0xFEDC_BA99], [3, 5]) => [0x91A2_B3C8, 0xDB97_5320], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        one_at_a_time: wgsl = "
fn shl(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    var x = a;
    for (var i = 0u; i < 31u; i++) {
        x = select(x, x << vec2<u32>(1u), vec2<u32>(i) < (b & vec2<u32>(31u)));
    }
    return x;
}",
    ),
)]
pub const fn shl(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] << (b[0] & 31), a[1] << (b[1] & 31)]
}
