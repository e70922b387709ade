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
    const __global u32 *params,
    u32 params_length,
    const __global u32 *source,
    u32 source_length,
    __global u32 *counts,
    u32 counts_length,
    __global u32 *ranks,
    u32 ranks_length) {
    const u32 invocation_x = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
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
