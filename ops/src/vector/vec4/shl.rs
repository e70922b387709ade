use super::shr;
use vyre_conform_runtime::vyre_op;

/// Shift left of each lane of `a` by the same lane of `b` modulo 32; zeros enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity([0; 4]),
        RightIdentity([32; 4]),
        LeftAbsorbing([0; 4]),
        Not(Commutative, witness = ([1; 4], [0; 4])),
        Not(InverseOf(shr), witness = ([0x8000_0000; 4], [1; 4])),
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
        ([1; 4], [0, 31, 1, 4]) => [1, 0x8000_0000, 2, 16], "each lane by its own amount",
        ([1; 4], [16; 4]) => [0x1_0000; 4], "half of the width",
        ([1; 4], [32, 33, 0, 64]) => [1, 2, 1, 1], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [4, 4, 8, 8]) => [0xFFFF_FFF0, 0, 0xFFFF_FF00, 0], "what leaves a lane is dropped, not given to another one",
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [4, 4, 8, 8]) => [0, 0xFFFF_FFF0, 0, 0xFFFF_FF00], "neither of one lane nor of the other",
        ([0x1234_5679, 0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99], [3, 5, 0, 1]) => [0x91A2_B3C8, 0xDB97_5320, 0x1234_5679, 0xFDB9_7532], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        one_at_a_time: wgsl = "
fn shl(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    var x = a;
    for (var i = 0u; i < 31u; i++) {
        x = select(x, x << vec4<u32>(1u), vec4<u32>(i) < (b & vec4<u32>(31u)));
    }
    return x;
}",
    ),
)]
pub const fn shl(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0] << (b[0] & 31),
        a[1] << (b[1] & 31),
        a[2] << (b[2] & 31),
        a[3] << (b[3] & 31),
    ]
}
