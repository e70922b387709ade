use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// True if the value of every lane is nonzero.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_all", [] -> "u32", holds = "select(1u, part, is_one)",
            step = "let y = subgroupAll(x != 0u);", gives = "select(0u, 1u, y)"
        ),
        cuda = in_cuda!("subgroup_all" -> "bool", step = "const bool y = __all_sync(group, x != 0u);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 1, 1, 1], [1, 1, 1, 2])),
    ),
    boundaries(([0; 4]), ([0, 0, 0, 1]), ([1, 1, 1, 0]), ([u32::MAX; 4])),
    classes(
        none = lanes[0] == 0 && lanes[1] == 0 && lanes[2] == 0 && lanes[3] == 0,
        some = (lanes[0] == 0) != (lanes[1] == 0) || (lanes[2] == 0) != (lanes[3] == 0),
        every = lanes[0] != 0 && lanes[1] != 0 && lanes[2] != 0 && lanes[3] != 0,
    ),
    table(
        ([1, 2, 3, 4]) => true, "every lane" from "WGSL, section Subgroup Built-in Functions",
        ([1, 2, 3, 0]) => false, "all but the last lane" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 0]) => false, "no lane",
    ),
)]
pub const fn subgroup_all(lanes: [u32; 4]) -> bool {
    lanes[0] != 0 && lanes[1] != 0 && lanes[2] != 0 && lanes[3] != 0
}
