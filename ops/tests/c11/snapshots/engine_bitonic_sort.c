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

static inline u32 read_u32(const volatile u32 *words, u32 length, u32 i) {
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
    u32 param;
    u32 param_1;
    u32 param_2;
    u32 local_v;
    u32 round;
    u32 start;
    u32 at;
    bool inside;
    u32 at_1;
    bool inside_1;
    u32 place;
    u32 place_1;
    u32 key;
    u32 key_1;
    u32 value;
    u32 value_1;
    u32 place_2;
    u32 place_3;
    u32 key_2;
    u32 key_3;
    u32 value_2;
    u32 value_3;
    u32 place_4;
    u32 place_5;
    u32 key_4;
    u32 key_5;
    u32 value_4;
    u32 value_5;
    u32 place_6;
    u32 place_7;
    u32 key_6;
    u32 key_7;
    u32 value_6;
    u32 value_7;
    u32 place_8;
    u32 place_9;
    u32 key_8;
    u32 key_9;
    u32 value_8;
    u32 value_9;
    u32 place_10;
    u32 place_11;
    u32 key_10;
    u32 key_11;
    u32 value_10;
    u32 value_11;
    u32 place_12;
    u32 place_13;
    u32 key_12;
    u32 key_13;
    u32 value_12;
    u32 value_13;
    u32 place_14;
    u32 place_15;
    u32 key_14;
    u32 key_15;
    u32 value_14;
    u32 value_15;
    u32 place_16;
    u32 place_17;
    u32 key_16;
    u32 key_17;
    u32 value_16;
    u32 value_17;
    u32 place_18;
    u32 place_19;
    u32 key_18;
    u32 key_19;
    u32 value_18;
    u32 value_19;
    u32 place_20;
    u32 place_21;
    u32 key_20;
    u32 key_21;
    u32 value_20;
    u32 value_21;
    u32 place_22;
    u32 place_23;
    u32 key_22;
    u32 key_23;
    u32 value_22;
    u32 value_23;
    u32 place_24;
    u32 place_25;
    u32 key_24;
    u32 key_25;
    u32 value_24;
    u32 value_25;
    u32 place_26;
    u32 place_27;
    u32 key_26;
    u32 key_27;
    u32 value_26;
    u32 value_27;
    u32 place_28;
    u32 place_29;
    u32 key_28;
    u32 key_29;
    u32 value_28;
    u32 value_29;
    u32 place_30;
    u32 place_31;
    u32 key_30;
    u32 key_31;
    u32 value_30;
    u32 value_31;
    u32 place_32;
    u32 place_33;
    u32 key_32;
    u32 key_33;
    u32 value_32;
    u32 value_33;
    u32 place_34;
    u32 place_35;
    u32 key_34;
    u32 key_35;
    u32 value_34;
    u32 value_35;
    u32 place_36;
    u32 place_37;
    u32 key_36;
    u32 key_37;
    u32 value_36;
    u32 value_37;
    u32 place_38;
    u32 place_39;
    u32 key_38;
    u32 key_39;
    u32 value_38;
    u32 value_39;
    u32 place_40;
    u32 place_41;
    u32 key_40;
    u32 key_41;
    u32 value_40;
    u32 value_41;
    u32 place_42;
    u32 place_43;
    u32 key_42;
    u32 key_43;
    u32 value_42;
    u32 value_43;
    u32 place_44;
    u32 place_45;
    u32 key_44;
    u32 key_45;
    u32 value_44;
    u32 value_45;
    u32 place_46;
    u32 place_47;
    u32 key_46;
    u32 key_47;
    u32 value_46;
    u32 value_47;
    u32 place_48;
    u32 place_49;
    u32 key_48;
    u32 key_49;
    u32 value_48;
    u32 value_49;
    u32 place_50;
    u32 place_51;
    u32 key_50;
    u32 key_51;
    u32 value_50;
    u32 value_51;
    u32 place_52;
    u32 place_53;
    u32 key_52;
    u32 key_53;
    u32 value_52;
    u32 value_53;
    u32 place_54;
    u32 place_55;
    u32 key_54;
    u32 key_55;
    u32 value_54;
    u32 value_55;
    u32 at_2;
    u32 at_3;
    u32 end;
} vyre_sort_tiles_frame;

