//! Category C: ops across the lanes of a subgroup.
//!
//! A lane vector is `[u32; 4]`: the values of four adjacent lanes, lowest first. Four is the least size of a subgroup
//! that WebGPU allows, so these are the same functions on every adapter with subgroups, whatever their size. A case is
//! one vector. In the texts every lane of the subgroup in turn gives its vector to the four lanes around it, which
//! compute the op together. Each lane of a subgroup takes part in every turn, so every lane must exist: a lane without
//! a case processes another lane's.

/// The WGSL text of an op over the lanes. `holds` is the value of a lane that is not one of the four (its own part of
/// the vector is `part`), `step` computes `y` from `x`, and `gives` is the result of lane `k`.
macro_rules! in_wgsl {
    ($name:literal, [$($parameter:literal),*] -> $result:literal, holds = $holds:literal, step = $step:literal, gives = $gives:literal) => {
        concat!(
            "fn ", $name, "(lanes: vec4<u32>", $(", ", $parameter,)* ") -> ", $result, " {\n",
            "    let lane = subgroupExclusiveAdd(1u);\n",
            "    let size = subgroupAdd(1u);\n",
            "    let own = lane & 3u;\n",
            "    var result = ", $result, "();\n",
            "    for (var k = 0u; k < size; k += 1u) {\n",
            "        let first = k & 0xfffffffcu;\n",
            "        let vector = subgroupShuffle(lanes, k);\n",
            "        let part = vector[own];\n",
            "        let is_one = (lane & 0xfffffffcu) == first;\n",
            "        let x = ", $holds, ";\n",
            "        ", $step, "\n",
            "        let given = ", $gives, ";\n",
            "        if lane == k {\n",
            "            result = given;\n",
            "        }\n",
            "    }\n",
            "    return result;\n",
            "}\n",
        )
    };
}

/// The same for ops whose result is the values of the four lanes.
macro_rules! lanes_in_wgsl {
    ($name:literal, [$($parameter:literal),*], holds = $holds:literal, step = $step:literal) => {
        in_wgsl!(
            $name, [$($parameter),*] -> "vec4<u32>", holds = $holds, step = $step,
            gives = "vec4<u32>(subgroupShuffle(y, first), subgroupShuffle(y, first + 1u), \
                     subgroupShuffle(y, first + 2u), subgroupShuffle(y, first + 3u))"
        )
    };
}

/// The text in CUDA C++ of an op that gives one value: four lanes of a warp take turns.
macro_rules! in_cuda {
    ($name:literal -> $result:literal, step = $step:literal) => {
        concat!(
            "__device__ ",
            $result,
            " vyre_",
            $name,
            "(u32 a, u32 b, u32 c, u32 d) {\n",
            "    u32 lane;\n",
            "    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n",
            "    const u32 own = lane & 3u, first = lane & 28u, group = 15u << first;\n",
            "    ",
            $result,
            " result = 0;\n",
            "    for (u32 k = 0u; k < 4u; k++) {\n",
            "        const u32 e = __shfl_sync(group, a, k, 4), f = __shfl_sync(group, b, k, 4);\n",
            "        const u32 g = __shfl_sync(group, c, k, 4), h = __shfl_sync(group, d, k, 4);\n",
            "        const u32 x = own == 0u ? e : own == 1u ? f : own == 2u ? g : h;\n",
            "        ",
            $step,
            "\n",
            "        if (own == k) result = y;\n",
            "    }\n",
            "    return result;\n",
            "}\n",
        )
    };
}

/// The same for an op that gives the values of the four lanes. `before` computes the other parameters of the lane whose
/// turn it is from those of the caller.
macro_rules! lanes_in_cuda {
    ($name:literal, [$($parameter:literal),*], before = $before:literal, step = $step:literal) => {
        concat!(
            "__device__ void vyre_", $name, "(u32 a, u32 b, u32 c, u32 d, ", $($parameter, ", ",)*
            "u32 *result_0, u32 *result_1, u32 *result_2, u32 *result_3) {\n",
            "    u32 lane;\n",
            "    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n",
            "    const u32 own = lane & 3u, group = 15u << (lane & 28u);\n",
            "    for (u32 k = 0u; k < 4u; k++) {\n",
            "        const u32 e = __shfl_sync(group, a, k, 4), f = __shfl_sync(group, b, k, 4);\n",
            "        const u32 g = __shfl_sync(group, c, k, 4), h = __shfl_sync(group, d, k, 4);\n",
            "        const u32 x = own == 0u ? e : own == 1u ? f : own == 2u ? g : h;\n",
            "        ", $before, "\n",
            "        ", $step, "\n",
            "        const u32 r0 = __shfl_sync(group, y, 0, 4), r1 = __shfl_sync(group, y, 1, 4);\n",
            "        const u32 r2 = __shfl_sync(group, y, 2, 4), r3 = __shfl_sync(group, y, 3, 4);\n",
            "        if (own == k) {\n",
            "            *result_0 = r0;\n",
            "            *result_1 = r1;\n",
            "            *result_2 = r2;\n",
            "            *result_3 = r3;\n",
            "        }\n",
            "    }\n",
            "}\n",
        )
    };
}

mod add;
mod all;
mod and;
mod any;
mod ballot;
mod broadcast_first;
mod exclusive_add;
mod inclusive_add;
mod max;
mod min;
mod or;
mod reverse;
mod shuffle;
mod shuffle_xor;
mod xor;

pub use add::subgroup_add;
pub use all::subgroup_all;
pub use and::subgroup_and;
pub use any::subgroup_any;
pub use ballot::subgroup_ballot;
pub use broadcast_first::subgroup_broadcast_first;
pub use exclusive_add::subgroup_exclusive_add;
pub use inclusive_add::subgroup_inclusive_add;
pub use max::subgroup_max;
pub use min::subgroup_min;
pub use or::subgroup_or;
pub use reverse::reverse_lanes;
pub use shuffle::subgroup_shuffle;
pub use shuffle_xor::subgroup_shuffle_xor;
pub use xor::subgroup_xor;
