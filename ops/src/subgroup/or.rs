use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// The bits set in any lane.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_or", [] -> "u32", holds = "select(0u, part, is_one)",
            step = "let y = subgroupOr(x);", gives = "y"
        ),
        cuda = in_cuda!("subgroup_or" -> "u32", step = "const u32 y = __reduce_or_sync(group, x);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 2, 3, 4], [1, 2, 3, 5])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 4, 8]), ([0x8000_0000, 0, 0, 1])),
    table(
        ([1, 2, 4, 8]) => 15, "each bit of one lane" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 0]) => 0, "no bit",
        ([0x8000_0000, 0, 0, 1]) => 0x8000_0001, "the first and the last lane",
    ),
)]
pub const fn subgroup_or(lanes: [u32; 4]) -> u32 {
    lanes[0] | lanes[1] | lanes[2] | lanes[3]
}