// An invocation up to its next barrier; whether it waits there.
static inline bool vyre_sort_tiles(
    vyre_sort_tiles_frame *frame,
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *params,
    u32 params_length,
    u32 *keys,
    u32 keys_length,
    u32 *values,
    u32 values_length,
    u32 *near_keys,
    u32 *near_values) {
    const u32 local_x = local_of[0];
    const u32 workgroup_x = workgroup_of[0];
    switch (frame->state) {
    case 0u:;
    frame->param = load_u32(params, params_length, 0u);
    frame->param_1 = load_u32(params, params_length, 1u);
    frame->param_2 = load_u32(params, params_length, 2u);
    frame->local_v = local_x;
    for (frame->round = 0u, frame->end = frame->param_2; frame->round < frame->end; frame->round++) {
        frame->start = (frame->round * frame->param_1 + workgroup_x) * 128u + frame->local_v;
        frame->at = frame->start + 0u;
        frame->inside = frame->at < frame->param;
        share_u32(near_keys, 128u, frame->local_v + 0u, frame->inside ? read_u32(keys, keys_length, frame->at) : 0xffffffffu);
        share_u32(near_values, 128u, frame->local_v + 0u, frame->inside ? read_u32(values, values_length, frame->at) : 0xffffffffu);
        frame->at_1 = frame->start + 64u;
        frame->inside_1 = frame->at_1 < frame->param;
        share_u32(near_keys, 128u, frame->local_v + 64u, frame->inside_1 ? read_u32(keys, keys_length, frame->at_1) : 0xffffffffu);
        share_u32(near_values, 128u, frame->local_v + 64u, frame->inside_1 ? read_u32(values, values_length, frame->at_1) : 0xffffffffu);
        frame->state = 1u; // barrier
        return true;
        case 1u:;
        frame->place = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_1 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key = shared_u32(near_keys, 128u, frame->place);
        frame->key_1 = shared_u32(near_keys, 128u, frame->place_1);
        frame->value = shared_u32(near_values, 128u, frame->place);
        frame->value_1 = shared_u32(near_values, 128u, frame->place_1);
        if (frame->key > frame->key_1 || (frame->key == frame->key_1 && frame->value > frame->value_1)) {
            share_u32(near_keys, 128u, frame->place, frame->key_1);
            share_u32(near_keys, 128u, frame->place_1, frame->key);
            share_u32(near_values, 128u, frame->place, frame->value_1);
            share_u32(near_values, 128u, frame->place_1, frame->value);
        }
        frame->state = 2u; // barrier
        return true;
        case 2u:;
        frame->place_2 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_3 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 3u;
        frame->key_2 = shared_u32(near_keys, 128u, frame->place_2);
        frame->key_3 = shared_u32(near_keys, 128u, frame->place_3);
        frame->value_2 = shared_u32(near_values, 128u, frame->place_2);
        frame->value_3 = shared_u32(near_values, 128u, frame->place_3);
        if (frame->key_2 > frame->key_3 || (frame->key_2 == frame->key_3 && frame->value_2 > frame->value_3)) {
            share_u32(near_keys, 128u, frame->place_2, frame->key_3);
            share_u32(near_keys, 128u, frame->place_3, frame->key_2);
            share_u32(near_values, 128u, frame->place_2, frame->value_3);
            share_u32(near_values, 128u, frame->place_3, frame->value_2);
        }
        frame->state = 3u; // barrier
        return true;
        case 3u:;
        frame->place_4 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_5 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_4 = shared_u32(near_keys, 128u, frame->place_4);
        frame->key_5 = shared_u32(near_keys, 128u, frame->place_5);
        frame->value_4 = shared_u32(near_values, 128u, frame->place_4);
        frame->value_5 = shared_u32(near_values, 128u, frame->place_5);
        if (frame->key_4 > frame->key_5 || (frame->key_4 == frame->key_5 && frame->value_4 > frame->value_5)) {
            share_u32(near_keys, 128u, frame->place_4, frame->key_5);
            share_u32(near_keys, 128u, frame->place_5, frame->key_4);
            share_u32(near_values, 128u, frame->place_4, frame->value_5);
            share_u32(near_values, 128u, frame->place_5, frame->value_4);
        }
        frame->state = 4u; // barrier
        return true;
        case 4u:;
        frame->place_6 = ((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u));
        frame->place_7 = (((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u))) ^ 7u;
        frame->key_6 = shared_u32(near_keys, 128u, frame->place_6);
        frame->key_7 = shared_u32(near_keys, 128u, frame->place_7);
        frame->value_6 = shared_u32(near_values, 128u, frame->place_6);
        frame->value_7 = shared_u32(near_values, 128u, frame->place_7);
        if (frame->key_6 > frame->key_7 || (frame->key_6 == frame->key_7 && frame->value_6 > frame->value_7)) {
            share_u32(near_keys, 128u, frame->place_6, frame->key_7);
            share_u32(near_keys, 128u, frame->place_7, frame->key_6);
            share_u32(near_values, 128u, frame->place_6, frame->value_7);
            share_u32(near_values, 128u, frame->place_7, frame->value_6);
        }
        frame->state = 5u; // barrier
        return true;
        case 5u:;
        frame->place_8 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_9 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 2u;
        frame->key_8 = shared_u32(near_keys, 128u, frame->place_8);
        frame->key_9 = shared_u32(near_keys, 128u, frame->place_9);
        frame->value_8 = shared_u32(near_values, 128u, frame->place_8);
        frame->value_9 = shared_u32(near_values, 128u, frame->place_9);
        if (frame->key_8 > frame->key_9 || (frame->key_8 == frame->key_9 && frame->value_8 > frame->value_9)) {
            share_u32(near_keys, 128u, frame->place_8, frame->key_9);
            share_u32(near_keys, 128u, frame->place_9, frame->key_8);
            share_u32(near_values, 128u, frame->place_8, frame->value_9);
            share_u32(near_values, 128u, frame->place_9, frame->value_8);
        }
        frame->state = 6u; // barrier
        return true;
        case 6u:;
        frame->place_10 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_11 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_10 = shared_u32(near_keys, 128u, frame->place_10);
        frame->key_11 = shared_u32(near_keys, 128u, frame->place_11);
        frame->value_10 = shared_u32(near_values, 128u, frame->place_10);
        frame->value_11 = shared_u32(near_values, 128u, frame->place_11);
        if (frame->key_10 > frame->key_11 || (frame->key_10 == frame->key_11 && frame->value_10 > frame->value_11)) {
            share_u32(near_keys, 128u, frame->place_10, frame->key_11);
            share_u32(near_keys, 128u, frame->place_11, frame->key_10);
            share_u32(near_values, 128u, frame->place_10, frame->value_11);
            share_u32(near_values, 128u, frame->place_11, frame->value_10);
        }
        frame->state = 7u; // barrier
        return true;
        case 7u:;
        frame->place_12 = ((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u));
        frame->place_13 = (((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u))) ^ 15u;
        frame->key_12 = shared_u32(near_keys, 128u, frame->place_12);
        frame->key_13 = shared_u32(near_keys, 128u, frame->place_13);
        frame->value_12 = shared_u32(near_values, 128u, frame->place_12);
        frame->value_13 = shared_u32(near_values, 128u, frame->place_13);
        if (frame->key_12 > frame->key_13 || (frame->key_12 == frame->key_13 && frame->value_12 > frame->value_13)) {
            share_u32(near_keys, 128u, frame->place_12, frame->key_13);
            share_u32(near_keys, 128u, frame->place_13, frame->key_12);
            share_u32(near_values, 128u, frame->place_12, frame->value_13);
            share_u32(near_values, 128u, frame->place_13, frame->value_12);
        }
        frame->state = 8u; // barrier
        return true;
        case 8u:;
        frame->place_14 = ((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u));
        frame->place_15 = (((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u))) ^ 4u;
        frame->key_14 = shared_u32(near_keys, 128u, frame->place_14);
        frame->key_15 = shared_u32(near_keys, 128u, frame->place_15);
        frame->value_14 = shared_u32(near_values, 128u, frame->place_14);
        frame->value_15 = shared_u32(near_values, 128u, frame->place_15);
        if (frame->key_14 > frame->key_15 || (frame->key_14 == frame->key_15 && frame->value_14 > frame->value_15)) {
            share_u32(near_keys, 128u, frame->place_14, frame->key_15);
            share_u32(near_keys, 128u, frame->place_15, frame->key_14);
            share_u32(near_values, 128u, frame->place_14, frame->value_15);
            share_u32(near_values, 128u, frame->place_15, frame->value_14);
        }
        frame->state = 9u; // barrier
        return true;
        case 9u:;
        frame->place_16 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_17 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 2u;
        frame->key_16 = shared_u32(near_keys, 128u, frame->place_16);
        frame->key_17 = shared_u32(near_keys, 128u, frame->place_17);
        frame->value_16 = shared_u32(near_values, 128u, frame->place_16);
        frame->value_17 = shared_u32(near_values, 128u, frame->place_17);
        if (frame->key_16 > frame->key_17 || (frame->key_16 == frame->key_17 && frame->value_16 > frame->value_17)) {
            share_u32(near_keys, 128u, frame->place_16, frame->key_17);
            share_u32(near_keys, 128u, frame->place_17, frame->key_16);
            share_u32(near_values, 128u, frame->place_16, frame->value_17);
            share_u32(near_values, 128u, frame->place_17, frame->value_16);
        }
        frame->state = 10u; // barrier
        return true;
        case 10u:;
        frame->place_18 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_19 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_18 = shared_u32(near_keys, 128u, frame->place_18);
        frame->key_19 = shared_u32(near_keys, 128u, frame->place_19);
        frame->value_18 = shared_u32(near_values, 128u, frame->place_18);
        frame->value_19 = shared_u32(near_values, 128u, frame->place_19);
        if (frame->key_18 > frame->key_19 || (frame->key_18 == frame->key_19 && frame->value_18 > frame->value_19)) {
            share_u32(near_keys, 128u, frame->place_18, frame->key_19);
            share_u32(near_keys, 128u, frame->place_19, frame->key_18);
            share_u32(near_values, 128u, frame->place_18, frame->value_19);
            share_u32(near_values, 128u, frame->place_19, frame->value_18);
        }
        frame->state = 11u; // barrier
        return true;
        case 11u:;
        frame->place_20 = ((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u));
        frame->place_21 = (((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u))) ^ 31u;
        frame->key_20 = shared_u32(near_keys, 128u, frame->place_20);
        frame->key_21 = shared_u32(near_keys, 128u, frame->place_21);
        frame->value_20 = shared_u32(near_values, 128u, frame->place_20);
        frame->value_21 = shared_u32(near_values, 128u, frame->place_21);
        if (frame->key_20 > frame->key_21 || (frame->key_20 == frame->key_21 && frame->value_20 > frame->value_21)) {
            share_u32(near_keys, 128u, frame->place_20, frame->key_21);
            share_u32(near_keys, 128u, frame->place_21, frame->key_20);
            share_u32(near_values, 128u, frame->place_20, frame->value_21);
            share_u32(near_values, 128u, frame->place_21, frame->value_20);
        }
        frame->state = 12u; // barrier
        return true;
        case 12u:;
        frame->place_22 = ((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u));
        frame->place_23 = (((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u))) ^ 8u;
        frame->key_22 = shared_u32(near_keys, 128u, frame->place_22);
        frame->key_23 = shared_u32(near_keys, 128u, frame->place_23);
        frame->value_22 = shared_u32(near_values, 128u, frame->place_22);
        frame->value_23 = shared_u32(near_values, 128u, frame->place_23);
        if (frame->key_22 > frame->key_23 || (frame->key_22 == frame->key_23 && frame->value_22 > frame->value_23)) {
            share_u32(near_keys, 128u, frame->place_22, frame->key_23);
            share_u32(near_keys, 128u, frame->place_23, frame->key_22);
            share_u32(near_values, 128u, frame->place_22, frame->value_23);
            share_u32(near_values, 128u, frame->place_23, frame->value_22);
        }
        frame->state = 13u; // barrier
        return true;
        case 13u:;
        frame->place_24 = ((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u));
        frame->place_25 = (((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u))) ^ 4u;
        frame->key_24 = shared_u32(near_keys, 128u, frame->place_24);
        frame->key_25 = shared_u32(near_keys, 128u, frame->place_25);
        frame->value_24 = shared_u32(near_values, 128u, frame->place_24);
        frame->value_25 = shared_u32(near_values, 128u, frame->place_25);
        if (frame->key_24 > frame->key_25 || (frame->key_24 == frame->key_25 && frame->value_24 > frame->value_25)) {
            share_u32(near_keys, 128u, frame->place_24, frame->key_25);
            share_u32(near_keys, 128u, frame->place_25, frame->key_24);
            share_u32(near_values, 128u, frame->place_24, frame->value_25);
            share_u32(near_values, 128u, frame->place_25, frame->value_24);
        }
        frame->state = 14u; // barrier
        return true;
        case 14u:;
        frame->place_26 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_27 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 2u;
        frame->key_26 = shared_u32(near_keys, 128u, frame->place_26);
        frame->key_27 = shared_u32(near_keys, 128u, frame->place_27);
        frame->value_26 = shared_u32(near_values, 128u, frame->place_26);
        frame->value_27 = shared_u32(near_values, 128u, frame->place_27);
        if (frame->key_26 > frame->key_27 || (frame->key_26 == frame->key_27 && frame->value_26 > frame->value_27)) {
            share_u32(near_keys, 128u, frame->place_26, frame->key_27);
            share_u32(near_keys, 128u, frame->place_27, frame->key_26);
            share_u32(near_values, 128u, frame->place_26, frame->value_27);
            share_u32(near_values, 128u, frame->place_27, frame->value_26);
        }
        frame->state = 15u; // barrier
        return true;
        case 15u:;
        frame->place_28 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_29 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_28 = shared_u32(near_keys, 128u, frame->place_28);
        frame->key_29 = shared_u32(near_keys, 128u, frame->place_29);
        frame->value_28 = shared_u32(near_values, 128u, frame->place_28);
        frame->value_29 = shared_u32(near_values, 128u, frame->place_29);
        if (frame->key_28 > frame->key_29 || (frame->key_28 == frame->key_29 && frame->value_28 > frame->value_29)) {
            share_u32(near_keys, 128u, frame->place_28, frame->key_29);
            share_u32(near_keys, 128u, frame->place_29, frame->key_28);
            share_u32(near_values, 128u, frame->place_28, frame->value_29);
            share_u32(near_values, 128u, frame->place_29, frame->value_28);
        }
        frame->state = 16u; // barrier
        return true;
        case 16u:;
        frame->place_30 = ((frame->local_v >> 5u) << ((5u + 1u) & 31u)) | (frame->local_v & ((1u << 5u) - 1u));
        frame->place_31 = (((frame->local_v >> 5u) << ((5u + 1u) & 31u)) | (frame->local_v & ((1u << 5u) - 1u))) ^ 63u;
        frame->key_30 = shared_u32(near_keys, 128u, frame->place_30);
        frame->key_31 = shared_u32(near_keys, 128u, frame->place_31);
        frame->value_30 = shared_u32(near_values, 128u, frame->place_30);
        frame->value_31 = shared_u32(near_values, 128u, frame->place_31);
        if (frame->key_30 > frame->key_31 || (frame->key_30 == frame->key_31 && frame->value_30 > frame->value_31)) {
            share_u32(near_keys, 128u, frame->place_30, frame->key_31);
            share_u32(near_keys, 128u, frame->place_31, frame->key_30);
            share_u32(near_values, 128u, frame->place_30, frame->value_31);
            share_u32(near_values, 128u, frame->place_31, frame->value_30);
        }
        frame->state = 17u; // barrier
        return true;
        case 17u:;
        frame->place_32 = ((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u));
        frame->place_33 = (((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u))) ^ 16u;
        frame->key_32 = shared_u32(near_keys, 128u, frame->place_32);
        frame->key_33 = shared_u32(near_keys, 128u, frame->place_33);
        frame->value_32 = shared_u32(near_values, 128u, frame->place_32);
        frame->value_33 = shared_u32(near_values, 128u, frame->place_33);
        if (frame->key_32 > frame->key_33 || (frame->key_32 == frame->key_33 && frame->value_32 > frame->value_33)) {
            share_u32(near_keys, 128u, frame->place_32, frame->key_33);
            share_u32(near_keys, 128u, frame->place_33, frame->key_32);
            share_u32(near_values, 128u, frame->place_32, frame->value_33);
            share_u32(near_values, 128u, frame->place_33, frame->value_32);
        }
        frame->state = 18u; // barrier
        return true;
        case 18u:;
        frame->place_34 = ((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u));
        frame->place_35 = (((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u))) ^ 8u;
        frame->key_34 = shared_u32(near_keys, 128u, frame->place_34);
        frame->key_35 = shared_u32(near_keys, 128u, frame->place_35);
        frame->value_34 = shared_u32(near_values, 128u, frame->place_34);
        frame->value_35 = shared_u32(near_values, 128u, frame->place_35);
        if (frame->key_34 > frame->key_35 || (frame->key_34 == frame->key_35 && frame->value_34 > frame->value_35)) {
            share_u32(near_keys, 128u, frame->place_34, frame->key_35);
            share_u32(near_keys, 128u, frame->place_35, frame->key_34);
            share_u32(near_values, 128u, frame->place_34, frame->value_35);
            share_u32(near_values, 128u, frame->place_35, frame->value_34);
        }
        frame->state = 19u; // barrier
        return true;
        case 19u:;
        frame->place_36 = ((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u));
        frame->place_37 = (((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u))) ^ 4u;
        frame->key_36 = shared_u32(near_keys, 128u, frame->place_36);
        frame->key_37 = shared_u32(near_keys, 128u, frame->place_37);
        frame->value_36 = shared_u32(near_values, 128u, frame->place_36);
        frame->value_37 = shared_u32(near_values, 128u, frame->place_37);
        if (frame->key_36 > frame->key_37 || (frame->key_36 == frame->key_37 && frame->value_36 > frame->value_37)) {
            share_u32(near_keys, 128u, frame->place_36, frame->key_37);
            share_u32(near_keys, 128u, frame->place_37, frame->key_36);
            share_u32(near_values, 128u, frame->place_36, frame->value_37);
            share_u32(near_values, 128u, frame->place_37, frame->value_36);
        }
        frame->state = 20u; // barrier
        return true;
        case 20u:;
        frame->place_38 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_39 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 2u;
        frame->key_38 = shared_u32(near_keys, 128u, frame->place_38);
        frame->key_39 = shared_u32(near_keys, 128u, frame->place_39);
        frame->value_38 = shared_u32(near_values, 128u, frame->place_38);
        frame->value_39 = shared_u32(near_values, 128u, frame->place_39);
        if (frame->key_38 > frame->key_39 || (frame->key_38 == frame->key_39 && frame->value_38 > frame->value_39)) {
            share_u32(near_keys, 128u, frame->place_38, frame->key_39);
            share_u32(near_keys, 128u, frame->place_39, frame->key_38);
            share_u32(near_values, 128u, frame->place_38, frame->value_39);
            share_u32(near_values, 128u, frame->place_39, frame->value_38);
        }
        frame->state = 21u; // barrier
        return true;
        case 21u:;
        frame->place_40 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_41 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_40 = shared_u32(near_keys, 128u, frame->place_40);
        frame->key_41 = shared_u32(near_keys, 128u, frame->place_41);
        frame->value_40 = shared_u32(near_values, 128u, frame->place_40);
        frame->value_41 = shared_u32(near_values, 128u, frame->place_41);
        if (frame->key_40 > frame->key_41 || (frame->key_40 == frame->key_41 && frame->value_40 > frame->value_41)) {
            share_u32(near_keys, 128u, frame->place_40, frame->key_41);
            share_u32(near_keys, 128u, frame->place_41, frame->key_40);
            share_u32(near_values, 128u, frame->place_40, frame->value_41);
            share_u32(near_values, 128u, frame->place_41, frame->value_40);
        }
        frame->state = 22u; // barrier
        return true;
        case 22u:;
        frame->place_42 = ((frame->local_v >> 6u) << ((6u + 1u) & 31u)) | (frame->local_v & ((1u << 6u) - 1u));
        frame->place_43 = (((frame->local_v >> 6u) << ((6u + 1u) & 31u)) | (frame->local_v & ((1u << 6u) - 1u))) ^ 127u;
        frame->key_42 = shared_u32(near_keys, 128u, frame->place_42);
        frame->key_43 = shared_u32(near_keys, 128u, frame->place_43);
        frame->value_42 = shared_u32(near_values, 128u, frame->place_42);
        frame->value_43 = shared_u32(near_values, 128u, frame->place_43);
        if (frame->key_42 > frame->key_43 || (frame->key_42 == frame->key_43 && frame->value_42 > frame->value_43)) {
            share_u32(near_keys, 128u, frame->place_42, frame->key_43);
            share_u32(near_keys, 128u, frame->place_43, frame->key_42);
            share_u32(near_values, 128u, frame->place_42, frame->value_43);
            share_u32(near_values, 128u, frame->place_43, frame->value_42);
        }
        frame->state = 23u; // barrier
        return true;
        case 23u:;
        frame->place_44 = ((frame->local_v >> 5u) << ((5u + 1u) & 31u)) | (frame->local_v & ((1u << 5u) - 1u));
        frame->place_45 = (((frame->local_v >> 5u) << ((5u + 1u) & 31u)) | (frame->local_v & ((1u << 5u) - 1u))) ^ 32u;
        frame->key_44 = shared_u32(near_keys, 128u, frame->place_44);
        frame->key_45 = shared_u32(near_keys, 128u, frame->place_45);
        frame->value_44 = shared_u32(near_values, 128u, frame->place_44);
        frame->value_45 = shared_u32(near_values, 128u, frame->place_45);
        if (frame->key_44 > frame->key_45 || (frame->key_44 == frame->key_45 && frame->value_44 > frame->value_45)) {
            share_u32(near_keys, 128u, frame->place_44, frame->key_45);
            share_u32(near_keys, 128u, frame->place_45, frame->key_44);
            share_u32(near_values, 128u, frame->place_44, frame->value_45);
            share_u32(near_values, 128u, frame->place_45, frame->value_44);
        }
        frame->state = 24u; // barrier
        return true;
        case 24u:;
        frame->place_46 = ((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u));
        frame->place_47 = (((frame->local_v >> 4u) << ((4u + 1u) & 31u)) | (frame->local_v & ((1u << 4u) - 1u))) ^ 16u;
        frame->key_46 = shared_u32(near_keys, 128u, frame->place_46);
        frame->key_47 = shared_u32(near_keys, 128u, frame->place_47);
        frame->value_46 = shared_u32(near_values, 128u, frame->place_46);
        frame->value_47 = shared_u32(near_values, 128u, frame->place_47);
        if (frame->key_46 > frame->key_47 || (frame->key_46 == frame->key_47 && frame->value_46 > frame->value_47)) {
            share_u32(near_keys, 128u, frame->place_46, frame->key_47);
            share_u32(near_keys, 128u, frame->place_47, frame->key_46);
            share_u32(near_values, 128u, frame->place_46, frame->value_47);
            share_u32(near_values, 128u, frame->place_47, frame->value_46);
        }
        frame->state = 25u; // barrier
        return true;
        case 25u:;
        frame->place_48 = ((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u));
        frame->place_49 = (((frame->local_v >> 3u) << ((3u + 1u) & 31u)) | (frame->local_v & ((1u << 3u) - 1u))) ^ 8u;
        frame->key_48 = shared_u32(near_keys, 128u, frame->place_48);
        frame->key_49 = shared_u32(near_keys, 128u, frame->place_49);
        frame->value_48 = shared_u32(near_values, 128u, frame->place_48);
        frame->value_49 = shared_u32(near_values, 128u, frame->place_49);
        if (frame->key_48 > frame->key_49 || (frame->key_48 == frame->key_49 && frame->value_48 > frame->value_49)) {
            share_u32(near_keys, 128u, frame->place_48, frame->key_49);
            share_u32(near_keys, 128u, frame->place_49, frame->key_48);
            share_u32(near_values, 128u, frame->place_48, frame->value_49);
            share_u32(near_values, 128u, frame->place_49, frame->value_48);
        }
        frame->state = 26u; // barrier
        return true;
        case 26u:;
        frame->place_50 = ((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u));
        frame->place_51 = (((frame->local_v >> 2u) << ((2u + 1u) & 31u)) | (frame->local_v & ((1u << 2u) - 1u))) ^ 4u;
        frame->key_50 = shared_u32(near_keys, 128u, frame->place_50);
        frame->key_51 = shared_u32(near_keys, 128u, frame->place_51);
        frame->value_50 = shared_u32(near_values, 128u, frame->place_50);
        frame->value_51 = shared_u32(near_values, 128u, frame->place_51);
        if (frame->key_50 > frame->key_51 || (frame->key_50 == frame->key_51 && frame->value_50 > frame->value_51)) {
            share_u32(near_keys, 128u, frame->place_50, frame->key_51);
            share_u32(near_keys, 128u, frame->place_51, frame->key_50);
            share_u32(near_values, 128u, frame->place_50, frame->value_51);
            share_u32(near_values, 128u, frame->place_51, frame->value_50);
        }
        frame->state = 27u; // barrier
        return true;
        case 27u:;
        frame->place_52 = ((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u));
        frame->place_53 = (((frame->local_v >> 1u) << ((1u + 1u) & 31u)) | (frame->local_v & ((1u << 1u) - 1u))) ^ 2u;
        frame->key_52 = shared_u32(near_keys, 128u, frame->place_52);
        frame->key_53 = shared_u32(near_keys, 128u, frame->place_53);
        frame->value_52 = shared_u32(near_values, 128u, frame->place_52);
        frame->value_53 = shared_u32(near_values, 128u, frame->place_53);
        if (frame->key_52 > frame->key_53 || (frame->key_52 == frame->key_53 && frame->value_52 > frame->value_53)) {
            share_u32(near_keys, 128u, frame->place_52, frame->key_53);
            share_u32(near_keys, 128u, frame->place_53, frame->key_52);
            share_u32(near_values, 128u, frame->place_52, frame->value_53);
            share_u32(near_values, 128u, frame->place_53, frame->value_52);
        }
        frame->state = 28u; // barrier
        return true;
        case 28u:;
        frame->place_54 = ((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u));
        frame->place_55 = (((frame->local_v >> 0u) << ((0u + 1u) & 31u)) | (frame->local_v & ((1u << 0u) - 1u))) ^ 1u;
        frame->key_54 = shared_u32(near_keys, 128u, frame->place_54);
        frame->key_55 = shared_u32(near_keys, 128u, frame->place_55);
        frame->value_54 = shared_u32(near_values, 128u, frame->place_54);
        frame->value_55 = shared_u32(near_values, 128u, frame->place_55);
        if (frame->key_54 > frame->key_55 || (frame->key_54 == frame->key_55 && frame->value_54 > frame->value_55)) {
            share_u32(near_keys, 128u, frame->place_54, frame->key_55);
            share_u32(near_keys, 128u, frame->place_55, frame->key_54);
            share_u32(near_values, 128u, frame->place_54, frame->value_55);
            share_u32(near_values, 128u, frame->place_55, frame->value_54);
        }
        frame->state = 29u; // barrier
        return true;
        case 29u:;
        frame->at_2 = frame->start + 0u;
        if (frame->at_2 < frame->param) {
            store_u32(keys, keys_length, frame->at_2, shared_u32(near_keys, 128u, frame->local_v + 0u));
            store_u32(values, values_length, frame->at_2, shared_u32(near_values, 128u, frame->local_v + 0u));
        }
        frame->at_3 = frame->start + 64u;
        if (frame->at_3 < frame->param) {
            store_u32(keys, keys_length, frame->at_3, shared_u32(near_keys, 128u, frame->local_v + 64u));
            store_u32(values, values_length, frame->at_3, shared_u32(near_values, 128u, frame->local_v + 64u));
        }
        frame->state = 30u; // barrier
        return true;
        case 30u:;
    }
    }
    return false;
}

