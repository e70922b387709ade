use super::{and, max, min};
use crate::logic;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if either lane of the pair is nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Absorbing([1; 2]),
        DistributiveOver(and),
        DistributiveOver(min),
        DistributiveOver(max),
        Not(Idempotent, witness = ([42; 2])),
        // No identity exists: a result is never above 1.
        Not(Identity([0; 2]), witness = ([42; 2])),
    ),
    boundaries(
        ([1, 0x8000_0000], [0x8000_0000, 1]),
        ([0, 1], [1, 0]),
        ([0; 2], [0, 0x8000_0000]),
        ([0xFFFF_FFFF; 2], [1; 2]),
    ),
    classes(
        all = a[0] != 0 && b[0] != 0 && a[1] != 0 && b[1] != 0,
        left_only = a[0] != 0 && b[0] == 0,
        right_only = a[0] == 0 && b[0] != 0,
        neither = a[1] == 0 && b[1] == 0,
    ),
    table(
        ([0, 1], [0; 2]) => [0, 1], "each lane by itself",
        ([1, 0], [1; 2]) => [1; 2], "and in another order as well",
        ([42, 1], [7, 2]) => [1; 2], "every nonzero number is true, and true is given as 1: that no bit is shared does not matter",
        ([0x100_0000, 0x1_0000], [0x1_0000, 0x100_0000]) => [1; 2], "one high bit each is true",
        ([0, 0x100_0000], [0x100_0000, 0]) => [1; 2], "one high bit alone",
    ),
    alternates(
        any_bit: wgsl = "fn or(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return min(a | b, vec2<u32>(1u)); }",
    ),
)]
pub const fn or(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [logic::or(a[0], b[0]), logic::or(a[1], b[1])]
}
