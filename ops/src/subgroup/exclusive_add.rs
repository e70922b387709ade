use super::subgroup_inclusive_add;
use vyre_conform_runtime::vyre_op;

/// In each lane the sum of the values of the lanes before it, modulo 2^32.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = lanes_in_wgsl!(
            "subgroup_exclusive_add", [], holds = "select(0u, part, is_one)",
            step = "let y = subgroupExclusiveAdd(x);"
        ),
        cuda = lanes_in_cuda!(
            "subgroup_exclusive_add", [], before = "u32 y = x, t = __shfl_up_sync(group, x, 1, 4);",
            step = "if (own >= 1u) y += t; t = __shfl_up_sync(group, y, 2, 4); if (own >= 2u) y += t; y -= x;"
        ),
    ),
    laws(
        // Sums of sums, in either order.
        Odd(subgroup_inclusive_add),
        // The value of the last lane is in no sum.
        Not(Injective, witness = ([0, 0, 0, 0], [0, 0, 0, 1])),
        Not(Idempotent, witness = ([1, 0, 0, 0])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 3, 4]), ([0x8000_0000; 4])),
    table(
        ([1, 2, 4, 8]) => [0, 1, 3, 7], "no lane counts itself" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, 1, 0, 5]) => [0, u32::MAX, 0, 0], "sums wrap" from "WGSL, section Subgroup Built-in Functions",
        ([1, 1, 1, 1]) => [0, 1, 2, 3], "the numbers of the lanes",
    ),
)]
pub const fn subgroup_exclusive_add(lanes: [u32; 4]) -> [u32; 4] {
    let two = lanes[0].wrapping_add(lanes[1]);
    [0, lanes[0], two, two.wrapping_add(lanes[2])]
}