const u64 vyre_scratch_0 = sizeof(vyre_sort_tiles_frame) * 64u;

void vyre_run_0(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {
    u32 shared_0[128];
    u32 shared_1[128];
    vyre_sort_tiles_frame *frames = (vyre_sort_tiles_frame *)scratch;
    for (u64 n = first; n < end; n++) {
        const u32 workgroup_of[3] = {(u32)(n % groups[0]), (u32)(n / groups[0] % groups[1]), (u32)(n / groups[0] / groups[1])};
        for (u32 k = 0u; k < 128u; k++) shared_0[k] = 0u;
        for (u32 k = 0u; k < 128u; k++) shared_1[k] = 0u;
        for (u32 k = 0u; k < 64u; k++) frames[k].state = 0u;
        for (bool waiting = true; waiting;) {
            waiting = false;
            u32 k = 0u;
            for (u32 z = 0u; z < 1u; z++) {
                for (u32 y = 0u; y < 1u; y++) {
                    for (u32 x = 0u; x < 64u; x++) {
                        const u32 local_of[3] = {x, y, z};
                        vyre_sort_tiles_frame *frame = &frames[k++];
                        if (frame->state == 0xffffffffu) continue;
                        if (vyre_sort_tiles(frame, workgroup_of, local_of, buffers[0], lengths[0], buffers[1], lengths[1], buffers[2], lengths[2], shared_0, shared_1)) waiting = true;
                        else frame->state = 0xffffffffu;
                    }
                }
            }
        }
    }
}
