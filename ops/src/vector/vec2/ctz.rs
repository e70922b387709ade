use super::{all_equal, bit_and, bit_or, eq, min, ne, negate, or, swap_lanes};
use crate::count;
use vyre_conform_runtime::vyre_op;

/// Number of trailing zeros of each lane; 32 for 0.
#[vyre_op(
    laws(
        // The lowest set bit of a | b is the lower of the two lowest bits.
        Homomorphism(bit_or, min),
        Even(negate),
        // The number has zeros where the count has bits: its lowest set bit is higher.
        ComplementUnder(bit_and, [0; 2]),
        ComplementUnder(eq, [0; 2]),
        ComplementUnder(ne, [1; 2]),
        ComplementUnder(or, [1; 2]),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Involution, witness = ([1; 2])),
        Not(Idempotent, witness = ([0; 2])),
    ),
    boundaries(
        ([0, 1]),
        ([0x8000_0000, 0xFFFF_FFFF]),
        ([0x1_0000, 0xFFFF_0000]),
    ),
    classes(
        zero = a[0] == 0,
        odd = a[0] & 1 == 1,
        even = a[0] != 0 && a[0] & 1 == 0,
        lanes_differ = a[0] != a[1],
    ),
    table(
        ([0, 1]) => [32, 0], "contract: of 0 every bit is a trailing zero",
        ([1, 0]) => [0, 32], "each lane by itself",
        ([0x8000_0000, 0x1_0000]) => [31, 16], "the lower bits are empty",
        ([0xFEDC_BA99, 0x1234_5679]) => [0; 2], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "fn ctz(a: vec2<u32>) -> vec2<u32> { return countTrailingZeros(a); }",
    ),
)]
pub const fn ctz(a: [u32; 2]) -> [u32; 2] {
    [count::ctz(a[0]), count::ctz(a[1])]
}
