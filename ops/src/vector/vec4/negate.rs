use super::{add, rotate_lanes_left, rotate_lanes_right, sub};
use crate::arithmetic;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Two's complement negation of each lane, modulo 2^32.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        ComplementUnder(add, [0; 4]),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Idempotent, witness = ([1; 4])),
    ),
    boundaries(
        ([0; 4]),
        ([1, 0x8000_0000, 0xFFFF_FFFF, 0]),
        ([0x8000_0000; 4]),
    ),
    classes(
        first_is_zero = a[0] == 0,
        last_is_zero = a[3] == 0,
        fixed_point = a[0] == 0x8000_0000,
        lanes_differ = a[0] != a[3],
    ),
    table(
        ([0, 1, 0, 0xFFFF_FFFF]) => [0, 0xFFFF_FFFF, 0, 1], "each lane by itself: the carry of ~0 + 1 is dropped, not given to the next one",
        ([1, 0, 0xFFFF_FFFF, 0]) => [0xFFFF_FFFF, 0, 1, 0], "-1 is 2^32 - 1 modulo 2^32",
        ([0x8000_0000; 4]) => [0x8000_0000; 4], "twice 2^31 is 0 modulo 2^32: it is its own negation",
        ([0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679]) => [0xEDCB_A987, 0x123_4567, 0x123_4567, 0xEDCB_A987], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_plus_one: wgsl = "fn negate(a: vec4<u32>) -> vec4<u32> { return ~a + vec4<u32>(1u); }",
    ),
)]
pub const fn negate(a: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::negate(a[0]),
        arithmetic::negate(a[1]),
        arithmetic::negate(a[2]),
        arithmetic::negate(a[3]),
    ]
}
