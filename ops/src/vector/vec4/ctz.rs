use super::{
    all_equal, bit_and, bit_or, eq, min, ne, negate, or, rotate_lanes_left, rotate_lanes_right,
};
use crate::count;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Number of trailing zeros of each lane; 32 for 0.
#[vyre_op(
    laws(
        // The lowest set bit of a | b is the lower of the two lowest bits.
        Homomorphism(bit_or, min),
        Even(negate),
        // The number has zeros where the count has bits: its lowest set bit is higher.
        ComplementUnder(bit_and, [0; 4]),
        ComplementUnder(eq, [0; 4]),
        ComplementUnder(ne, [1; 4]),
        ComplementUnder(or, [1; 4]),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Involution, witness = ([1; 4])),
        Not(Idempotent, witness = ([0; 4])),
    ),
    boundaries(
        ([0, 1, 0, 1]),
        ([0x8000_0000, 0xFFFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]),
        ([0x1_0000, 0xFFFF_0000, 0x1_0000, 0xFFFF_0000]),
    ),
    classes(
        zero = a[0] == 0,
        odd = a[0] & 1 == 1,
        even = a[0] != 0 && a[0] & 1 == 0,
        lanes_differ = a[0] != a[3],
    ),
    table(
        ([0, 1, 2, 4]) => [32, 0, 1, 2], "contract: of 0 every bit is a trailing zero",
        ([1, 0, 4, 2]) => [0, 32, 2, 1], "each lane by itself",
        ([0x8000_0000, 0x1_0000, 0x1_0000, 0x8000_0000]) => [31, 16, 16, 31], "the lower bits are empty",
        ([0xFEDC_BA99, 0x1234_5679, 0x1234_5679, 0xFEDC_BA99]) => [0; 4], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "fn ctz(a: vec4<u32>) -> vec4<u32> { return countTrailingZeros(a); }",
    ),
)]
pub const fn ctz(a: [u32; 4]) -> [u32; 4] {
    [
        count::ctz(a[0]),
        count::ctz(a[1]),
        count::ctz(a[2]),
        count::ctz(a[3]),
    ]
}
