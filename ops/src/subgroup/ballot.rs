use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// A mask: bit `k` is set if the value of lane `k` is nonzero.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_ballot", [] -> "u32", holds = "select(0u, part, is_one)",
            step = "let y = subgroupBallot(x != 0u);", gives = "(y[first >> 5u] >> (first & 31u)) & 15u"
        ),
        cuda = in_cuda!(
            "subgroup_ballot" -> "u32",
            step = "const u32 y = (__ballot_sync(group, x != 0u) >> first) & 15u;"
        ),
    ),
    laws(
        Bounded(0, 15),
        // The order of the lanes is that of the bits.
        Not(Even(reverse_lanes), witness = ([1, 0, 0, 0])),
        Not(Injective, witness = ([1, 1, 1, 1], [1, 1, 1, 2])),
    ),
    boundaries(([0; 4]), ([0, 0, 0, 1]), ([1, 1, 1, 0]), ([u32::MAX; 4])),
    classes(
        none = lanes[0] == 0 && lanes[1] == 0 && lanes[2] == 0 && lanes[3] == 0,
        some = (lanes[0] == 0) != (lanes[1] == 0) || (lanes[2] == 0) != (lanes[3] == 0),
        every = lanes[0] != 0 && lanes[1] != 0 && lanes[2] != 0 && lanes[3] != 0,
    ),
    table(
        ([1, 0, 0, 0]) => 1, "the first lane is the lowest bit" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 1]) => 8, "the last one is the highest" from "WGSL, section Subgroup Built-in Functions",
        ([7, 0, 9, 0]) => 5, "whichever bits it has",
    ),
)]
pub const fn subgroup_ballot(lanes: [u32; 4]) -> u32 {
    let low = (lanes[0] != 0) as u32 | (((lanes[1] != 0) as u32) << 1);
    low | (((lanes[2] != 0) as u32) << 2) | (((lanes[3] != 0) as u32) << 3)
}
