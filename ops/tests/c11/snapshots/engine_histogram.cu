typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 load_u32(const u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static __device__ inline u32 rem_u32(u32 a, u32 b) {
    return b == 0 ? 0 : a % b;
}

static __device__ inline u32 step_add(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return 0;
    return atomicAdd(&words[i], value);
}

static __device__ inline void store_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

// Workgroups have 64 by 1 by 1 threads.
extern "C" __global__ void __launch_bounds__(64) vyre_histogram(
    const u32 *b_params,
    u32 b_params_length,
    const u32 *b_source,
    u32 b_source_length,
    u32 *b_counts,
    u32 b_counts_length,
    u32 *b_ranks,
    u32 b_ranks_length) {
    const u32 invocation_x = blockIdx.x * 64u + threadIdx.x;
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
