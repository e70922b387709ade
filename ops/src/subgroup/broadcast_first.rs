use super::subgroup_inclusive_add;
use vyre_conform_runtime::vyre_op;

/// The value of the first lane, in every lane.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = lanes_in_wgsl!(
            // Lane 0 of the subgroup is the first: it has the first part of every vector.
            "subgroup_broadcast_first", [], holds = "part",
            step = "let y = subgroupBroadcastFirst(x);"
        ),
        cuda = lanes_in_cuda!(
            "subgroup_broadcast_first", [], before = "",
            step = "const u32 y = __shfl_sync(group, x, 0, 4);"
        ),
    ),
    laws(
        Idempotent,
        // The first lane has no lane before it.
        Even(subgroup_inclusive_add),
        Not(Injective, witness = ([1, 0, 0, 0], [1, 2, 3, 4])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 3, 4]), ([0x8000_0000; 4])),
    table(
        ([1, 2, 3, 4]) => [1, 1, 1, 1], "the first of four" from "WGSL, section Subgroup Built-in Functions",
        ([0, 0, 0, 9]) => [0, 0, 0, 0], "not the last one, and not one that is other than 0" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, 0, 0, 0]) => [u32::MAX; 4], "all bits",
    ),
)]
pub const fn subgroup_broadcast_first(lanes: [u32; 4]) -> [u32; 4] {
    [lanes[0], lanes[0], lanes[0], lanes[0]]
}
