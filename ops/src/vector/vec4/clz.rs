use super::{bit_or, max, min, mul_hi, or, rotate_lanes_left, rotate_lanes_right};
use crate::count;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Number of leading zeros of each lane; 32 for 0.
#[vyre_op(
    laws(
        DeMorgan(min, max),
        DeMorgan(max, min),
        // The highest set bit of a | b is the higher of the two highest bits.
        Homomorphism(bit_or, min),
        // A number below 2^k has at least 32 - k leading zeros, so the product has no high half.
        ComplementUnder(mul_hi, [0; 4]),
        ComplementUnder(or, [1; 4]),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Involution, witness = ([1; 4])),
        Not(Idempotent, witness = ([0; 4])),
    ),
    boundaries(
        ([0, 1, 0, 1]),
        ([0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF]),
        ([0x1_0000, 0xFFFF, 0x1_0000, 0xFFFF]),
    ),
    classes(
        zero = a[0] == 0,
        top_clear = a[0] != 0 && a[0] < 0x8000_0000,
        top_set = a[0] >= 0x8000_0000,
        lanes_differ = a[0] != a[3],
    ),
    table(
        ([0, 1, 2, 4]) => [32, 31, 30, 29], "contract: of 0 every bit is a leading zero",
        ([1, 0, 4, 2]) => [31, 32, 29, 30], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000, 0x1_0000, 0x8000_0000]) => [0, 16, 15, 0], "the highest bit is set",
        ([0x1FFF_FFFF, 0xFF_FFFF, 0x8000, 0xFFFF_FFFF]) => [3, 8, 16, 0], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "fn clz(a: vec4<u32>) -> vec4<u32> { return countLeadingZeros(a); }",
    ),
)]
pub const fn clz(a: [u32; 4]) -> [u32; 4] {
    [
        count::clz(a[0]),
        count::clz(a[1]),
        count::clz(a[2]),
        count::clz(a[3]),
    ]
}
