typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 load_u32(const __global u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline u32 read_u32(const volatile __global u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline void share_u32(__local u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

static inline u32 shared_u32(const __local u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline void store_u32(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_sort_tiles(
    const __global u32 *params,
    u32 params_length,
    __global u32 *keys,
    u32 keys_length,
    __global u32 *values,
    u32 values_length) {
    const u32 local_x = (u32)get_local_id(0);
    const u32 workgroup_x = (u32)get_group_id(0);
    __local u32 near_keys[128];
    __local u32 near_values[128];
    const u32 mine = ((u32)get_local_id(2) * 1u + (u32)get_local_id(1)) * 64u + (u32)get_local_id(0);
    for (u32 k = mine; k < 128u; k += 64u) near_keys[k] = 0u;
    for (u32 k = mine; k < 128u; k += 64u) near_values[k] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const u32 param = load_u32(params, params_length, 0u);
    const u32 param_1 = load_u32(params, params_length, 1u);
    const u32 param_2 = load_u32(params, params_length, 2u);
    const u32 local_v = local_x;
    for (u32 round = 0u, end = param_2; round < end; round++) {
        const u32 start = (round * param_1 + workgroup_x) * 128u + local_v;
        const u32 at = start + 0u;
        const bool inside = at < param;
        share_u32(near_keys, 128u, local_v + 0u, inside ? read_u32(keys, keys_length, at) : 0xffffffffu);
        share_u32(near_values, 128u, local_v + 0u, inside ? read_u32(values, values_length, at) : 0xffffffffu);
        const u32 at_1 = start + 64u;
        const bool inside_1 = at_1 < param;
        share_u32(near_keys, 128u, local_v + 64u, inside_1 ? read_u32(keys, keys_length, at_1) : 0xffffffffu);
        share_u32(near_values, 128u, local_v + 64u, inside_1 ? read_u32(values, values_length, at_1) : 0xffffffffu);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_1 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key = shared_u32(near_keys, 128u, place);
        const u32 key_1 = shared_u32(near_keys, 128u, place_1);
        const u32 value = shared_u32(near_values, 128u, place);
        const u32 value_1 = shared_u32(near_values, 128u, place_1);
        if (key > key_1 || (key == key_1 && value > value_1)) {
            share_u32(near_keys, 128u, place, key_1);
            share_u32(near_keys, 128u, place_1, key);
            share_u32(near_values, 128u, place, value_1);
            share_u32(near_values, 128u, place_1, value);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_2 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_3 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 3u;
        const u32 key_2 = shared_u32(near_keys, 128u, place_2);
        const u32 key_3 = shared_u32(near_keys, 128u, place_3);
        const u32 value_2 = shared_u32(near_values, 128u, place_2);
        const u32 value_3 = shared_u32(near_values, 128u, place_3);
        if (key_2 > key_3 || (key_2 == key_3 && value_2 > value_3)) {
            share_u32(near_keys, 128u, place_2, key_3);
            share_u32(near_keys, 128u, place_3, key_2);
            share_u32(near_values, 128u, place_2, value_3);
            share_u32(near_values, 128u, place_3, value_2);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_4 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_5 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_4 = shared_u32(near_keys, 128u, place_4);
        const u32 key_5 = shared_u32(near_keys, 128u, place_5);
        const u32 value_4 = shared_u32(near_values, 128u, place_4);
        const u32 value_5 = shared_u32(near_values, 128u, place_5);
        if (key_4 > key_5 || (key_4 == key_5 && value_4 > value_5)) {
            share_u32(near_keys, 128u, place_4, key_5);
            share_u32(near_keys, 128u, place_5, key_4);
            share_u32(near_values, 128u, place_4, value_5);
            share_u32(near_values, 128u, place_5, value_4);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_6 = ((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u));
        const u32 place_7 = (((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u))) ^ 7u;
        const u32 key_6 = shared_u32(near_keys, 128u, place_6);
        const u32 key_7 = shared_u32(near_keys, 128u, place_7);
        const u32 value_6 = shared_u32(near_values, 128u, place_6);
        const u32 value_7 = shared_u32(near_values, 128u, place_7);
        if (key_6 > key_7 || (key_6 == key_7 && value_6 > value_7)) {
            share_u32(near_keys, 128u, place_6, key_7);
            share_u32(near_keys, 128u, place_7, key_6);
            share_u32(near_values, 128u, place_6, value_7);
            share_u32(near_values, 128u, place_7, value_6);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_8 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_9 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 2u;
        const u32 key_8 = shared_u32(near_keys, 128u, place_8);
        const u32 key_9 = shared_u32(near_keys, 128u, place_9);
        const u32 value_8 = shared_u32(near_values, 128u, place_8);
        const u32 value_9 = shared_u32(near_values, 128u, place_9);
        if (key_8 > key_9 || (key_8 == key_9 && value_8 > value_9)) {
            share_u32(near_keys, 128u, place_8, key_9);
            share_u32(near_keys, 128u, place_9, key_8);
            share_u32(near_values, 128u, place_8, value_9);
            share_u32(near_values, 128u, place_9, value_8);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_10 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_11 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_10 = shared_u32(near_keys, 128u, place_10);
        const u32 key_11 = shared_u32(near_keys, 128u, place_11);
        const u32 value_10 = shared_u32(near_values, 128u, place_10);
        const u32 value_11 = shared_u32(near_values, 128u, place_11);
        if (key_10 > key_11 || (key_10 == key_11 && value_10 > value_11)) {
            share_u32(near_keys, 128u, place_10, key_11);
            share_u32(near_keys, 128u, place_11, key_10);
            share_u32(near_values, 128u, place_10, value_11);
            share_u32(near_values, 128u, place_11, value_10);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_12 = ((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u));
        const u32 place_13 = (((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u))) ^ 15u;
        const u32 key_12 = shared_u32(near_keys, 128u, place_12);
        const u32 key_13 = shared_u32(near_keys, 128u, place_13);
        const u32 value_12 = shared_u32(near_values, 128u, place_12);
        const u32 value_13 = shared_u32(near_values, 128u, place_13);
        if (key_12 > key_13 || (key_12 == key_13 && value_12 > value_13)) {
            share_u32(near_keys, 128u, place_12, key_13);
            share_u32(near_keys, 128u, place_13, key_12);
            share_u32(near_values, 128u, place_12, value_13);
            share_u32(near_values, 128u, place_13, value_12);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_14 = ((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u));
        const u32 place_15 = (((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u))) ^ 4u;
        const u32 key_14 = shared_u32(near_keys, 128u, place_14);
        const u32 key_15 = shared_u32(near_keys, 128u, place_15);
        const u32 value_14 = shared_u32(near_values, 128u, place_14);
        const u32 value_15 = shared_u32(near_values, 128u, place_15);
        if (key_14 > key_15 || (key_14 == key_15 && value_14 > value_15)) {
            share_u32(near_keys, 128u, place_14, key_15);
            share_u32(near_keys, 128u, place_15, key_14);
            share_u32(near_values, 128u, place_14, value_15);
            share_u32(near_values, 128u, place_15, value_14);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_16 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_17 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 2u;
        const u32 key_16 = shared_u32(near_keys, 128u, place_16);
        const u32 key_17 = shared_u32(near_keys, 128u, place_17);
        const u32 value_16 = shared_u32(near_values, 128u, place_16);
        const u32 value_17 = shared_u32(near_values, 128u, place_17);
        if (key_16 > key_17 || (key_16 == key_17 && value_16 > value_17)) {
            share_u32(near_keys, 128u, place_16, key_17);
            share_u32(near_keys, 128u, place_17, key_16);
            share_u32(near_values, 128u, place_16, value_17);
            share_u32(near_values, 128u, place_17, value_16);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_18 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_19 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_18 = shared_u32(near_keys, 128u, place_18);
        const u32 key_19 = shared_u32(near_keys, 128u, place_19);
        const u32 value_18 = shared_u32(near_values, 128u, place_18);
        const u32 value_19 = shared_u32(near_values, 128u, place_19);
        if (key_18 > key_19 || (key_18 == key_19 && value_18 > value_19)) {
            share_u32(near_keys, 128u, place_18, key_19);
            share_u32(near_keys, 128u, place_19, key_18);
            share_u32(near_values, 128u, place_18, value_19);
            share_u32(near_values, 128u, place_19, value_18);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_20 = ((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u));
        const u32 place_21 = (((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u))) ^ 31u;
        const u32 key_20 = shared_u32(near_keys, 128u, place_20);
        const u32 key_21 = shared_u32(near_keys, 128u, place_21);
        const u32 value_20 = shared_u32(near_values, 128u, place_20);
        const u32 value_21 = shared_u32(near_values, 128u, place_21);
        if (key_20 > key_21 || (key_20 == key_21 && value_20 > value_21)) {
            share_u32(near_keys, 128u, place_20, key_21);
            share_u32(near_keys, 128u, place_21, key_20);
            share_u32(near_values, 128u, place_20, value_21);
            share_u32(near_values, 128u, place_21, value_20);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_22 = ((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u));
        const u32 place_23 = (((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u))) ^ 8u;
        const u32 key_22 = shared_u32(near_keys, 128u, place_22);
        const u32 key_23 = shared_u32(near_keys, 128u, place_23);
        const u32 value_22 = shared_u32(near_values, 128u, place_22);
        const u32 value_23 = shared_u32(near_values, 128u, place_23);
        if (key_22 > key_23 || (key_22 == key_23 && value_22 > value_23)) {
            share_u32(near_keys, 128u, place_22, key_23);
            share_u32(near_keys, 128u, place_23, key_22);
            share_u32(near_values, 128u, place_22, value_23);
            share_u32(near_values, 128u, place_23, value_22);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_24 = ((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u));
        const u32 place_25 = (((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u))) ^ 4u;
        const u32 key_24 = shared_u32(near_keys, 128u, place_24);
        const u32 key_25 = shared_u32(near_keys, 128u, place_25);
        const u32 value_24 = shared_u32(near_values, 128u, place_24);
        const u32 value_25 = shared_u32(near_values, 128u, place_25);
        if (key_24 > key_25 || (key_24 == key_25 && value_24 > value_25)) {
            share_u32(near_keys, 128u, place_24, key_25);
            share_u32(near_keys, 128u, place_25, key_24);
            share_u32(near_values, 128u, place_24, value_25);
            share_u32(near_values, 128u, place_25, value_24);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_26 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_27 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 2u;
        const u32 key_26 = shared_u32(near_keys, 128u, place_26);
        const u32 key_27 = shared_u32(near_keys, 128u, place_27);
        const u32 value_26 = shared_u32(near_values, 128u, place_26);
        const u32 value_27 = shared_u32(near_values, 128u, place_27);
        if (key_26 > key_27 || (key_26 == key_27 && value_26 > value_27)) {
            share_u32(near_keys, 128u, place_26, key_27);
            share_u32(near_keys, 128u, place_27, key_26);
            share_u32(near_values, 128u, place_26, value_27);
            share_u32(near_values, 128u, place_27, value_26);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_28 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_29 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_28 = shared_u32(near_keys, 128u, place_28);
        const u32 key_29 = shared_u32(near_keys, 128u, place_29);
        const u32 value_28 = shared_u32(near_values, 128u, place_28);
        const u32 value_29 = shared_u32(near_values, 128u, place_29);
        if (key_28 > key_29 || (key_28 == key_29 && value_28 > value_29)) {
            share_u32(near_keys, 128u, place_28, key_29);
            share_u32(near_keys, 128u, place_29, key_28);
            share_u32(near_values, 128u, place_28, value_29);
            share_u32(near_values, 128u, place_29, value_28);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_30 = ((local_v >> 5u) << ((5u + 1u) & 31u)) | (local_v & ((1u << 5u) - 1u));
        const u32 place_31 = (((local_v >> 5u) << ((5u + 1u) & 31u)) | (local_v & ((1u << 5u) - 1u))) ^ 63u;
        const u32 key_30 = shared_u32(near_keys, 128u, place_30);
        const u32 key_31 = shared_u32(near_keys, 128u, place_31);
        const u32 value_30 = shared_u32(near_values, 128u, place_30);
        const u32 value_31 = shared_u32(near_values, 128u, place_31);
        if (key_30 > key_31 || (key_30 == key_31 && value_30 > value_31)) {
            share_u32(near_keys, 128u, place_30, key_31);
            share_u32(near_keys, 128u, place_31, key_30);
            share_u32(near_values, 128u, place_30, value_31);
            share_u32(near_values, 128u, place_31, value_30);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_32 = ((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u));
        const u32 place_33 = (((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u))) ^ 16u;
        const u32 key_32 = shared_u32(near_keys, 128u, place_32);
        const u32 key_33 = shared_u32(near_keys, 128u, place_33);
        const u32 value_32 = shared_u32(near_values, 128u, place_32);
        const u32 value_33 = shared_u32(near_values, 128u, place_33);
        if (key_32 > key_33 || (key_32 == key_33 && value_32 > value_33)) {
            share_u32(near_keys, 128u, place_32, key_33);
            share_u32(near_keys, 128u, place_33, key_32);
            share_u32(near_values, 128u, place_32, value_33);
            share_u32(near_values, 128u, place_33, value_32);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_34 = ((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u));
        const u32 place_35 = (((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u))) ^ 8u;
        const u32 key_34 = shared_u32(near_keys, 128u, place_34);
        const u32 key_35 = shared_u32(near_keys, 128u, place_35);
        const u32 value_34 = shared_u32(near_values, 128u, place_34);
        const u32 value_35 = shared_u32(near_values, 128u, place_35);
        if (key_34 > key_35 || (key_34 == key_35 && value_34 > value_35)) {
            share_u32(near_keys, 128u, place_34, key_35);
            share_u32(near_keys, 128u, place_35, key_34);
            share_u32(near_values, 128u, place_34, value_35);
            share_u32(near_values, 128u, place_35, value_34);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_36 = ((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u));
        const u32 place_37 = (((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u))) ^ 4u;
        const u32 key_36 = shared_u32(near_keys, 128u, place_36);
        const u32 key_37 = shared_u32(near_keys, 128u, place_37);
        const u32 value_36 = shared_u32(near_values, 128u, place_36);
        const u32 value_37 = shared_u32(near_values, 128u, place_37);
        if (key_36 > key_37 || (key_36 == key_37 && value_36 > value_37)) {
            share_u32(near_keys, 128u, place_36, key_37);
            share_u32(near_keys, 128u, place_37, key_36);
            share_u32(near_values, 128u, place_36, value_37);
            share_u32(near_values, 128u, place_37, value_36);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_38 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_39 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 2u;
        const u32 key_38 = shared_u32(near_keys, 128u, place_38);
        const u32 key_39 = shared_u32(near_keys, 128u, place_39);
        const u32 value_38 = shared_u32(near_values, 128u, place_38);
        const u32 value_39 = shared_u32(near_values, 128u, place_39);
        if (key_38 > key_39 || (key_38 == key_39 && value_38 > value_39)) {
            share_u32(near_keys, 128u, place_38, key_39);
            share_u32(near_keys, 128u, place_39, key_38);
            share_u32(near_values, 128u, place_38, value_39);
            share_u32(near_values, 128u, place_39, value_38);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_40 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_41 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_40 = shared_u32(near_keys, 128u, place_40);
        const u32 key_41 = shared_u32(near_keys, 128u, place_41);
        const u32 value_40 = shared_u32(near_values, 128u, place_40);
        const u32 value_41 = shared_u32(near_values, 128u, place_41);
        if (key_40 > key_41 || (key_40 == key_41 && value_40 > value_41)) {
            share_u32(near_keys, 128u, place_40, key_41);
            share_u32(near_keys, 128u, place_41, key_40);
            share_u32(near_values, 128u, place_40, value_41);
            share_u32(near_values, 128u, place_41, value_40);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_42 = ((local_v >> 6u) << ((6u + 1u) & 31u)) | (local_v & ((1u << 6u) - 1u));
        const u32 place_43 = (((local_v >> 6u) << ((6u + 1u) & 31u)) | (local_v & ((1u << 6u) - 1u))) ^ 127u;
        const u32 key_42 = shared_u32(near_keys, 128u, place_42);
        const u32 key_43 = shared_u32(near_keys, 128u, place_43);
        const u32 value_42 = shared_u32(near_values, 128u, place_42);
        const u32 value_43 = shared_u32(near_values, 128u, place_43);
        if (key_42 > key_43 || (key_42 == key_43 && value_42 > value_43)) {
            share_u32(near_keys, 128u, place_42, key_43);
            share_u32(near_keys, 128u, place_43, key_42);
            share_u32(near_values, 128u, place_42, value_43);
            share_u32(near_values, 128u, place_43, value_42);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_44 = ((local_v >> 5u) << ((5u + 1u) & 31u)) | (local_v & ((1u << 5u) - 1u));
        const u32 place_45 = (((local_v >> 5u) << ((5u + 1u) & 31u)) | (local_v & ((1u << 5u) - 1u))) ^ 32u;
        const u32 key_44 = shared_u32(near_keys, 128u, place_44);
        const u32 key_45 = shared_u32(near_keys, 128u, place_45);
        const u32 value_44 = shared_u32(near_values, 128u, place_44);
        const u32 value_45 = shared_u32(near_values, 128u, place_45);
        if (key_44 > key_45 || (key_44 == key_45 && value_44 > value_45)) {
            share_u32(near_keys, 128u, place_44, key_45);
            share_u32(near_keys, 128u, place_45, key_44);
            share_u32(near_values, 128u, place_44, value_45);
            share_u32(near_values, 128u, place_45, value_44);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_46 = ((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u));
        const u32 place_47 = (((local_v >> 4u) << ((4u + 1u) & 31u)) | (local_v & ((1u << 4u) - 1u))) ^ 16u;
        const u32 key_46 = shared_u32(near_keys, 128u, place_46);
        const u32 key_47 = shared_u32(near_keys, 128u, place_47);
        const u32 value_46 = shared_u32(near_values, 128u, place_46);
        const u32 value_47 = shared_u32(near_values, 128u, place_47);
        if (key_46 > key_47 || (key_46 == key_47 && value_46 > value_47)) {
            share_u32(near_keys, 128u, place_46, key_47);
            share_u32(near_keys, 128u, place_47, key_46);
            share_u32(near_values, 128u, place_46, value_47);
            share_u32(near_values, 128u, place_47, value_46);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_48 = ((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u));
        const u32 place_49 = (((local_v >> 3u) << ((3u + 1u) & 31u)) | (local_v & ((1u << 3u) - 1u))) ^ 8u;
        const u32 key_48 = shared_u32(near_keys, 128u, place_48);
        const u32 key_49 = shared_u32(near_keys, 128u, place_49);
        const u32 value_48 = shared_u32(near_values, 128u, place_48);
        const u32 value_49 = shared_u32(near_values, 128u, place_49);
        if (key_48 > key_49 || (key_48 == key_49 && value_48 > value_49)) {
            share_u32(near_keys, 128u, place_48, key_49);
            share_u32(near_keys, 128u, place_49, key_48);
            share_u32(near_values, 128u, place_48, value_49);
            share_u32(near_values, 128u, place_49, value_48);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_50 = ((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u));
        const u32 place_51 = (((local_v >> 2u) << ((2u + 1u) & 31u)) | (local_v & ((1u << 2u) - 1u))) ^ 4u;
        const u32 key_50 = shared_u32(near_keys, 128u, place_50);
        const u32 key_51 = shared_u32(near_keys, 128u, place_51);
        const u32 value_50 = shared_u32(near_values, 128u, place_50);
        const u32 value_51 = shared_u32(near_values, 128u, place_51);
        if (key_50 > key_51 || (key_50 == key_51 && value_50 > value_51)) {
            share_u32(near_keys, 128u, place_50, key_51);
            share_u32(near_keys, 128u, place_51, key_50);
            share_u32(near_values, 128u, place_50, value_51);
            share_u32(near_values, 128u, place_51, value_50);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_52 = ((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u));
        const u32 place_53 = (((local_v >> 1u) << ((1u + 1u) & 31u)) | (local_v & ((1u << 1u) - 1u))) ^ 2u;
        const u32 key_52 = shared_u32(near_keys, 128u, place_52);
        const u32 key_53 = shared_u32(near_keys, 128u, place_53);
        const u32 value_52 = shared_u32(near_values, 128u, place_52);
        const u32 value_53 = shared_u32(near_values, 128u, place_53);
        if (key_52 > key_53 || (key_52 == key_53 && value_52 > value_53)) {
            share_u32(near_keys, 128u, place_52, key_53);
            share_u32(near_keys, 128u, place_53, key_52);
            share_u32(near_values, 128u, place_52, value_53);
            share_u32(near_values, 128u, place_53, value_52);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 place_54 = ((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u));
        const u32 place_55 = (((local_v >> 0u) << ((0u + 1u) & 31u)) | (local_v & ((1u << 0u) - 1u))) ^ 1u;
        const u32 key_54 = shared_u32(near_keys, 128u, place_54);
        const u32 key_55 = shared_u32(near_keys, 128u, place_55);
        const u32 value_54 = shared_u32(near_values, 128u, place_54);
        const u32 value_55 = shared_u32(near_values, 128u, place_55);
        if (key_54 > key_55 || (key_54 == key_55 && value_54 > value_55)) {
            share_u32(near_keys, 128u, place_54, key_55);
            share_u32(near_keys, 128u, place_55, key_54);
            share_u32(near_values, 128u, place_54, value_55);
            share_u32(near_values, 128u, place_55, value_54);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 at_2 = start + 0u;
        if (at_2 < param) {
            store_u32(keys, keys_length, at_2, shared_u32(near_keys, 128u, local_v + 0u));
            store_u32(values, values_length, at_2, shared_u32(near_values, 128u, local_v + 0u));
        }
        const u32 at_3 = start + 64u;
        if (at_3 < param) {
            store_u32(keys, keys_length, at_3, shared_u32(near_keys, 128u, local_v + 64u));
            store_u32(values, values_length, at_3, shared_u32(near_values, 128u, local_v + 64u));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
