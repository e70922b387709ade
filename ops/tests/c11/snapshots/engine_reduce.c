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

static inline void share_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

static inline u32 shared_u32(const u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline void store_u32(u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

// What an invocation keeps at a barrier; `state` says which.
typedef struct {
    u32 state;
    u32 v_len;
    u32 v_tiles;
    u32 v_last_group;
    u32 v_local;
    u32 v_group;
    u32 v_first;
    u32 v_sum;
} vyre_reduce_frame;

// An invocation up to its next barrier; whether it waits there.
static inline bool vyre_reduce(
    vyre_reduce_frame *frame,
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *b_params,
    u32 b_params_length,
    const u32 *b_source,
    u32 b_source_length,
    u32 *b_sums,
    u32 b_sums_length,
    u32 *b_parts) {
    const u32 local_x = local_of[0];
    const u32 workgroup_x = workgroup_of[0];
    switch (frame->state) {
    case 0u:;
    frame->v_len = load_u32(b_params, b_params_length, 0u);
    frame->v_tiles = load_u32(b_params, b_params_length, 1u);
    frame->v_last_group = load_u32(b_params, b_params_length, 2u);
    frame->v_local = local_x;
    frame->v_group = workgroup_x;
    frame->v_first = frame->v_group * frame->v_tiles;
    frame->v_sum = 0u;
    for (u32 v_tile = 0u, end = frame->v_tiles; v_tile < end; v_tile++) {
        const u32 v_start = (frame->v_first + v_tile) * 1024u + frame->v_local;
        frame->v_sum = frame->v_sum + (load_u32(b_source, b_source_length, v_start + 0u) + load_u32(b_source, b_source_length, v_start + 64u) + load_u32(b_source, b_source_length, v_start + 128u) + load_u32(b_source, b_source_length, v_start + 192u) + load_u32(b_source, b_source_length, v_start + 256u) + load_u32(b_source, b_source_length, v_start + 320u) + load_u32(b_source, b_source_length, v_start + 384u) + load_u32(b_source, b_source_length, v_start + 448u) + load_u32(b_source, b_source_length, v_start + 512u) + load_u32(b_source, b_source_length, v_start + 576u) + load_u32(b_source, b_source_length, v_start + 640u) + load_u32(b_source, b_source_length, v_start + 704u) + load_u32(b_source, b_source_length, v_start + 768u) + load_u32(b_source, b_source_length, v_start + 832u) + load_u32(b_source, b_source_length, v_start + 896u) + load_u32(b_source, b_source_length, v_start + 960u));
    }
    share_u32(b_parts, 64u, frame->v_local, frame->v_sum);
    frame->state = 1u; // barrier
    return true;
    case 1u:;
    if (frame->v_local < 16u) {
        share_u32(b_parts, 64u, frame->v_local, shared_u32(b_parts, 64u, frame->v_local) + shared_u32(b_parts, 64u, frame->v_local + 16u) + shared_u32(b_parts, 64u, frame->v_local + 32u) + shared_u32(b_parts, 64u, frame->v_local + 48u));
    }
    frame->state = 2u; // barrier
    return true;
    case 2u:;
    if (frame->v_local < 4u) {
        share_u32(b_parts, 64u, frame->v_local, shared_u32(b_parts, 64u, frame->v_local) + shared_u32(b_parts, 64u, frame->v_local + 4u) + shared_u32(b_parts, 64u, frame->v_local + 8u) + shared_u32(b_parts, 64u, frame->v_local + 12u));
    }
    frame->state = 3u; // barrier
    return true;
    case 3u:;
    if (frame->v_local < 1u) {
        share_u32(b_parts, 64u, frame->v_local, shared_u32(b_parts, 64u, frame->v_local) + shared_u32(b_parts, 64u, frame->v_local + 1u) + shared_u32(b_parts, 64u, frame->v_local + 2u) + shared_u32(b_parts, 64u, frame->v_local + 3u));
    }
    frame->state = 4u; // barrier
    return true;
    case 4u:;
    if (frame->v_local == 0u) {
        store_u32(b_sums, b_sums_length, frame->v_group, shared_u32(b_parts, 64u, 0u));
    }
    }
    return false;
}

const u64 vyre_scratch_0 = sizeof(vyre_reduce_frame) * 64u;

void vyre_run_0(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {
    u32 shared_0[64];
    vyre_reduce_frame *frames = (vyre_reduce_frame *)scratch;
    for (u64 n = first; n < end; n++) {
        const u32 workgroup_of[3] = {(u32)(n % groups[0]), (u32)(n / groups[0] % groups[1]), (u32)(n / groups[0] / groups[1])};
        for (u32 k = 0u; k < 64u; k++) shared_0[k] = 0u;
        for (u32 k = 0u; k < 64u; k++) frames[k].state = 0u;
        for (bool waiting = true; waiting;) {
            waiting = false;
            u32 k = 0u;
            for (u32 z = 0u; z < 1u; z++) {
                for (u32 y = 0u; y < 1u; y++) {
                    for (u32 x = 0u; x < 64u; x++) {
                        const u32 local_of[3] = {x, y, z};
                        vyre_reduce_frame *frame = &frames[k++];
                        if (frame->state == 0xffffffffu) continue;
                        if (vyre_reduce(frame, workgroup_of, local_of, buffers[0], lengths[0], buffers[1], lengths[1], buffers[2], lengths[2], shared_0)) waiting = true;
                        else frame->state = 0xffffffffu;
                    }
                }
            }
        }
    }
}
