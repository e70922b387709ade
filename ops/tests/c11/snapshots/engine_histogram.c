#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 load_u32(const u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline u32 rem_u32(u32 a, u32 b) {
    return b == 0 ? 0 : a % b;
}

static inline u32 step_add(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return 0;
    _Atomic u32 *place = (_Atomic u32 *)&words[i];
    return atomic_fetch_add_explicit(place, value, memory_order_relaxed);
}

static inline void store_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

// An invocation.
static inline void vyre_histogram(
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *b_params,
    u32 b_params_length,
    const u32 *b_source,
    u32 b_source_length,
    u32 *b_counts,
    u32 b_counts_length,
    u32 *b_ranks,
    u32 b_ranks_length) {
    const u32 invocation_x = workgroup_of[0] * 64u + local_of[0];
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

const u64 vyre_scratch_0 = 0;

void vyre_run_0(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {
    for (u64 n = first; n < end; n++) {
        const u32 workgroup_of[3] = {(u32)(n % groups[0]), (u32)(n / groups[0] % groups[1]), (u32)(n / groups[0] / groups[1])};
        for (u32 z = 0u; z < 1u; z++) {
            for (u32 y = 0u; y < 1u; y++) {
                for (u32 x = 0u; x < 64u; x++) {
                    const u32 local_of[3] = {x, y, z};
                    vyre_histogram(workgroup_of, local_of, buffers[0], lengths[0], buffers[1], lengths[1], buffers[2], lengths[2], buffers[3], lengths[3]);
                }
            }
        }
    }
}
