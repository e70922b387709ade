use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// The bits set in every lane.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_and", [] -> "u32", holds = "select(0xffffffffu, part, is_one)",
            step = "let y = subgroupAnd(x);", gives = "y"
        ),
        cuda = in_cuda!("subgroup_and" -> "u32", step = "const u32 y = __reduce_and_sync(group, x);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 2, 3, 4], [1, 2, 3, 0])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 4, 8]), ([0x8000_0000, 0, 0, 1])),
    table(
        ([12, 10, 14, 15]) => 8, "the one bit that all have" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, u32::MAX, u32::MAX, u32::MAX]) => u32::MAX, "lanes that are not there do not count",
        ([0xF0, 0x0F, u32::MAX, u32::MAX]) => 0, "no bit that all have",
    ),
)]
pub const fn subgroup_and(lanes: [u32; 4]) -> u32 {
    lanes[0] & lanes[1] & lanes[2] & lanes[3]
}
