use vyre_conform_runtime::vyre_op;

/// In each lane the sum of the values of the lanes up to and including it, modulo 2^32.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = lanes_in_wgsl!(
            "subgroup_inclusive_add", [], holds = "select(0u, part, is_one)",
            step = "let y = subgroupInclusiveAdd(x);"
        ),
        cuda = lanes_in_cuda!(
            "subgroup_inclusive_add", [], before = "u32 y = x, t = __shfl_up_sync(group, x, 1, 4);",
            step = "if (own >= 1u) y += t; t = __shfl_up_sync(group, y, 2, 4); if (own >= 2u) y += t;"
        ),
    ),
    laws(
        // Differences of neighbours give the vector back.
        Injective,
        Not(Idempotent, witness = ([1, 0, 0, 0])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 3, 4]), ([0x8000_0000; 4])),
    table(
        ([1, 2, 4, 8]) => [1, 3, 7, 15], "each lane counts itself" from "WGSL, section Subgroup Built-in Functions",
        ([u32::MAX, 1, 0, 5]) => [u32::MAX, 0, 0, 5], "sums wrap" from "WGSL, section Subgroup Built-in Functions",
        ([1, 1, 1, 1]) => [1, 2, 3, 4], "the number of lanes so far",
    ),
)]
pub const fn subgroup_inclusive_add(lanes: [u32; 4]) -> [u32; 4] {
    let two = lanes[0].wrapping_add(lanes[1]);
    let three = two.wrapping_add(lanes[2]);
    [lanes[0], two, three, three.wrapping_add(lanes[3])]
}
