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
    u32 len;
    u32 tiles;
    u32 last_group;
    u32 local_v;
    u32 group;
    u32 first;
    u32 carry;
    u32 tile;
    u32 start;
    u32 item;
    u32 item_1;
    u32 item_2;
    u32 item_3;
    u32 item_4;
    u32 item_5;
    u32 item_6;
    u32 item_7;
    u32 item_8;
    u32 item_9;
    u32 item_10;
    u32 item_11;
    u32 item_12;
    u32 item_13;
    u32 item_14;
    u32 item_15;
    u32 sum;
    u32 sum_1;
    u32 sum_2;
    u32 sum_3;
    u32 sum_4;
    u32 sum_5;
    u32 sum_6;
    u32 sum_7;
    u32 sum_8;
    u32 sum_9;
    u32 sum_10;
    u32 sum_11;
    u32 sum_12;
    u32 sum_13;
    u32 sum_14;
    u32 sum_15;
    u32 end;
} vyre_scan_tiles_frame;

// An invocation up to its next barrier; whether it waits there.
static inline bool vyre_scan_tiles(
    vyre_scan_tiles_frame *frame,
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *params,
    u32 params_length,
    const u32 *source,
    u32 source_length,
    const u32 *offsets,
    u32 offsets_length,
    u32 *output,
    u32 output_length,
    u32 *parts,
    u32 *more_parts) {
    const u32 local_x = local_of[0];
    const u32 workgroup_x = workgroup_of[0];
    switch (frame->state) {
    case 0u:;
    frame->len = load_u32(params, params_length, 0u);
    frame->tiles = load_u32(params, params_length, 1u);
    frame->last_group = load_u32(params, params_length, 2u);
    frame->local_v = local_x;
    frame->group = workgroup_x;
    frame->first = frame->group * frame->tiles;
    frame->carry = load_u32(offsets, offsets_length, workgroup_x);
    for (frame->tile = 0u, frame->end = frame->tiles; frame->tile < frame->end; frame->tile++) {
        frame->start = ((frame->first + frame->tile) * 64u + frame->local_v) * 16u;
        frame->item = load_u32(source, source_length, frame->start + 0u);
        frame->item_1 = load_u32(source, source_length, frame->start + 1u);
        frame->item_2 = load_u32(source, source_length, frame->start + 2u);
        frame->item_3 = load_u32(source, source_length, frame->start + 3u);
        frame->item_4 = load_u32(source, source_length, frame->start + 4u);
        frame->item_5 = load_u32(source, source_length, frame->start + 5u);
        frame->item_6 = load_u32(source, source_length, frame->start + 6u);
        frame->item_7 = load_u32(source, source_length, frame->start + 7u);
        frame->item_8 = load_u32(source, source_length, frame->start + 8u);
        frame->item_9 = load_u32(source, source_length, frame->start + 9u);
        frame->item_10 = load_u32(source, source_length, frame->start + 10u);
        frame->item_11 = load_u32(source, source_length, frame->start + 11u);
        frame->item_12 = load_u32(source, source_length, frame->start + 12u);
        frame->item_13 = load_u32(source, source_length, frame->start + 13u);
        frame->item_14 = load_u32(source, source_length, frame->start + 14u);
        frame->item_15 = load_u32(source, source_length, frame->start + 15u);
        frame->sum = frame->item;
        frame->sum_1 = frame->sum + frame->item_1;
        frame->sum_2 = frame->sum_1 + frame->item_2;
        frame->sum_3 = frame->sum_2 + frame->item_3;
        frame->sum_4 = frame->sum_3 + frame->item_4;
        frame->sum_5 = frame->sum_4 + frame->item_5;
        frame->sum_6 = frame->sum_5 + frame->item_6;
        frame->sum_7 = frame->sum_6 + frame->item_7;
        frame->sum_8 = frame->sum_7 + frame->item_8;
        frame->sum_9 = frame->sum_8 + frame->item_9;
        frame->sum_10 = frame->sum_9 + frame->item_10;
        frame->sum_11 = frame->sum_10 + frame->item_11;
        frame->sum_12 = frame->sum_11 + frame->item_12;
        frame->sum_13 = frame->sum_12 + frame->item_13;
        frame->sum_14 = frame->sum_13 + frame->item_14;
        frame->sum_15 = frame->sum_14 + frame->item_15;
        share_u32(parts, 64u, frame->local_v, frame->sum_15);
        frame->state = 1u; // barrier
        return true;
        case 1u:;
        share_u32(more_parts, 64u, frame->local_v, shared_u32(parts, 64u, frame->local_v) + shared_u32(parts, 64u, frame->local_v - 1u) + shared_u32(parts, 64u, frame->local_v - 2u) + shared_u32(parts, 64u, frame->local_v - 3u));
        frame->state = 2u; // barrier
        return true;
        case 2u:;
        share_u32(parts, 64u, frame->local_v, shared_u32(more_parts, 64u, frame->local_v) + shared_u32(more_parts, 64u, frame->local_v - 4u) + shared_u32(more_parts, 64u, frame->local_v - 8u) + shared_u32(more_parts, 64u, frame->local_v - 12u));
        frame->state = 3u; // barrier
        return true;
        case 3u:;
        share_u32(more_parts, 64u, frame->local_v, shared_u32(parts, 64u, frame->local_v) + shared_u32(parts, 64u, frame->local_v - 16u) + shared_u32(parts, 64u, frame->local_v - 32u) + shared_u32(parts, 64u, frame->local_v - 48u));
        frame->state = 4u; // barrier
        return true;
        case 4u:;
        const u32 before = shared_u32(more_parts, 64u, frame->local_v) - frame->sum_15;
        const u32 all = shared_u32(more_parts, 64u, 63u);
        const u32 base = frame->carry + before;
        if (frame->start + 0u < frame->len) {
            store_u32(output, output_length, frame->start + 0u, base);
        }
        if (frame->start + 1u < frame->len) {
            store_u32(output, output_length, frame->start + 1u, base + frame->sum);
        }
        if (frame->start + 2u < frame->len) {
            store_u32(output, output_length, frame->start + 2u, base + frame->sum_1);
        }
        if (frame->start + 3u < frame->len) {
            store_u32(output, output_length, frame->start + 3u, base + frame->sum_2);
        }
        if (frame->start + 4u < frame->len) {
            store_u32(output, output_length, frame->start + 4u, base + frame->sum_3);
        }
        if (frame->start + 5u < frame->len) {
            store_u32(output, output_length, frame->start + 5u, base + frame->sum_4);
        }
        if (frame->start + 6u < frame->len) {
            store_u32(output, output_length, frame->start + 6u, base + frame->sum_5);
        }
        if (frame->start + 7u < frame->len) {
            store_u32(output, output_length, frame->start + 7u, base + frame->sum_6);
        }
        if (frame->start + 8u < frame->len) {
            store_u32(output, output_length, frame->start + 8u, base + frame->sum_7);
        }
        if (frame->start + 9u < frame->len) {
            store_u32(output, output_length, frame->start + 9u, base + frame->sum_8);
        }
        if (frame->start + 10u < frame->len) {
            store_u32(output, output_length, frame->start + 10u, base + frame->sum_9);
        }
        if (frame->start + 11u < frame->len) {
            store_u32(output, output_length, frame->start + 11u, base + frame->sum_10);
        }
        if (frame->start + 12u < frame->len) {
            store_u32(output, output_length, frame->start + 12u, base + frame->sum_11);
        }
        if (frame->start + 13u < frame->len) {
            store_u32(output, output_length, frame->start + 13u, base + frame->sum_12);
        }
        if (frame->start + 14u < frame->len) {
            store_u32(output, output_length, frame->start + 14u, base + frame->sum_13);
        }
        if (frame->start + 15u < frame->len) {
            store_u32(output, output_length, frame->start + 15u, base + frame->sum_14);
        }
        frame->carry = frame->carry + all;
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
