typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 load_u32(const __global u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline void share_u32(__local u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

static inline u32 shared_u32(const __local u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline void store_u32(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_reduce(
    const __global u32 *b_params,
    u32 b_params_length,
    const __global u32 *b_source,
    u32 b_source_length,
    __global u32 *b_sums,
    u32 b_sums_length) {
    const u32 local_x = (u32)get_local_id(0);
    const u32 workgroup_x = (u32)get_group_id(0);
    __local u32 b_parts[64];
    const u32 mine = ((u32)get_local_id(2) * 1u + (u32)get_local_id(1)) * 64u + (u32)get_local_id(0);
    for (u32 k = mine; k < 64u; k += 64u) b_parts[k] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const u32 v_len = load_u32(b_params, b_params_length, 0u);
    const u32 v_tiles = load_u32(b_params, b_params_length, 1u);
    const u32 v_last_group = load_u32(b_params, b_params_length, 2u);
    const u32 v_local = local_x;
    const u32 v_group = workgroup_x;
    const u32 v_first = v_group * v_tiles;
    u32 v_sum = 0u;
    for (u32 v_tile = 0u, end = v_tiles; v_tile < end; v_tile++) {
        const u32 v_start = (v_first + v_tile) * 1024u + v_local;
        v_sum = v_sum + (load_u32(b_source, b_source_length, v_start + 0u) + load_u32(b_source, b_source_length, v_start + 64u) + load_u32(b_source, b_source_length, v_start + 128u) + load_u32(b_source, b_source_length, v_start + 192u) + load_u32(b_source, b_source_length, v_start + 256u) + load_u32(b_source, b_source_length, v_start + 320u) + load_u32(b_source, b_source_length, v_start + 384u) + load_u32(b_source, b_source_length, v_start + 448u) + load_u32(b_source, b_source_length, v_start + 512u) + load_u32(b_source, b_source_length, v_start + 576u) + load_u32(b_source, b_source_length, v_start + 640u) + load_u32(b_source, b_source_length, v_start + 704u) + load_u32(b_source, b_source_length, v_start + 768u) + load_u32(b_source, b_source_length, v_start + 832u) + load_u32(b_source, b_source_length, v_start + 896u) + load_u32(b_source, b_source_length, v_start + 960u));
    }
    share_u32(b_parts, 64u, v_local, v_sum);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v_local < 16u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 16u) + shared_u32(b_parts, 64u, v_local + 32u) + shared_u32(b_parts, 64u, v_local + 48u));
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v_local < 4u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 4u) + shared_u32(b_parts, 64u, v_local + 8u) + shared_u32(b_parts, 64u, v_local + 12u));
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v_local < 1u) {
        share_u32(b_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local + 1u) + shared_u32(b_parts, 64u, v_local + 2u) + shared_u32(b_parts, 64u, v_local + 3u));
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (v_local == 0u) {
        store_u32(b_sums, b_sums_length, v_group, shared_u32(b_parts, 64u, 0u));
    }
}
