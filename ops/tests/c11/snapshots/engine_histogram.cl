typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 load_u32(const __global u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline u32 rem_u32(u32 a, u32 b) {
    return b == 0 ? 0 : a % b;
}

static inline u32 step_add(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return 0;
    return atomic_add((volatile __global u32 *)&words[i], value);
}

static inline void store_u32(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_histogram(
    const __global u32 *b_params,
    u32 b_params_length,
    const __global u32 *b_source,
    u32 b_source_length,
    __global u32 *b_counts,
    u32 b_counts_length,
    __global u32 *b_ranks,
    u32 b_ranks_length) {
    const u32 invocation_x = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
    const u32 v_grid = load_u32(b_params, b_params_length, 0u);
    const u32 v_grid_1 = load_u32(b_params, b_params_length, 1u);
    const u32 v_grid_2 = load_u32(b_params, b_params_length, 2u);
    const u32 v_bins = load_u32(b_params, b_params_length, 3u);
    for (u32 v_round = 0u, end = v_grid_2; v_round < end; v_round++) {
        const u32 v_item = v_round * v_grid_1 + invocation_x;
        if (v_item < v_grid) {
            const u32 v_before = step_add(b_counts, b_counts_length, rem_u32(load_u32(b_source, b_source_length, v_item), v_bins), 1u);
            store_u32(b_ranks, b_ranks_length, v_item, v_before);
        }
    }
}
