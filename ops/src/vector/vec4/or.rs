use crate::logic;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if either lane of the pair is nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Absorbing([1; 4]),
        Not(Idempotent, witness = ([42; 4])),
        // No identity exists: a result is never above 1.
        Not(Identity([0; 4]), witness = ([42; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([1, 0x8000_0000, 1, 0x8000_0000], [0x8000_0000, 1, 0x8000_0000, 1]),
        ([0, 1, 0, 1], [1, 0, 1, 0]),
        ([0; 4], [0, 0x8000_0000, 0, 0x8000_0000]),
        ([0xFFFF_FFFF; 4], [1; 4]),
    ),
    classes(
        all = a[0] != 0 && b[0] != 0 && a[3] != 0 && b[3] != 0,
        left_only = a[0] != 0 && b[0] == 0,
        right_only = a[0] == 0 && b[0] != 0,
        neither = a[3] == 0 && b[3] == 0,
    ),
    table(
        ([0, 1, 0, 1], [0, 0, 1, 1]) => [0, 1, 1, 1], "each lane by itself",
        ([1, 0, 1, 0], [1, 1, 0, 0]) => [1, 1, 1, 0], "and in another order as well",
        ([42, 1, 2, 4], [7, 2, 1, 8]) => [1; 4], "every nonzero number is true, and true is given as 1: that no bit is shared does not matter",
        ([0x100_0000, 0x1_0000, 0x8000_0000, 0], [0x1_0000, 0x100_0000, 0x8000_0000, 0x8000_0000]) => [1; 4], "one high bit each is true",
        ([0, 0x100_0000, 0, 0x100_0000], [0x100_0000, 0, 0x100_0000, 0]) => [1; 4], "one high bit alone",
        ([0, 0, 1, 0], [0, 0, 1, 0]) => [0, 0, 1, 0], "the lanes in the middle keep their places",
    ),
    alternates(
        any_bit: wgsl = "fn or(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return min(a | b, vec4<u32>(1u)); }",
    ),
)]
pub const fn or(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        logic::or(a[0], b[0]),
        logic::or(a[1], b[1]),
        logic::or(a[2], b[2]),
        logic::or(a[3], b[3]),
    ]
}
