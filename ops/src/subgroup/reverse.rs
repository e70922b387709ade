use vyre_conform_runtime::vyre_op;

/// The lanes in reverse order. This op does not cross lanes of a subgroup; ops that do are compared with it.
#[vyre_op(
    laws(Involution),
    boundaries(([1, 2, 3, 4]), ([u32::MAX, 0, 0, 0])),
    table(
        ([1, 2, 3, 4]) => [4, 3, 2, 1], "the last one comes first",
        ([5, 5, 5, 5]) => [5, 5, 5, 5], "nothing to be seen",
        ([u32::MAX, 0, 0, 0]) => [0, 0, 0, u32::MAX], "the first one comes last",
    ),
)]
pub const fn reverse_lanes(lanes: [u32; 4]) -> [u32; 4] {
    [lanes[3], lanes[2], lanes[1], lanes[0]]
}
