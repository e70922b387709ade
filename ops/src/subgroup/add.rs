use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// The sum of the values of all lanes, modulo 2^32.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_add", [] -> "u32", holds = "select(0u, part, is_one)",
            step = "let y = subgroupAdd(x);", gives = "y"
        ),
        cuda = in_cuda!("subgroup_add" -> "u32", step = "const u32 y = __reduce_add_sync(group, x);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 0, 0, 0], [0, 1, 0, 0])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 4, 8]), ([0x8000_0000; 4])),
    table(
        ([1, 2, 4, 8]) => 15, "every lane counts once" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, 1, 0, 0]) => 0, "the sum wraps" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 7]) => 7, "the last lane alone",
    ),
)]
pub const fn subgroup_add(lanes: [u32; 4]) -> u32 {
    lanes[0]
        .wrapping_add(lanes[1])
        .wrapping_add(lanes[2])
        .wrapping_add(lanes[3])
}
