use vyre_conform_runtime::vyre_op;

/// In each lane the value of the lane with the number in `ids`, modulo 4.
#[vyre_op(
    category = C {
        hardware = "subgroup",
        available = |backend| backend.has("subgroup"),
    },
    lower = target(
        wgsl = lanes_in_wgsl!(
            "subgroup_shuffle", ["ids: vec4<u32>"], holds = "part",
            step = "let id = subgroupShuffle(ids, k); let y = subgroupShuffle(x, first + (id[own] & 3u));"
        ),
        cuda = lanes_in_cuda!(
            "subgroup_shuffle", ["u32 i", "u32 j", "u32 l", "u32 m"],
            before = "const u32 p = __shfl_sync(group, i, k, 4), q = __shfl_sync(group, j, k, 4), \
                      r = __shfl_sync(group, l, k, 4), s = __shfl_sync(group, m, k, 4);",
            step = "const u32 y = __shfl_sync(group, x, (own == 0u ? p : own == 1u ? q : own == 2u ? r : s) & 3u, 4);"
        ),
    ),
    laws(
        // It is associative as well: three vectors have 84 million small cases, which would take longer than all other
        // ops.
        RightIdentity([0, 1, 2, 3]),
        RightIdentity([4, 5, 6, 7]),
        Not(LeftIdentity([0, 1, 2, 3]), witness = ([4, 4, 4, 4])),
        Not(Commutative, witness = ([0, 1, 2, 3], [4, 4, 4, 4])),
    ),
    boundaries(([1, 2, 3, 4], [3, 2, 1, 0]), ([1, 2, 3, 4], [0; 4]), ([1, 2, 3, 4], [u32::MAX; 4])),
    table(
        ([9, 8, 7, 6], [0, 1, 2, 3]) => [9, 8, 7, 6], "each lane asks for itself" from "WGSL, section Subgroup Built-in Functions",
        ([9, 8, 7, 6], [3, 2, 1, 0]) => [6, 7, 8, 9], "the other way round" from "WGSL, section Subgroup Built-in Functions",
        ([9, 8, 7, 6], [2, 2, 6, 0]) => [7, 7, 7, 9], "one lane may be asked for by several",
    ),
)]
pub const fn subgroup_shuffle(lanes: [u32; 4], ids: [u32; 4]) -> [u32; 4] {
    [
        lanes[(ids[0] & 3) as usize],
        lanes[(ids[1] & 3) as usize],
        lanes[(ids[2] & 3) as usize],
        lanes[(ids[3] & 3) as usize],
    ]
}
