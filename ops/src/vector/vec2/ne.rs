use crate::compare;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the lanes of the pair differ; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse([0; 2]),
        Not(Associative, witness = ([0; 2], [2; 2], [1; 2])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0], [0; 2]),
        ([0, 0x8000_0000], [0; 2]),
        ([0xFFFF_FFFF; 2], [0xFFFF_FFFF; 2]),
    ),
    classes(
        all_equal = a[0] == b[0] && a[1] == b[1],
        only_first_is_equal = a[0] == b[0] && a[1] != b[1],
        only_last_is_equal = a[0] != b[0] && a[1] == b[1],
        none_is_equal = a[0] != b[0] && a[1] != b[1],
    ),
    table(
        ([5; 2], [5, 6]) => [0, 1], "each lane by itself",
        ([5, 6], [6; 2]) => [1, 0], "in the other lane as well",
        ([1, 2], [2, 1]) => [1; 2], "the same numbers in other lanes do not count",
        ([0x8000_0000, 0], [0, 0x8000_0000]) => [1; 2], "one bit, the highest, is enough to differ",
        ([0x100_0001, 0x100_0000], [0x100_0000, 0x100_0001]) => [1; 2], "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0x1_0000, 0], [0, 0x1_0000]) => [1; 2], "the bits above the lowest 16 count",
    ),
    alternates(
        of_vectors: wgsl = "fn ne(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return select(vec2<u32>(0u), vec2<u32>(1u), a != b); }",
    ),
)]
pub const fn ne(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [compare::ne(a[0], b[0]), compare::ne(a[1], b[1])]
}
