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
    u32 v_carry;
    u32 v_tile;
    u32 v_start;
    u32 v_item;
    u32 v_item_1;
    u32 v_item_2;
    u32 v_item_3;
    u32 v_item_4;
    u32 v_item_5;
    u32 v_item_6;
    u32 v_item_7;
    u32 v_item_8;
    u32 v_item_9;
    u32 v_item_10;
    u32 v_item_11;
    u32 v_item_12;
    u32 v_item_13;
    u32 v_item_14;
    u32 v_item_15;
    u32 v_sum;
    u32 v_sum_1;
    u32 v_sum_2;
    u32 v_sum_3;
    u32 v_sum_4;
    u32 v_sum_5;
    u32 v_sum_6;
    u32 v_sum_7;
    u32 v_sum_8;
    u32 v_sum_9;
    u32 v_sum_10;
    u32 v_sum_11;
    u32 v_sum_12;
    u32 v_sum_13;
    u32 v_sum_14;
    u32 v_sum_15;
    u32 end;
} vyre_scan_tiles_frame;

// An invocation up to its next barrier; whether it waits there.
static inline bool vyre_scan_tiles(
    vyre_scan_tiles_frame *frame,
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *b_params,
    u32 b_params_length,
    const u32 *b_source,
    u32 b_source_length,
    const u32 *b_offsets,
    u32 b_offsets_length,
    u32 *b_output,
    u32 b_output_length,
    u32 *b_parts,
    u32 *b_more_parts) {
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
    frame->v_carry = load_u32(b_offsets, b_offsets_length, workgroup_x);
    for (frame->v_tile = 0u, frame->end = frame->v_tiles; frame->v_tile < frame->end; frame->v_tile++) {
        frame->v_start = ((frame->v_first + frame->v_tile) * 64u + frame->v_local) * 16u;
        frame->v_item = load_u32(b_source, b_source_length, frame->v_start + 0u);
        frame->v_item_1 = load_u32(b_source, b_source_length, frame->v_start + 1u);
        frame->v_item_2 = load_u32(b_source, b_source_length, frame->v_start + 2u);
        frame->v_item_3 = load_u32(b_source, b_source_length, frame->v_start + 3u);
        frame->v_item_4 = load_u32(b_source, b_source_length, frame->v_start + 4u);
        frame->v_item_5 = load_u32(b_source, b_source_length, frame->v_start + 5u);
        frame->v_item_6 = load_u32(b_source, b_source_length, frame->v_start + 6u);
        frame->v_item_7 = load_u32(b_source, b_source_length, frame->v_start + 7u);
        frame->v_item_8 = load_u32(b_source, b_source_length, frame->v_start + 8u);
        frame->v_item_9 = load_u32(b_source, b_source_length, frame->v_start + 9u);
        frame->v_item_10 = load_u32(b_source, b_source_length, frame->v_start + 10u);
        frame->v_item_11 = load_u32(b_source, b_source_length, frame->v_start + 11u);
        frame->v_item_12 = load_u32(b_source, b_source_length, frame->v_start + 12u);
        frame->v_item_13 = load_u32(b_source, b_source_length, frame->v_start + 13u);
        frame->v_item_14 = load_u32(b_source, b_source_length, frame->v_start + 14u);
        frame->v_item_15 = load_u32(b_source, b_source_length, frame->v_start + 15u);
        frame->v_sum = frame->v_item;
        frame->v_sum_1 = frame->v_sum + frame->v_item_1;
        frame->v_sum_2 = frame->v_sum_1 + frame->v_item_2;
        frame->v_sum_3 = frame->v_sum_2 + frame->v_item_3;
        frame->v_sum_4 = frame->v_sum_3 + frame->v_item_4;
        frame->v_sum_5 = frame->v_sum_4 + frame->v_item_5;
        frame->v_sum_6 = frame->v_sum_5 + frame->v_item_6;
        frame->v_sum_7 = frame->v_sum_6 + frame->v_item_7;
        frame->v_sum_8 = frame->v_sum_7 + frame->v_item_8;
        frame->v_sum_9 = frame->v_sum_8 + frame->v_item_9;
        frame->v_sum_10 = frame->v_sum_9 + frame->v_item_10;
        frame->v_sum_11 = frame->v_sum_10 + frame->v_item_11;
        frame->v_sum_12 = frame->v_sum_11 + frame->v_item_12;
        frame->v_sum_13 = frame->v_sum_12 + frame->v_item_13;
        frame->v_sum_14 = frame->v_sum_13 + frame->v_item_14;
        frame->v_sum_15 = frame->v_sum_14 + frame->v_item_15;
        share_u32(b_parts, 64u, frame->v_local, frame->v_sum_15);
        frame->state = 1u; // barrier
        return true;
        case 1u:;
        share_u32(b_more_parts, 64u, frame->v_local, shared_u32(b_parts, 64u, frame->v_local) + shared_u32(b_parts, 64u, frame->v_local - 1u) + shared_u32(b_parts, 64u, frame->v_local - 2u) + shared_u32(b_parts, 64u, frame->v_local - 3u));
        frame->state = 2u; // barrier
        return true;
        case 2u:;
        share_u32(b_parts, 64u, frame->v_local, shared_u32(b_more_parts, 64u, frame->v_local) + shared_u32(b_more_parts, 64u, frame->v_local - 4u) + shared_u32(b_more_parts, 64u, frame->v_local - 8u) + shared_u32(b_more_parts, 64u, frame->v_local - 12u));
        frame->state = 3u; // barrier
        return true;
        case 3u:;
        share_u32(b_more_parts, 64u, frame->v_local, shared_u32(b_parts, 64u, frame->v_local) + shared_u32(b_parts, 64u, frame->v_local - 16u) + shared_u32(b_parts, 64u, frame->v_local - 32u) + shared_u32(b_parts, 64u, frame->v_local - 48u));
        frame->state = 4u; // barrier
        return true;
        case 4u:;
        const u32 v_before = shared_u32(b_more_parts, 64u, frame->v_local) - frame->v_sum_15;
        const u32 v_all = shared_u32(b_more_parts, 64u, 63u);
        const u32 v_base = frame->v_carry + v_before;
        if (frame->v_start + 0u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 0u, v_base);
        }
        if (frame->v_start + 1u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 1u, v_base + frame->v_sum);
        }
        if (frame->v_start + 2u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 2u, v_base + frame->v_sum_1);
        }
        if (frame->v_start + 3u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 3u, v_base + frame->v_sum_2);
        }
        if (frame->v_start + 4u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 4u, v_base + frame->v_sum_3);
        }
        if (frame->v_start + 5u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 5u, v_base + frame->v_sum_4);
        }
        if (frame->v_start + 6u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 6u, v_base + frame->v_sum_5);
        }
        if (frame->v_start + 7u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 7u, v_base + frame->v_sum_6);
        }
        if (frame->v_start + 8u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 8u, v_base + frame->v_sum_7);
        }
        if (frame->v_start + 9u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 9u, v_base + frame->v_sum_8);
        }
        if (frame->v_start + 10u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 10u, v_base + frame->v_sum_9);
        }
        if (frame->v_start + 11u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 11u, v_base + frame->v_sum_10);
        }
        if (frame->v_start + 12u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 12u, v_base + frame->v_sum_11);
        }
        if (frame->v_start + 13u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 13u, v_base + frame->v_sum_12);
        }
        if (frame->v_start + 14u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 14u, v_base + frame->v_sum_13);
        }
        if (frame->v_start + 15u < frame->v_len) {
            store_u32(b_output, b_output_length, frame->v_start + 15u, v_base + frame->v_sum_14);
        }
        frame->v_carry = frame->v_carry + v_all;
    }
    }
    return false;
}

