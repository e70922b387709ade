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
    u32 v_param;
    u32 v_param_1;
    u32 v_param_2;
    u32 v_local;
    u32 v_round;
    u32 v_start;
    u32 v_at;
    bool v_inside;
    u32 v_at_1;
    bool v_inside_1;
    u32 v_place;
    u32 v_place_1;
    u32 v_key;
    u32 v_key_1;
    u32 v_value;
    u32 v_value_1;
    u32 v_place_2;
    u32 v_place_3;
    u32 v_key_2;
    u32 v_key_3;
    u32 v_value_2;
    u32 v_value_3;
    u32 v_place_4;
    u32 v_place_5;
    u32 v_key_4;
    u32 v_key_5;
    u32 v_value_4;
    u32 v_value_5;
    u32 v_place_6;
    u32 v_place_7;
    u32 v_key_6;
    u32 v_key_7;
    u32 v_value_6;
    u32 v_value_7;
    u32 v_place_8;
    u32 v_place_9;
    u32 v_key_8;
    u32 v_key_9;
    u32 v_value_8;
    u32 v_value_9;
    u32 v_place_10;
    u32 v_place_11;
    u32 v_key_10;
    u32 v_key_11;
    u32 v_value_10;
    u32 v_value_11;
    u32 v_place_12;
    u32 v_place_13;
    u32 v_key_12;
    u32 v_key_13;
    u32 v_value_12;
    u32 v_value_13;
    u32 v_place_14;
    u32 v_place_15;
    u32 v_key_14;
    u32 v_key_15;
    u32 v_value_14;
    u32 v_value_15;
    u32 v_place_16;
    u32 v_place_17;
    u32 v_key_16;
    u32 v_key_17;
    u32 v_value_16;
    u32 v_value_17;
    u32 v_place_18;
    u32 v_place_19;
    u32 v_key_18;
    u32 v_key_19;
    u32 v_value_18;
    u32 v_value_19;
    u32 v_place_20;
    u32 v_place_21;
    u32 v_key_20;
    u32 v_key_21;
    u32 v_value_20;
    u32 v_value_21;
    u32 v_place_22;
    u32 v_place_23;
    u32 v_key_22;
    u32 v_key_23;
    u32 v_value_22;
    u32 v_value_23;
    u32 v_place_24;
    u32 v_place_25;
    u32 v_key_24;
    u32 v_key_25;
    u32 v_value_24;
    u32 v_value_25;
    u32 v_place_26;
    u32 v_place_27;
    u32 v_key_26;
    u32 v_key_27;
    u32 v_value_26;
    u32 v_value_27;
    u32 v_place_28;
    u32 v_place_29;
    u32 v_key_28;
    u32 v_key_29;
    u32 v_value_28;
    u32 v_value_29;
    u32 v_place_30;
    u32 v_place_31;
    u32 v_key_30;
    u32 v_key_31;
    u32 v_value_30;
    u32 v_value_31;
    u32 v_place_32;
    u32 v_place_33;
    u32 v_key_32;
    u32 v_key_33;
    u32 v_value_32;
    u32 v_value_33;
    u32 v_place_34;
    u32 v_place_35;
    u32 v_key_34;
    u32 v_key_35;
    u32 v_value_34;
    u32 v_value_35;
    u32 v_place_36;
    u32 v_place_37;
    u32 v_key_36;
    u32 v_key_37;
    u32 v_value_36;
    u32 v_value_37;
    u32 v_place_38;
    u32 v_place_39;
    u32 v_key_38;
    u32 v_key_39;
    u32 v_value_38;
    u32 v_value_39;
    u32 v_place_40;
    u32 v_place_41;
    u32 v_key_40;
    u32 v_key_41;
    u32 v_value_40;
    u32 v_value_41;
    u32 v_place_42;
    u32 v_place_43;
    u32 v_key_42;
    u32 v_key_43;
    u32 v_value_42;
    u32 v_value_43;
    u32 v_place_44;
    u32 v_place_45;
    u32 v_key_44;
    u32 v_key_45;
    u32 v_value_44;
    u32 v_value_45;
    u32 v_place_46;
    u32 v_place_47;
    u32 v_key_46;
    u32 v_key_47;
    u32 v_value_46;
    u32 v_value_47;
    u32 v_place_48;
    u32 v_place_49;
    u32 v_key_48;
    u32 v_key_49;
    u32 v_value_48;
    u32 v_value_49;
    u32 v_place_50;
    u32 v_place_51;
    u32 v_key_50;
    u32 v_key_51;
    u32 v_value_50;
    u32 v_value_51;
    u32 v_place_52;
    u32 v_place_53;
    u32 v_key_52;
    u32 v_key_53;
    u32 v_value_52;
    u32 v_value_53;
    u32 v_place_54;
    u32 v_place_55;
    u32 v_key_54;
    u32 v_key_55;
    u32 v_value_54;
    u32 v_value_55;
    u32 v_at_2;
    u32 v_at_3;
    u32 end;
} vyre_sort_tiles_frame;

