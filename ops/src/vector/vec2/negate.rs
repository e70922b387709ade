use super::{add, sub, swap_lanes};
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Two's complement negation of each lane, modulo 2^32.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        ComplementUnder(add, [0; 2]),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Idempotent, witness = ([1; 2])),
    ),
    boundaries(
        ([0; 2]),
        ([1, 0x8000_0000]),
        ([0x8000_0000; 2]),
    ),
    classes(
        first_is_zero = a[0] == 0,
        last_is_zero = a[1] == 0,
        fixed_point = a[0] == 0x8000_0000,
        lanes_differ = a[0] != a[1],
    ),
    table(
        ([0, 1]) => [0, 0xFFFF_FFFF], "each lane by itself: the carry of ~0 + 1 is dropped, not given to the next one",
        ([1, 0]) => [0xFFFF_FFFF, 0], "-1 is 2^32 - 1 modulo 2^32",
        ([0x8000_0000; 2]) => [0x8000_0000; 2], "twice 2^31 is 0 modulo 2^32: it is its own negation",
        ([0x1234_5679, 0xFEDC_BA99]) => [0xEDCB_A987, 0x123_4567], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_plus_one: wgsl = "fn negate(a: vec2<u32>) -> vec2<u32> { return ~a + vec2<u32>(1u); }",
    ),
)]
pub const fn negate(a: [u32; 2]) -> [u32; 2] {
    [arithmetic::negate(a[0]), arithmetic::negate(a[1])]
}
