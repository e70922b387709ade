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
    const u32 *params,
    u32 params_length,
    const u32 *source,
    u32 source_length,
    u32 *counts,
    u32 counts_length,
    u32 *ranks,
    u32 ranks_length) {
    const u32 invocation_x = blockIdx.x * 64u + threadIdx.x;
    const u32 grid = load_u32(params, params_length, 0u);
    const u32 grid_1 = load_u32(params, params_length, 1u);
    const u32 grid_2 = load_u32(params, params_length, 2u);
    const u32 bins = load_u32(params, params_length, 3u);
    for (u32 round = 0u, end = grid_2; round < end; round++) {
        const u32 item = round * grid_1 + invocation_x;
        if (item < grid) {
            const u32 before = step_add(counts, counts_length, rem_u32(load_u32(source, source_length, item), bins), 1u);
            store_u32(ranks, ranks_length, item, before);
        }
    }
}
