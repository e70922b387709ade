use vyre_conform_runtime::vyre_op;

/// The exact Manhattan distance of two points with two signed lanes, `|a.x - b.x| + |a.y - b.y|`.
///
/// [Black, "Manhattan distance", Dictionary of Algorithms and Data Structures,
/// NIST](https://xlinux.nist.gov/dads/HTML/manhattanDistance.html).
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0),
        Bounded(0, 0x1_FFFF_FFFE),
        // f(a, c) <= f(a, b) + f(b, c) holds; solvers cannot prove it for three differences at a time. The distance of
        // two different points is not 0.
        custom(apart, |f, a, b| !(f(a, b) == 0) || a == b),
    ),
    boundaries(
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2]),
        ([u32::MAX; 2], [0; 2]),
        ([0x8000_0000, 0], [0x7FFF_FFFF, 0]),
    ),
    classes(
        same = a[0] == b[0] && a[1] == b[1],
        level = a[1] == b[1] && a[0] != b[0],
        upright = a[0] == b[0] && a[1] != b[1],
        more_than_a_word = manhattan(a, b) > 0xFFFF_FFFF,
    ),
    table(
        ([1, 2], [4, 6]) => 7, "three along and four up",
        ([4, 2], [1, 6]) => 7, "in any direction",
        ([0xFFFF_FFFF, 0], [1, 0]) => 2, "-1 and 1 are two apart",
        ([0, 1], [0, 0xFFFF_FFFF]) => 2, "upright as well",
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2]) => 0x1_FFFF_FFFE, "the corners of the plane",
        ([0x8000_0000, 0], [0x7FFF_FFFF, 1]) => 0x1_0000_0000, "one more than a word holds",
        ([0x1234_5678, 0x0765_4321], [0, 0]) => 0x1999_9999, "every bit counts",
    ),
)]
pub const fn manhattan(a: [u32; 2], b: [u32; 2]) -> u64 {
    let x = (a[0] ^ 0x8000_0000).abs_diff(b[0] ^ 0x8000_0000);
    let y = (a[1] ^ 0x8000_0000).abs_diff(b[1] ^ 0x8000_0000);
    (x as u64).wrapping_add(y as u64)
}