// An invocation up to its next barrier; whether it waits there.
static inline bool vyre_sort_tiles(
    vyre_sort_tiles_frame *frame,
    const u32 *workgroup_of,
    const u32 *local_of,
    const u32 *b_params,
    u32 b_params_length,
    u32 *b_keys,
    u32 b_keys_length,
    u32 *b_values,
    u32 b_values_length,
    u32 *b_near_keys,
    u32 *b_near_values) {
    const u32 local_x = local_of[0];
    const u32 workgroup_x = workgroup_of[0];
    switch (frame->state) {
    case 0u:;
    frame->v_param = load_u32(b_params, b_params_length, 0u);
    frame->v_param_1 = load_u32(b_params, b_params_length, 1u);
    frame->v_param_2 = load_u32(b_params, b_params_length, 2u);
    frame->v_local = local_x;
    for (frame->v_round = 0u, frame->end = frame->v_param_2; frame->v_round < frame->end; frame->v_round++) {
        frame->v_start = (frame->v_round * frame->v_param_1 + workgroup_x) * 128u + frame->v_local;
        frame->v_at = frame->v_start + 0u;
        frame->v_inside = frame->v_at < frame->v_param;
        share_u32(b_near_keys, 128u, frame->v_local + 0u, frame->v_inside ? read_u32(b_keys, b_keys_length, frame->v_at) : 0xffffffffu);
        share_u32(b_near_values, 128u, frame->v_local + 0u, frame->v_inside ? read_u32(b_values, b_values_length, frame->v_at) : 0xffffffffu);
        frame->v_at_1 = frame->v_start + 64u;
        frame->v_inside_1 = frame->v_at_1 < frame->v_param;
        share_u32(b_near_keys, 128u, frame->v_local + 64u, frame->v_inside_1 ? read_u32(b_keys, b_keys_length, frame->v_at_1) : 0xffffffffu);
        share_u32(b_near_values, 128u, frame->v_local + 64u, frame->v_inside_1 ? read_u32(b_values, b_values_length, frame->v_at_1) : 0xffffffffu);
        frame->state = 1u; // barrier
        return true;
        case 1u:;
        frame->v_place = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_1 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key = shared_u32(b_near_keys, 128u, frame->v_place);
        frame->v_key_1 = shared_u32(b_near_keys, 128u, frame->v_place_1);
        frame->v_value = shared_u32(b_near_values, 128u, frame->v_place);
        frame->v_value_1 = shared_u32(b_near_values, 128u, frame->v_place_1);
        if (frame->v_key > frame->v_key_1 || (frame->v_key == frame->v_key_1 && frame->v_value > frame->v_value_1)) {
            share_u32(b_near_keys, 128u, frame->v_place, frame->v_key_1);
            share_u32(b_near_keys, 128u, frame->v_place_1, frame->v_key);
            share_u32(b_near_values, 128u, frame->v_place, frame->v_value_1);
            share_u32(b_near_values, 128u, frame->v_place_1, frame->v_value);
        }
        frame->state = 2u; // barrier
        return true;
        case 2u:;
        frame->v_place_2 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_3 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 3u;
        frame->v_key_2 = shared_u32(b_near_keys, 128u, frame->v_place_2);
        frame->v_key_3 = shared_u32(b_near_keys, 128u, frame->v_place_3);
        frame->v_value_2 = shared_u32(b_near_values, 128u, frame->v_place_2);
        frame->v_value_3 = shared_u32(b_near_values, 128u, frame->v_place_3);
        if (frame->v_key_2 > frame->v_key_3 || (frame->v_key_2 == frame->v_key_3 && frame->v_value_2 > frame->v_value_3)) {
            share_u32(b_near_keys, 128u, frame->v_place_2, frame->v_key_3);
            share_u32(b_near_keys, 128u, frame->v_place_3, frame->v_key_2);
            share_u32(b_near_values, 128u, frame->v_place_2, frame->v_value_3);
            share_u32(b_near_values, 128u, frame->v_place_3, frame->v_value_2);
        }
        frame->state = 3u; // barrier
        return true;
        case 3u:;
        frame->v_place_4 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_5 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_4 = shared_u32(b_near_keys, 128u, frame->v_place_4);
        frame->v_key_5 = shared_u32(b_near_keys, 128u, frame->v_place_5);
        frame->v_value_4 = shared_u32(b_near_values, 128u, frame->v_place_4);
        frame->v_value_5 = shared_u32(b_near_values, 128u, frame->v_place_5);
        if (frame->v_key_4 > frame->v_key_5 || (frame->v_key_4 == frame->v_key_5 && frame->v_value_4 > frame->v_value_5)) {
            share_u32(b_near_keys, 128u, frame->v_place_4, frame->v_key_5);
            share_u32(b_near_keys, 128u, frame->v_place_5, frame->v_key_4);
            share_u32(b_near_values, 128u, frame->v_place_4, frame->v_value_5);
            share_u32(b_near_values, 128u, frame->v_place_5, frame->v_value_4);
        }
        frame->state = 4u; // barrier
        return true;
        case 4u:;
        frame->v_place_6 = ((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u));
        frame->v_place_7 = (((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u))) ^ 7u;
        frame->v_key_6 = shared_u32(b_near_keys, 128u, frame->v_place_6);
        frame->v_key_7 = shared_u32(b_near_keys, 128u, frame->v_place_7);
        frame->v_value_6 = shared_u32(b_near_values, 128u, frame->v_place_6);
        frame->v_value_7 = shared_u32(b_near_values, 128u, frame->v_place_7);
        if (frame->v_key_6 > frame->v_key_7 || (frame->v_key_6 == frame->v_key_7 && frame->v_value_6 > frame->v_value_7)) {
            share_u32(b_near_keys, 128u, frame->v_place_6, frame->v_key_7);
            share_u32(b_near_keys, 128u, frame->v_place_7, frame->v_key_6);
            share_u32(b_near_values, 128u, frame->v_place_6, frame->v_value_7);
            share_u32(b_near_values, 128u, frame->v_place_7, frame->v_value_6);
        }
        frame->state = 5u; // barrier
        return true;
        case 5u:;
        frame->v_place_8 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_9 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 2u;
        frame->v_key_8 = shared_u32(b_near_keys, 128u, frame->v_place_8);
        frame->v_key_9 = shared_u32(b_near_keys, 128u, frame->v_place_9);
        frame->v_value_8 = shared_u32(b_near_values, 128u, frame->v_place_8);
        frame->v_value_9 = shared_u32(b_near_values, 128u, frame->v_place_9);
        if (frame->v_key_8 > frame->v_key_9 || (frame->v_key_8 == frame->v_key_9 && frame->v_value_8 > frame->v_value_9)) {
            share_u32(b_near_keys, 128u, frame->v_place_8, frame->v_key_9);
            share_u32(b_near_keys, 128u, frame->v_place_9, frame->v_key_8);
            share_u32(b_near_values, 128u, frame->v_place_8, frame->v_value_9);
            share_u32(b_near_values, 128u, frame->v_place_9, frame->v_value_8);
        }
        frame->state = 6u; // barrier
        return true;
        case 6u:;
        frame->v_place_10 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_11 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_10 = shared_u32(b_near_keys, 128u, frame->v_place_10);
        frame->v_key_11 = shared_u32(b_near_keys, 128u, frame->v_place_11);
        frame->v_value_10 = shared_u32(b_near_values, 128u, frame->v_place_10);
        frame->v_value_11 = shared_u32(b_near_values, 128u, frame->v_place_11);
        if (frame->v_key_10 > frame->v_key_11 || (frame->v_key_10 == frame->v_key_11 && frame->v_value_10 > frame->v_value_11)) {
            share_u32(b_near_keys, 128u, frame->v_place_10, frame->v_key_11);
            share_u32(b_near_keys, 128u, frame->v_place_11, frame->v_key_10);
            share_u32(b_near_values, 128u, frame->v_place_10, frame->v_value_11);
            share_u32(b_near_values, 128u, frame->v_place_11, frame->v_value_10);
        }
        frame->state = 7u; // barrier
        return true;
        case 7u:;
        frame->v_place_12 = ((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u));
        frame->v_place_13 = (((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u))) ^ 15u;
        frame->v_key_12 = shared_u32(b_near_keys, 128u, frame->v_place_12);
        frame->v_key_13 = shared_u32(b_near_keys, 128u, frame->v_place_13);
        frame->v_value_12 = shared_u32(b_near_values, 128u, frame->v_place_12);
        frame->v_value_13 = shared_u32(b_near_values, 128u, frame->v_place_13);
        if (frame->v_key_12 > frame->v_key_13 || (frame->v_key_12 == frame->v_key_13 && frame->v_value_12 > frame->v_value_13)) {
            share_u32(b_near_keys, 128u, frame->v_place_12, frame->v_key_13);
            share_u32(b_near_keys, 128u, frame->v_place_13, frame->v_key_12);
            share_u32(b_near_values, 128u, frame->v_place_12, frame->v_value_13);
            share_u32(b_near_values, 128u, frame->v_place_13, frame->v_value_12);
        }
        frame->state = 8u; // barrier
        return true;
        case 8u:;
        frame->v_place_14 = ((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u));
        frame->v_place_15 = (((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u))) ^ 4u;
        frame->v_key_14 = shared_u32(b_near_keys, 128u, frame->v_place_14);
        frame->v_key_15 = shared_u32(b_near_keys, 128u, frame->v_place_15);
        frame->v_value_14 = shared_u32(b_near_values, 128u, frame->v_place_14);
        frame->v_value_15 = shared_u32(b_near_values, 128u, frame->v_place_15);
        if (frame->v_key_14 > frame->v_key_15 || (frame->v_key_14 == frame->v_key_15 && frame->v_value_14 > frame->v_value_15)) {
            share_u32(b_near_keys, 128u, frame->v_place_14, frame->v_key_15);
            share_u32(b_near_keys, 128u, frame->v_place_15, frame->v_key_14);
            share_u32(b_near_values, 128u, frame->v_place_14, frame->v_value_15);
            share_u32(b_near_values, 128u, frame->v_place_15, frame->v_value_14);
        }
        frame->state = 9u; // barrier
        return true;
        case 9u:;
        frame->v_place_16 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_17 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 2u;
        frame->v_key_16 = shared_u32(b_near_keys, 128u, frame->v_place_16);
        frame->v_key_17 = shared_u32(b_near_keys, 128u, frame->v_place_17);
        frame->v_value_16 = shared_u32(b_near_values, 128u, frame->v_place_16);
        frame->v_value_17 = shared_u32(b_near_values, 128u, frame->v_place_17);
        if (frame->v_key_16 > frame->v_key_17 || (frame->v_key_16 == frame->v_key_17 && frame->v_value_16 > frame->v_value_17)) {
            share_u32(b_near_keys, 128u, frame->v_place_16, frame->v_key_17);
            share_u32(b_near_keys, 128u, frame->v_place_17, frame->v_key_16);
            share_u32(b_near_values, 128u, frame->v_place_16, frame->v_value_17);
            share_u32(b_near_values, 128u, frame->v_place_17, frame->v_value_16);
        }
        frame->state = 10u; // barrier
        return true;
        case 10u:;
        frame->v_place_18 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_19 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_18 = shared_u32(b_near_keys, 128u, frame->v_place_18);
        frame->v_key_19 = shared_u32(b_near_keys, 128u, frame->v_place_19);
        frame->v_value_18 = shared_u32(b_near_values, 128u, frame->v_place_18);
        frame->v_value_19 = shared_u32(b_near_values, 128u, frame->v_place_19);
        if (frame->v_key_18 > frame->v_key_19 || (frame->v_key_18 == frame->v_key_19 && frame->v_value_18 > frame->v_value_19)) {
            share_u32(b_near_keys, 128u, frame->v_place_18, frame->v_key_19);
            share_u32(b_near_keys, 128u, frame->v_place_19, frame->v_key_18);
            share_u32(b_near_values, 128u, frame->v_place_18, frame->v_value_19);
            share_u32(b_near_values, 128u, frame->v_place_19, frame->v_value_18);
        }
        frame->state = 11u; // barrier
        return true;
        case 11u:;
        frame->v_place_20 = ((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u));
        frame->v_place_21 = (((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u))) ^ 31u;
        frame->v_key_20 = shared_u32(b_near_keys, 128u, frame->v_place_20);
        frame->v_key_21 = shared_u32(b_near_keys, 128u, frame->v_place_21);
        frame->v_value_20 = shared_u32(b_near_values, 128u, frame->v_place_20);
        frame->v_value_21 = shared_u32(b_near_values, 128u, frame->v_place_21);
        if (frame->v_key_20 > frame->v_key_21 || (frame->v_key_20 == frame->v_key_21 && frame->v_value_20 > frame->v_value_21)) {
            share_u32(b_near_keys, 128u, frame->v_place_20, frame->v_key_21);
            share_u32(b_near_keys, 128u, frame->v_place_21, frame->v_key_20);
            share_u32(b_near_values, 128u, frame->v_place_20, frame->v_value_21);
            share_u32(b_near_values, 128u, frame->v_place_21, frame->v_value_20);
        }
        frame->state = 12u; // barrier
        return true;
        case 12u:;
        frame->v_place_22 = ((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u));
        frame->v_place_23 = (((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u))) ^ 8u;
        frame->v_key_22 = shared_u32(b_near_keys, 128u, frame->v_place_22);
        frame->v_key_23 = shared_u32(b_near_keys, 128u, frame->v_place_23);
        frame->v_value_22 = shared_u32(b_near_values, 128u, frame->v_place_22);
        frame->v_value_23 = shared_u32(b_near_values, 128u, frame->v_place_23);
        if (frame->v_key_22 > frame->v_key_23 || (frame->v_key_22 == frame->v_key_23 && frame->v_value_22 > frame->v_value_23)) {
            share_u32(b_near_keys, 128u, frame->v_place_22, frame->v_key_23);
            share_u32(b_near_keys, 128u, frame->v_place_23, frame->v_key_22);
            share_u32(b_near_values, 128u, frame->v_place_22, frame->v_value_23);
            share_u32(b_near_values, 128u, frame->v_place_23, frame->v_value_22);
        }
        frame->state = 13u; // barrier
        return true;
        case 13u:;
        frame->v_place_24 = ((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u));
        frame->v_place_25 = (((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u))) ^ 4u;
        frame->v_key_24 = shared_u32(b_near_keys, 128u, frame->v_place_24);
        frame->v_key_25 = shared_u32(b_near_keys, 128u, frame->v_place_25);
        frame->v_value_24 = shared_u32(b_near_values, 128u, frame->v_place_24);
        frame->v_value_25 = shared_u32(b_near_values, 128u, frame->v_place_25);
        if (frame->v_key_24 > frame->v_key_25 || (frame->v_key_24 == frame->v_key_25 && frame->v_value_24 > frame->v_value_25)) {
            share_u32(b_near_keys, 128u, frame->v_place_24, frame->v_key_25);
            share_u32(b_near_keys, 128u, frame->v_place_25, frame->v_key_24);
            share_u32(b_near_values, 128u, frame->v_place_24, frame->v_value_25);
            share_u32(b_near_values, 128u, frame->v_place_25, frame->v_value_24);
        }
        frame->state = 14u; // barrier
        return true;
        case 14u:;
        frame->v_place_26 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_27 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 2u;
        frame->v_key_26 = shared_u32(b_near_keys, 128u, frame->v_place_26);
        frame->v_key_27 = shared_u32(b_near_keys, 128u, frame->v_place_27);
        frame->v_value_26 = shared_u32(b_near_values, 128u, frame->v_place_26);
        frame->v_value_27 = shared_u32(b_near_values, 128u, frame->v_place_27);
        if (frame->v_key_26 > frame->v_key_27 || (frame->v_key_26 == frame->v_key_27 && frame->v_value_26 > frame->v_value_27)) {
            share_u32(b_near_keys, 128u, frame->v_place_26, frame->v_key_27);
            share_u32(b_near_keys, 128u, frame->v_place_27, frame->v_key_26);
            share_u32(b_near_values, 128u, frame->v_place_26, frame->v_value_27);
            share_u32(b_near_values, 128u, frame->v_place_27, frame->v_value_26);
        }
        frame->state = 15u; // barrier
        return true;
        case 15u:;
        frame->v_place_28 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_29 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_28 = shared_u32(b_near_keys, 128u, frame->v_place_28);
        frame->v_key_29 = shared_u32(b_near_keys, 128u, frame->v_place_29);
        frame->v_value_28 = shared_u32(b_near_values, 128u, frame->v_place_28);
        frame->v_value_29 = shared_u32(b_near_values, 128u, frame->v_place_29);
        if (frame->v_key_28 > frame->v_key_29 || (frame->v_key_28 == frame->v_key_29 && frame->v_value_28 > frame->v_value_29)) {
            share_u32(b_near_keys, 128u, frame->v_place_28, frame->v_key_29);
            share_u32(b_near_keys, 128u, frame->v_place_29, frame->v_key_28);
            share_u32(b_near_values, 128u, frame->v_place_28, frame->v_value_29);
            share_u32(b_near_values, 128u, frame->v_place_29, frame->v_value_28);
        }
        frame->state = 16u; // barrier
        return true;
        case 16u:;
        frame->v_place_30 = ((frame->v_local >> 5u) << ((5u + 1u) & 31u)) | (frame->v_local & ((1u << 5u) - 1u));
        frame->v_place_31 = (((frame->v_local >> 5u) << ((5u + 1u) & 31u)) | (frame->v_local & ((1u << 5u) - 1u))) ^ 63u;
        frame->v_key_30 = shared_u32(b_near_keys, 128u, frame->v_place_30);
        frame->v_key_31 = shared_u32(b_near_keys, 128u, frame->v_place_31);
        frame->v_value_30 = shared_u32(b_near_values, 128u, frame->v_place_30);
        frame->v_value_31 = shared_u32(b_near_values, 128u, frame->v_place_31);
        if (frame->v_key_30 > frame->v_key_31 || (frame->v_key_30 == frame->v_key_31 && frame->v_value_30 > frame->v_value_31)) {
            share_u32(b_near_keys, 128u, frame->v_place_30, frame->v_key_31);
            share_u32(b_near_keys, 128u, frame->v_place_31, frame->v_key_30);
            share_u32(b_near_values, 128u, frame->v_place_30, frame->v_value_31);
            share_u32(b_near_values, 128u, frame->v_place_31, frame->v_value_30);
        }
        frame->state = 17u; // barrier
        return true;
        case 17u:;
        frame->v_place_32 = ((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u));
        frame->v_place_33 = (((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u))) ^ 16u;
        frame->v_key_32 = shared_u32(b_near_keys, 128u, frame->v_place_32);
        frame->v_key_33 = shared_u32(b_near_keys, 128u, frame->v_place_33);
        frame->v_value_32 = shared_u32(b_near_values, 128u, frame->v_place_32);
        frame->v_value_33 = shared_u32(b_near_values, 128u, frame->v_place_33);
        if (frame->v_key_32 > frame->v_key_33 || (frame->v_key_32 == frame->v_key_33 && frame->v_value_32 > frame->v_value_33)) {
            share_u32(b_near_keys, 128u, frame->v_place_32, frame->v_key_33);
            share_u32(b_near_keys, 128u, frame->v_place_33, frame->v_key_32);
            share_u32(b_near_values, 128u, frame->v_place_32, frame->v_value_33);
            share_u32(b_near_values, 128u, frame->v_place_33, frame->v_value_32);
        }
        frame->state = 18u; // barrier
        return true;
        case 18u:;
        frame->v_place_34 = ((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u));
        frame->v_place_35 = (((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u))) ^ 8u;
        frame->v_key_34 = shared_u32(b_near_keys, 128u, frame->v_place_34);
        frame->v_key_35 = shared_u32(b_near_keys, 128u, frame->v_place_35);
        frame->v_value_34 = shared_u32(b_near_values, 128u, frame->v_place_34);
        frame->v_value_35 = shared_u32(b_near_values, 128u, frame->v_place_35);
        if (frame->v_key_34 > frame->v_key_35 || (frame->v_key_34 == frame->v_key_35 && frame->v_value_34 > frame->v_value_35)) {
            share_u32(b_near_keys, 128u, frame->v_place_34, frame->v_key_35);
            share_u32(b_near_keys, 128u, frame->v_place_35, frame->v_key_34);
            share_u32(b_near_values, 128u, frame->v_place_34, frame->v_value_35);
            share_u32(b_near_values, 128u, frame->v_place_35, frame->v_value_34);
        }
        frame->state = 19u; // barrier
        return true;
        case 19u:;
        frame->v_place_36 = ((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u));
        frame->v_place_37 = (((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u))) ^ 4u;
        frame->v_key_36 = shared_u32(b_near_keys, 128u, frame->v_place_36);
        frame->v_key_37 = shared_u32(b_near_keys, 128u, frame->v_place_37);
        frame->v_value_36 = shared_u32(b_near_values, 128u, frame->v_place_36);
        frame->v_value_37 = shared_u32(b_near_values, 128u, frame->v_place_37);
        if (frame->v_key_36 > frame->v_key_37 || (frame->v_key_36 == frame->v_key_37 && frame->v_value_36 > frame->v_value_37)) {
            share_u32(b_near_keys, 128u, frame->v_place_36, frame->v_key_37);
            share_u32(b_near_keys, 128u, frame->v_place_37, frame->v_key_36);
            share_u32(b_near_values, 128u, frame->v_place_36, frame->v_value_37);
            share_u32(b_near_values, 128u, frame->v_place_37, frame->v_value_36);
        }
        frame->state = 20u; // barrier
        return true;
        case 20u:;
        frame->v_place_38 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_39 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 2u;
        frame->v_key_38 = shared_u32(b_near_keys, 128u, frame->v_place_38);
        frame->v_key_39 = shared_u32(b_near_keys, 128u, frame->v_place_39);
        frame->v_value_38 = shared_u32(b_near_values, 128u, frame->v_place_38);
        frame->v_value_39 = shared_u32(b_near_values, 128u, frame->v_place_39);
        if (frame->v_key_38 > frame->v_key_39 || (frame->v_key_38 == frame->v_key_39 && frame->v_value_38 > frame->v_value_39)) {
            share_u32(b_near_keys, 128u, frame->v_place_38, frame->v_key_39);
            share_u32(b_near_keys, 128u, frame->v_place_39, frame->v_key_38);
            share_u32(b_near_values, 128u, frame->v_place_38, frame->v_value_39);
            share_u32(b_near_values, 128u, frame->v_place_39, frame->v_value_38);
        }
        frame->state = 21u; // barrier
        return true;
        case 21u:;
        frame->v_place_40 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_41 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_40 = shared_u32(b_near_keys, 128u, frame->v_place_40);
        frame->v_key_41 = shared_u32(b_near_keys, 128u, frame->v_place_41);
        frame->v_value_40 = shared_u32(b_near_values, 128u, frame->v_place_40);
        frame->v_value_41 = shared_u32(b_near_values, 128u, frame->v_place_41);
        if (frame->v_key_40 > frame->v_key_41 || (frame->v_key_40 == frame->v_key_41 && frame->v_value_40 > frame->v_value_41)) {
            share_u32(b_near_keys, 128u, frame->v_place_40, frame->v_key_41);
            share_u32(b_near_keys, 128u, frame->v_place_41, frame->v_key_40);
            share_u32(b_near_values, 128u, frame->v_place_40, frame->v_value_41);
            share_u32(b_near_values, 128u, frame->v_place_41, frame->v_value_40);
        }
        frame->state = 22u; // barrier
        return true;
        case 22u:;
        frame->v_place_42 = ((frame->v_local >> 6u) << ((6u + 1u) & 31u)) | (frame->v_local & ((1u << 6u) - 1u));
        frame->v_place_43 = (((frame->v_local >> 6u) << ((6u + 1u) & 31u)) | (frame->v_local & ((1u << 6u) - 1u))) ^ 127u;
        frame->v_key_42 = shared_u32(b_near_keys, 128u, frame->v_place_42);
        frame->v_key_43 = shared_u32(b_near_keys, 128u, frame->v_place_43);
        frame->v_value_42 = shared_u32(b_near_values, 128u, frame->v_place_42);
        frame->v_value_43 = shared_u32(b_near_values, 128u, frame->v_place_43);
        if (frame->v_key_42 > frame->v_key_43 || (frame->v_key_42 == frame->v_key_43 && frame->v_value_42 > frame->v_value_43)) {
            share_u32(b_near_keys, 128u, frame->v_place_42, frame->v_key_43);
            share_u32(b_near_keys, 128u, frame->v_place_43, frame->v_key_42);
            share_u32(b_near_values, 128u, frame->v_place_42, frame->v_value_43);
            share_u32(b_near_values, 128u, frame->v_place_43, frame->v_value_42);
        }
        frame->state = 23u; // barrier
        return true;
        case 23u:;
        frame->v_place_44 = ((frame->v_local >> 5u) << ((5u + 1u) & 31u)) | (frame->v_local & ((1u << 5u) - 1u));
        frame->v_place_45 = (((frame->v_local >> 5u) << ((5u + 1u) & 31u)) | (frame->v_local & ((1u << 5u) - 1u))) ^ 32u;
        frame->v_key_44 = shared_u32(b_near_keys, 128u, frame->v_place_44);
        frame->v_key_45 = shared_u32(b_near_keys, 128u, frame->v_place_45);
        frame->v_value_44 = shared_u32(b_near_values, 128u, frame->v_place_44);
        frame->v_value_45 = shared_u32(b_near_values, 128u, frame->v_place_45);
        if (frame->v_key_44 > frame->v_key_45 || (frame->v_key_44 == frame->v_key_45 && frame->v_value_44 > frame->v_value_45)) {
            share_u32(b_near_keys, 128u, frame->v_place_44, frame->v_key_45);
            share_u32(b_near_keys, 128u, frame->v_place_45, frame->v_key_44);
            share_u32(b_near_values, 128u, frame->v_place_44, frame->v_value_45);
            share_u32(b_near_values, 128u, frame->v_place_45, frame->v_value_44);
        }
        frame->state = 24u; // barrier
        return true;
        case 24u:;
        frame->v_place_46 = ((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u));
        frame->v_place_47 = (((frame->v_local >> 4u) << ((4u + 1u) & 31u)) | (frame->v_local & ((1u << 4u) - 1u))) ^ 16u;
        frame->v_key_46 = shared_u32(b_near_keys, 128u, frame->v_place_46);
        frame->v_key_47 = shared_u32(b_near_keys, 128u, frame->v_place_47);
        frame->v_value_46 = shared_u32(b_near_values, 128u, frame->v_place_46);
        frame->v_value_47 = shared_u32(b_near_values, 128u, frame->v_place_47);
        if (frame->v_key_46 > frame->v_key_47 || (frame->v_key_46 == frame->v_key_47 && frame->v_value_46 > frame->v_value_47)) {
            share_u32(b_near_keys, 128u, frame->v_place_46, frame->v_key_47);
            share_u32(b_near_keys, 128u, frame->v_place_47, frame->v_key_46);
            share_u32(b_near_values, 128u, frame->v_place_46, frame->v_value_47);
            share_u32(b_near_values, 128u, frame->v_place_47, frame->v_value_46);
        }
        frame->state = 25u; // barrier
        return true;
        case 25u:;
        frame->v_place_48 = ((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u));
        frame->v_place_49 = (((frame->v_local >> 3u) << ((3u + 1u) & 31u)) | (frame->v_local & ((1u << 3u) - 1u))) ^ 8u;
        frame->v_key_48 = shared_u32(b_near_keys, 128u, frame->v_place_48);
        frame->v_key_49 = shared_u32(b_near_keys, 128u, frame->v_place_49);
        frame->v_value_48 = shared_u32(b_near_values, 128u, frame->v_place_48);
        frame->v_value_49 = shared_u32(b_near_values, 128u, frame->v_place_49);
        if (frame->v_key_48 > frame->v_key_49 || (frame->v_key_48 == frame->v_key_49 && frame->v_value_48 > frame->v_value_49)) {
            share_u32(b_near_keys, 128u, frame->v_place_48, frame->v_key_49);
            share_u32(b_near_keys, 128u, frame->v_place_49, frame->v_key_48);
            share_u32(b_near_values, 128u, frame->v_place_48, frame->v_value_49);
            share_u32(b_near_values, 128u, frame->v_place_49, frame->v_value_48);
        }
        frame->state = 26u; // barrier
        return true;
        case 26u:;
        frame->v_place_50 = ((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u));
        frame->v_place_51 = (((frame->v_local >> 2u) << ((2u + 1u) & 31u)) | (frame->v_local & ((1u << 2u) - 1u))) ^ 4u;
        frame->v_key_50 = shared_u32(b_near_keys, 128u, frame->v_place_50);
        frame->v_key_51 = shared_u32(b_near_keys, 128u, frame->v_place_51);
        frame->v_value_50 = shared_u32(b_near_values, 128u, frame->v_place_50);
        frame->v_value_51 = shared_u32(b_near_values, 128u, frame->v_place_51);
        if (frame->v_key_50 > frame->v_key_51 || (frame->v_key_50 == frame->v_key_51 && frame->v_value_50 > frame->v_value_51)) {
            share_u32(b_near_keys, 128u, frame->v_place_50, frame->v_key_51);
            share_u32(b_near_keys, 128u, frame->v_place_51, frame->v_key_50);
            share_u32(b_near_values, 128u, frame->v_place_50, frame->v_value_51);
            share_u32(b_near_values, 128u, frame->v_place_51, frame->v_value_50);
        }
        frame->state = 27u; // barrier
        return true;
        case 27u:;
        frame->v_place_52 = ((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u));
        frame->v_place_53 = (((frame->v_local >> 1u) << ((1u + 1u) & 31u)) | (frame->v_local & ((1u << 1u) - 1u))) ^ 2u;
        frame->v_key_52 = shared_u32(b_near_keys, 128u, frame->v_place_52);
        frame->v_key_53 = shared_u32(b_near_keys, 128u, frame->v_place_53);
        frame->v_value_52 = shared_u32(b_near_values, 128u, frame->v_place_52);
        frame->v_value_53 = shared_u32(b_near_values, 128u, frame->v_place_53);
        if (frame->v_key_52 > frame->v_key_53 || (frame->v_key_52 == frame->v_key_53 && frame->v_value_52 > frame->v_value_53)) {
            share_u32(b_near_keys, 128u, frame->v_place_52, frame->v_key_53);
            share_u32(b_near_keys, 128u, frame->v_place_53, frame->v_key_52);
            share_u32(b_near_values, 128u, frame->v_place_52, frame->v_value_53);
            share_u32(b_near_values, 128u, frame->v_place_53, frame->v_value_52);
        }
        frame->state = 28u; // barrier
        return true;
        case 28u:;
        frame->v_place_54 = ((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u));
        frame->v_place_55 = (((frame->v_local >> 0u) << ((0u + 1u) & 31u)) | (frame->v_local & ((1u << 0u) - 1u))) ^ 1u;
        frame->v_key_54 = shared_u32(b_near_keys, 128u, frame->v_place_54);
        frame->v_key_55 = shared_u32(b_near_keys, 128u, frame->v_place_55);
        frame->v_value_54 = shared_u32(b_near_values, 128u, frame->v_place_54);
        frame->v_value_55 = shared_u32(b_near_values, 128u, frame->v_place_55);
        if (frame->v_key_54 > frame->v_key_55 || (frame->v_key_54 == frame->v_key_55 && frame->v_value_54 > frame->v_value_55)) {
            share_u32(b_near_keys, 128u, frame->v_place_54, frame->v_key_55);
            share_u32(b_near_keys, 128u, frame->v_place_55, frame->v_key_54);
            share_u32(b_near_values, 128u, frame->v_place_54, frame->v_value_55);
            share_u32(b_near_values, 128u, frame->v_place_55, frame->v_value_54);
        }
        frame->state = 29u; // barrier
        return true;
        case 29u:;
        frame->v_at_2 = frame->v_start + 0u;
        if (frame->v_at_2 < frame->v_param) {
            store_u32(b_keys, b_keys_length, frame->v_at_2, shared_u32(b_near_keys, 128u, frame->v_local + 0u));
            store_u32(b_values, b_values_length, frame->v_at_2, shared_u32(b_near_values, 128u, frame->v_local + 0u));
        }
        frame->v_at_3 = frame->v_start + 64u;
        if (frame->v_at_3 < frame->v_param) {
            store_u32(b_keys, b_keys_length, frame->v_at_3, shared_u32(b_near_keys, 128u, frame->v_local + 64u));
            store_u32(b_values, b_values_length, frame->v_at_3, shared_u32(b_near_values, 128u, frame->v_local + 64u));
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
