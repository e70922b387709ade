use vyre_conform_runtime::vyre_op;

/// In each lane the value of the lane whose number is its own, exclusive or `mask`, modulo 4.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = lanes_in_wgsl!(
            "subgroup_shuffle_xor", ["mask: u32"], holds = "part",
            step = "let m = subgroupShuffle(mask, k); let y = subgroupShuffleXor(x, m & 3u);"
        ),
        cuda = lanes_in_cuda!(
            "subgroup_shuffle_xor", ["u32 mask"], before = "const u32 m = __shfl_sync(group, mask, k, 4);",
            step = "const u32 y = __shfl_xor_sync(group, x, (int)(m & 3u), 4);"
        ),
    ),
    laws(
        RightIdentity(0),
        RightIdentity(4),
        InverseOf(subgroup_shuffle_xor),
    ),
    boundaries(([1, 2, 3, 4], 0), ([1, 2, 3, 4], 3), ([1, 2, 3, 4], u32::MAX)),
    table(
        ([9, 8, 7, 6], 1) => [8, 9, 6, 7], "neighbours change places" from "WGSL, section Subgroup Built-in Functions",
        ([9, 8, 7, 6], 2) => [7, 6, 9, 8], "so do pairs" from "WGSL, section Subgroup Built-in Functions",
        ([9, 8, 7, 6], 3) => [6, 7, 8, 9], "the other way round",
    ),
)]
pub const fn subgroup_shuffle_xor(lanes: [u32; 4], mask: u32) -> [u32; 4] {
    let own = mask & 3;
    [
        lanes[own as usize],
        lanes[(1 ^ own) as usize],
        lanes[(2 ^ own) as usize],
        lanes[(3 ^ own) as usize],
    ]
}
