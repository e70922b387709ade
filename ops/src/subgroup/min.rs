use super::reverse_lanes;
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// The least value of the lanes.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_min", [] -> "u32", holds = "select(0xffffffffu, part, is_one)",
            step = "let y = subgroupMin(x);", gives = "y"
        ),
        cuda = in_cuda!("subgroup_min" -> "u32", step = "const u32 y = __reduce_min_sync(group, x);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 2, 3, 4], [1, 3, 3, 4])),
    ),
    boundaries(([u32::MAX; 4]), ([4, 3, 2, 1]), ([0x8000_0000, 1, 2, 3])),
    table(
        ([4, 3, 2, 9]) => 2, "the least of four" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, u32::MAX, u32::MAX, u32::MAX]) => u32::MAX, "lanes that are not there do not count",
        ([0x8000_0000, 1, 2, 3]) => 1, "numbers have no sign" from "WGSL, section Subgroup Built-in Functions",
    ),
)]
pub const fn subgroup_min(lanes: [u32; 4]) -> u32 {
    min(min(lanes[0], lanes[1]), min(lanes[2], lanes[3]))
}
