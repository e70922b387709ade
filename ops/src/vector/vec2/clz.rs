use super::{bit_or, max, min, mul_hi, or, swap_lanes};
use crate::count;
use vyre_conform_runtime::vyre_op;

/// Number of leading zeros of each lane; 32 for 0.
#[vyre_op(
    laws(
        DeMorgan(min, max),
        DeMorgan(max, min),
        // The highest set bit of a | b is the higher of the two highest bits.
        Homomorphism(bit_or, min),
        // A number below 2^k has at least 32 - k leading zeros, so the product has no high half.
        ComplementUnder(mul_hi, [0; 2]),
        ComplementUnder(or, [1; 2]),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Involution, witness = ([1; 2])),
        Not(Idempotent, witness = ([0; 2])),
    ),
    boundaries(
        ([0, 1]),
        ([0x8000_0000, 0x7FFF_FFFF]),
        ([0x1_0000, 0xFFFF]),
    ),
    classes(
        zero = a[0] == 0,
        top_clear = a[0] != 0 && a[0] < 0x8000_0000,
        top_set = a[0] >= 0x8000_0000,
        lanes_differ = a[0] != a[1],
    ),
    table(
        ([0, 1]) => [32, 31], "contract: of 0 every bit is a leading zero",
        ([1, 0]) => [31, 32], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000]) => [0, 16], "the highest bit is set",
        ([0x1FFF_FFFF, 0xFF_FFFF]) => [3, 8], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "fn clz(a: vec2<u32>) -> vec2<u32> { return countLeadingZeros(a); }",
    ),
)]
pub const fn clz(a: [u32; 2]) -> [u32; 2] {
    [count::clz(a[0]), count::clz(a[1])]
}