const u64 vyre_scratch_0 = sizeof(vyre_scan_tiles_frame) * 64u;

void vyre_run_0(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {
    u32 shared_0[64];
    u32 shared_1[64];
    vyre_scan_tiles_frame *frames = (vyre_scan_tiles_frame *)scratch;
    for (u64 n = first; n < end; n++) {
        const u32 workgroup_of[3] = {(u32)(n % groups[0]), (u32)(n / groups[0] % groups[1]), (u32)(n / groups[0] / groups[1])};
        for (u32 k = 0u; k < 64u; k++) shared_0[k] = 0u;
        for (u32 k = 0u; k < 64u; k++) shared_1[k] = 0u;
        for (u32 k = 0u; k < 64u; k++) frames[k].state = 0u;
        for (bool waiting = true; waiting;) {
            waiting = false;
            u32 k = 0u;
            for (u32 z = 0u; z < 1u; z++) {
                for (u32 y = 0u; y < 1u; y++) {
                    for (u32 x = 0u; x < 64u; x++) {
                        const u32 local_of[3] = {x, y, z};
                        vyre_scan_tiles_frame *frame = &frames[k++];
                        if (frame->state == 0xffffffffu) continue;
                        if (vyre_scan_tiles(frame, workgroup_of, local_of, buffers[0], lengths[0], buffers[1], lengths[1], buffers[2], lengths[2], buffers[3], lengths[3], shared_0, shared_1)) waiting = true;
                        else frame->state = 0xffffffffu;
                    }
                }
            }
        }
    }
}
