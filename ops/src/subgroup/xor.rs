use super::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// The bits set in an odd number of lanes.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = in_wgsl!(
            "subgroup_xor", [] -> "u32", holds = "select(0u, part, is_one)",
            step = "let y = subgroupXor(x);", gives = "y"
        ),
        cuda = in_cuda!("subgroup_xor" -> "u32", step = "const u32 y = __reduce_xor_sync(group, x);"),
    ),
    laws(
        // The result is the same for every order of the lanes.
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 2, 3, 4], [2, 1, 3, 4])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 2, 4, 8]), ([0x8000_0000, 0, 0, 1])),
    table(
        ([1, 2, 4, 8]) => 15, "each bit of one lane" from "WGSL, section Subgroup Built-in Functions",
        ([5, 5, 5, 5]) => 0, "an even number of times",
        ([5, 5, 5, 0]) => 5, "an odd number of times",
    ),
)]
pub const fn subgroup_xor(lanes: [u32; 4]) -> u32 {
    lanes[0] ^ lanes[1] ^ lanes[2] ^ lanes[3]
}
