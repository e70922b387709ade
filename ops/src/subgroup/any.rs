use super::{reverse_lanes, subgroup_inclusive_add};
use vyre_conform_runtime::vyre_op;

/// True if the value of any lane is nonzero.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_any", [] -> "u32", holds = "select(0u, part, is_one)",
            step = "let y = subgroupAny(x != 0u);", gives = "select(0u, 1u, y)"
        ),
        cuda = in_cuda!("subgroup_any" -> "bool", step = "const bool y = __any_sync(group, x != 0u);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        // The first nonzero lane adds 0 to itself.
        Even(subgroup_inclusive_add),
        Not(Injective, witness = ([1, 1, 1, 1], [1, 1, 1, 2])),
    ),
    boundaries(([0; 4]), ([0, 0, 0, 1]), ([1, 1, 1, 0]), ([u32::MAX; 4])),
    classes(
        none = lanes[0] == 0 && lanes[1] == 0 && lanes[2] == 0 && lanes[3] == 0,
        some = (lanes[0] == 0) != (lanes[1] == 0) || (lanes[2] == 0) != (lanes[3] == 0),
        every = lanes[0] != 0 && lanes[1] != 0 && lanes[2] != 0 && lanes[3] != 0,
    ),
    table(
        ([0, 0, 0, 0]) => false, "no lane" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 1]) => true, "the last lane alone" from "WGSL, section Subgroup Built-in Functions",
        ([0x8000_0000, 0, 0, 0]) => true, "whichever bit it is",
    ),
)]
pub const fn subgroup_any(lanes: [u32; 4]) -> bool {
    lanes[0] != 0 || lanes[1] != 0 || lanes[2] != 0 || lanes[3] != 0
}
