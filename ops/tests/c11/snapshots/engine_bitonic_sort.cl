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
    const __global u32 *b_params,
    u32 b_params_length,
    __global u32 *b_keys,
    u32 b_keys_length,
    __global u32 *b_values,
    u32 b_values_length) {
    const u32 local_x = (u32)get_local_id(0);
    const u32 workgroup_x = (u32)get_group_id(0);
    __local u32 b_near_keys[128];
    __local u32 b_near_values[128];
    const u32 mine = ((u32)get_local_id(2) * 1u + (u32)get_local_id(1)) * 64u + (u32)get_local_id(0);
    for (u32 k = mine; k < 128u; k += 64u) b_near_keys[k] = 0u;
    for (u32 k = mine; k < 128u; k += 64u) b_near_values[k] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const u32 v_param = load_u32(b_params, b_params_length, 0u);
    const u32 v_param_1 = load_u32(b_params, b_params_length, 1u);
    const u32 v_param_2 = load_u32(b_params, b_params_length, 2u);
    const u32 v_local = local_x;
    for (u32 v_round = 0u, end = v_param_2; v_round < end; v_round++) {
        const u32 v_start = (v_round * v_param_1 + workgroup_x) * 128u + v_local;
        const u32 v_at = v_start + 0u;
        const bool v_inside = v_at < v_param;
        share_u32(b_near_keys, 128u, v_local + 0u, v_inside ? read_u32(b_keys, b_keys_length, v_at) : 0xffffffffu);
        share_u32(b_near_values, 128u, v_local + 0u, v_inside ? read_u32(b_values, b_values_length, v_at) : 0xffffffffu);
        const u32 v_at_1 = v_start + 64u;
        const bool v_inside_1 = v_at_1 < v_param;
        share_u32(b_near_keys, 128u, v_local + 64u, v_inside_1 ? read_u32(b_keys, b_keys_length, v_at_1) : 0xffffffffu);
        share_u32(b_near_values, 128u, v_local + 64u, v_inside_1 ? read_u32(b_values, b_values_length, v_at_1) : 0xffffffffu);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_1 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key = shared_u32(b_near_keys, 128u, v_place);
        const u32 v_key_1 = shared_u32(b_near_keys, 128u, v_place_1);
        const u32 v_value = shared_u32(b_near_values, 128u, v_place);
        const u32 v_value_1 = shared_u32(b_near_values, 128u, v_place_1);
        if (v_key > v_key_1 || (v_key == v_key_1 && v_value > v_value_1)) {
            share_u32(b_near_keys, 128u, v_place, v_key_1);
            share_u32(b_near_keys, 128u, v_place_1, v_key);
            share_u32(b_near_values, 128u, v_place, v_value_1);
            share_u32(b_near_values, 128u, v_place_1, v_value);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_2 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_3 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 3u;
        const u32 v_key_2 = shared_u32(b_near_keys, 128u, v_place_2);
        const u32 v_key_3 = shared_u32(b_near_keys, 128u, v_place_3);
        const u32 v_value_2 = shared_u32(b_near_values, 128u, v_place_2);
        const u32 v_value_3 = shared_u32(b_near_values, 128u, v_place_3);
        if (v_key_2 > v_key_3 || (v_key_2 == v_key_3 && v_value_2 > v_value_3)) {
            share_u32(b_near_keys, 128u, v_place_2, v_key_3);
            share_u32(b_near_keys, 128u, v_place_3, v_key_2);
            share_u32(b_near_values, 128u, v_place_2, v_value_3);
            share_u32(b_near_values, 128u, v_place_3, v_value_2);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_4 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_5 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_4 = shared_u32(b_near_keys, 128u, v_place_4);
        const u32 v_key_5 = shared_u32(b_near_keys, 128u, v_place_5);
        const u32 v_value_4 = shared_u32(b_near_values, 128u, v_place_4);
        const u32 v_value_5 = shared_u32(b_near_values, 128u, v_place_5);
        if (v_key_4 > v_key_5 || (v_key_4 == v_key_5 && v_value_4 > v_value_5)) {
            share_u32(b_near_keys, 128u, v_place_4, v_key_5);
            share_u32(b_near_keys, 128u, v_place_5, v_key_4);
            share_u32(b_near_values, 128u, v_place_4, v_value_5);
            share_u32(b_near_values, 128u, v_place_5, v_value_4);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_6 = ((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u));
        const u32 v_place_7 = (((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u))) ^ 7u;
        const u32 v_key_6 = shared_u32(b_near_keys, 128u, v_place_6);
        const u32 v_key_7 = shared_u32(b_near_keys, 128u, v_place_7);
        const u32 v_value_6 = shared_u32(b_near_values, 128u, v_place_6);
        const u32 v_value_7 = shared_u32(b_near_values, 128u, v_place_7);
        if (v_key_6 > v_key_7 || (v_key_6 == v_key_7 && v_value_6 > v_value_7)) {
            share_u32(b_near_keys, 128u, v_place_6, v_key_7);
            share_u32(b_near_keys, 128u, v_place_7, v_key_6);
            share_u32(b_near_values, 128u, v_place_6, v_value_7);
            share_u32(b_near_values, 128u, v_place_7, v_value_6);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_8 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_9 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 2u;
        const u32 v_key_8 = shared_u32(b_near_keys, 128u, v_place_8);
        const u32 v_key_9 = shared_u32(b_near_keys, 128u, v_place_9);
        const u32 v_value_8 = shared_u32(b_near_values, 128u, v_place_8);
        const u32 v_value_9 = shared_u32(b_near_values, 128u, v_place_9);
        if (v_key_8 > v_key_9 || (v_key_8 == v_key_9 && v_value_8 > v_value_9)) {
            share_u32(b_near_keys, 128u, v_place_8, v_key_9);
            share_u32(b_near_keys, 128u, v_place_9, v_key_8);
            share_u32(b_near_values, 128u, v_place_8, v_value_9);
            share_u32(b_near_values, 128u, v_place_9, v_value_8);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_10 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_11 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_10 = shared_u32(b_near_keys, 128u, v_place_10);
        const u32 v_key_11 = shared_u32(b_near_keys, 128u, v_place_11);
        const u32 v_value_10 = shared_u32(b_near_values, 128u, v_place_10);
        const u32 v_value_11 = shared_u32(b_near_values, 128u, v_place_11);
        if (v_key_10 > v_key_11 || (v_key_10 == v_key_11 && v_value_10 > v_value_11)) {
            share_u32(b_near_keys, 128u, v_place_10, v_key_11);
            share_u32(b_near_keys, 128u, v_place_11, v_key_10);
            share_u32(b_near_values, 128u, v_place_10, v_value_11);
            share_u32(b_near_values, 128u, v_place_11, v_value_10);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_12 = ((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u));
        const u32 v_place_13 = (((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u))) ^ 15u;
        const u32 v_key_12 = shared_u32(b_near_keys, 128u, v_place_12);
        const u32 v_key_13 = shared_u32(b_near_keys, 128u, v_place_13);
        const u32 v_value_12 = shared_u32(b_near_values, 128u, v_place_12);
        const u32 v_value_13 = shared_u32(b_near_values, 128u, v_place_13);
        if (v_key_12 > v_key_13 || (v_key_12 == v_key_13 && v_value_12 > v_value_13)) {
            share_u32(b_near_keys, 128u, v_place_12, v_key_13);
            share_u32(b_near_keys, 128u, v_place_13, v_key_12);
            share_u32(b_near_values, 128u, v_place_12, v_value_13);
            share_u32(b_near_values, 128u, v_place_13, v_value_12);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_14 = ((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u));
        const u32 v_place_15 = (((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u))) ^ 4u;
        const u32 v_key_14 = shared_u32(b_near_keys, 128u, v_place_14);
        const u32 v_key_15 = shared_u32(b_near_keys, 128u, v_place_15);
        const u32 v_value_14 = shared_u32(b_near_values, 128u, v_place_14);
        const u32 v_value_15 = shared_u32(b_near_values, 128u, v_place_15);
        if (v_key_14 > v_key_15 || (v_key_14 == v_key_15 && v_value_14 > v_value_15)) {
            share_u32(b_near_keys, 128u, v_place_14, v_key_15);
            share_u32(b_near_keys, 128u, v_place_15, v_key_14);
            share_u32(b_near_values, 128u, v_place_14, v_value_15);
            share_u32(b_near_values, 128u, v_place_15, v_value_14);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_16 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_17 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 2u;
        const u32 v_key_16 = shared_u32(b_near_keys, 128u, v_place_16);
        const u32 v_key_17 = shared_u32(b_near_keys, 128u, v_place_17);
        const u32 v_value_16 = shared_u32(b_near_values, 128u, v_place_16);
        const u32 v_value_17 = shared_u32(b_near_values, 128u, v_place_17);
        if (v_key_16 > v_key_17 || (v_key_16 == v_key_17 && v_value_16 > v_value_17)) {
            share_u32(b_near_keys, 128u, v_place_16, v_key_17);
            share_u32(b_near_keys, 128u, v_place_17, v_key_16);
            share_u32(b_near_values, 128u, v_place_16, v_value_17);
            share_u32(b_near_values, 128u, v_place_17, v_value_16);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_18 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_19 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_18 = shared_u32(b_near_keys, 128u, v_place_18);
        const u32 v_key_19 = shared_u32(b_near_keys, 128u, v_place_19);
        const u32 v_value_18 = shared_u32(b_near_values, 128u, v_place_18);
        const u32 v_value_19 = shared_u32(b_near_values, 128u, v_place_19);
        if (v_key_18 > v_key_19 || (v_key_18 == v_key_19 && v_value_18 > v_value_19)) {
            share_u32(b_near_keys, 128u, v_place_18, v_key_19);
            share_u32(b_near_keys, 128u, v_place_19, v_key_18);
            share_u32(b_near_values, 128u, v_place_18, v_value_19);
            share_u32(b_near_values, 128u, v_place_19, v_value_18);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_20 = ((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u));
        const u32 v_place_21 = (((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u))) ^ 31u;
        const u32 v_key_20 = shared_u32(b_near_keys, 128u, v_place_20);
        const u32 v_key_21 = shared_u32(b_near_keys, 128u, v_place_21);
        const u32 v_value_20 = shared_u32(b_near_values, 128u, v_place_20);
        const u32 v_value_21 = shared_u32(b_near_values, 128u, v_place_21);
        if (v_key_20 > v_key_21 || (v_key_20 == v_key_21 && v_value_20 > v_value_21)) {
            share_u32(b_near_keys, 128u, v_place_20, v_key_21);
            share_u32(b_near_keys, 128u, v_place_21, v_key_20);
            share_u32(b_near_values, 128u, v_place_20, v_value_21);
            share_u32(b_near_values, 128u, v_place_21, v_value_20);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_22 = ((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u));
        const u32 v_place_23 = (((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u))) ^ 8u;
        const u32 v_key_22 = shared_u32(b_near_keys, 128u, v_place_22);
        const u32 v_key_23 = shared_u32(b_near_keys, 128u, v_place_23);
        const u32 v_value_22 = shared_u32(b_near_values, 128u, v_place_22);
        const u32 v_value_23 = shared_u32(b_near_values, 128u, v_place_23);
        if (v_key_22 > v_key_23 || (v_key_22 == v_key_23 && v_value_22 > v_value_23)) {
            share_u32(b_near_keys, 128u, v_place_22, v_key_23);
            share_u32(b_near_keys, 128u, v_place_23, v_key_22);
            share_u32(b_near_values, 128u, v_place_22, v_value_23);
            share_u32(b_near_values, 128u, v_place_23, v_value_22);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_24 = ((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u));
        const u32 v_place_25 = (((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u))) ^ 4u;
        const u32 v_key_24 = shared_u32(b_near_keys, 128u, v_place_24);
        const u32 v_key_25 = shared_u32(b_near_keys, 128u, v_place_25);
        const u32 v_value_24 = shared_u32(b_near_values, 128u, v_place_24);
        const u32 v_value_25 = shared_u32(b_near_values, 128u, v_place_25);
        if (v_key_24 > v_key_25 || (v_key_24 == v_key_25 && v_value_24 > v_value_25)) {
            share_u32(b_near_keys, 128u, v_place_24, v_key_25);
            share_u32(b_near_keys, 128u, v_place_25, v_key_24);
            share_u32(b_near_values, 128u, v_place_24, v_value_25);
            share_u32(b_near_values, 128u, v_place_25, v_value_24);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_26 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_27 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 2u;
        const u32 v_key_26 = shared_u32(b_near_keys, 128u, v_place_26);
        const u32 v_key_27 = shared_u32(b_near_keys, 128u, v_place_27);
        const u32 v_value_26 = shared_u32(b_near_values, 128u, v_place_26);
        const u32 v_value_27 = shared_u32(b_near_values, 128u, v_place_27);
        if (v_key_26 > v_key_27 || (v_key_26 == v_key_27 && v_value_26 > v_value_27)) {
            share_u32(b_near_keys, 128u, v_place_26, v_key_27);
            share_u32(b_near_keys, 128u, v_place_27, v_key_26);
            share_u32(b_near_values, 128u, v_place_26, v_value_27);
            share_u32(b_near_values, 128u, v_place_27, v_value_26);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_28 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_29 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_28 = shared_u32(b_near_keys, 128u, v_place_28);
        const u32 v_key_29 = shared_u32(b_near_keys, 128u, v_place_29);
        const u32 v_value_28 = shared_u32(b_near_values, 128u, v_place_28);
        const u32 v_value_29 = shared_u32(b_near_values, 128u, v_place_29);
        if (v_key_28 > v_key_29 || (v_key_28 == v_key_29 && v_value_28 > v_value_29)) {
            share_u32(b_near_keys, 128u, v_place_28, v_key_29);
            share_u32(b_near_keys, 128u, v_place_29, v_key_28);
            share_u32(b_near_values, 128u, v_place_28, v_value_29);
            share_u32(b_near_values, 128u, v_place_29, v_value_28);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_30 = ((v_local >> 5u) << ((5u + 1u) & 31u)) | (v_local & ((1u << 5u) - 1u));
        const u32 v_place_31 = (((v_local >> 5u) << ((5u + 1u) & 31u)) | (v_local & ((1u << 5u) - 1u))) ^ 63u;
        const u32 v_key_30 = shared_u32(b_near_keys, 128u, v_place_30);
        const u32 v_key_31 = shared_u32(b_near_keys, 128u, v_place_31);
        const u32 v_value_30 = shared_u32(b_near_values, 128u, v_place_30);
        const u32 v_value_31 = shared_u32(b_near_values, 128u, v_place_31);
        if (v_key_30 > v_key_31 || (v_key_30 == v_key_31 && v_value_30 > v_value_31)) {
            share_u32(b_near_keys, 128u, v_place_30, v_key_31);
            share_u32(b_near_keys, 128u, v_place_31, v_key_30);
            share_u32(b_near_values, 128u, v_place_30, v_value_31);
            share_u32(b_near_values, 128u, v_place_31, v_value_30);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_32 = ((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u));
        const u32 v_place_33 = (((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u))) ^ 16u;
        const u32 v_key_32 = shared_u32(b_near_keys, 128u, v_place_32);
        const u32 v_key_33 = shared_u32(b_near_keys, 128u, v_place_33);
        const u32 v_value_32 = shared_u32(b_near_values, 128u, v_place_32);
        const u32 v_value_33 = shared_u32(b_near_values, 128u, v_place_33);
        if (v_key_32 > v_key_33 || (v_key_32 == v_key_33 && v_value_32 > v_value_33)) {
            share_u32(b_near_keys, 128u, v_place_32, v_key_33);
            share_u32(b_near_keys, 128u, v_place_33, v_key_32);
            share_u32(b_near_values, 128u, v_place_32, v_value_33);
            share_u32(b_near_values, 128u, v_place_33, v_value_32);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_34 = ((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u));
        const u32 v_place_35 = (((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u))) ^ 8u;
        const u32 v_key_34 = shared_u32(b_near_keys, 128u, v_place_34);
        const u32 v_key_35 = shared_u32(b_near_keys, 128u, v_place_35);
        const u32 v_value_34 = shared_u32(b_near_values, 128u, v_place_34);
        const u32 v_value_35 = shared_u32(b_near_values, 128u, v_place_35);
        if (v_key_34 > v_key_35 || (v_key_34 == v_key_35 && v_value_34 > v_value_35)) {
            share_u32(b_near_keys, 128u, v_place_34, v_key_35);
            share_u32(b_near_keys, 128u, v_place_35, v_key_34);
            share_u32(b_near_values, 128u, v_place_34, v_value_35);
            share_u32(b_near_values, 128u, v_place_35, v_value_34);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_36 = ((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u));
        const u32 v_place_37 = (((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u))) ^ 4u;
        const u32 v_key_36 = shared_u32(b_near_keys, 128u, v_place_36);
        const u32 v_key_37 = shared_u32(b_near_keys, 128u, v_place_37);
        const u32 v_value_36 = shared_u32(b_near_values, 128u, v_place_36);
        const u32 v_value_37 = shared_u32(b_near_values, 128u, v_place_37);
        if (v_key_36 > v_key_37 || (v_key_36 == v_key_37 && v_value_36 > v_value_37)) {
            share_u32(b_near_keys, 128u, v_place_36, v_key_37);
            share_u32(b_near_keys, 128u, v_place_37, v_key_36);
            share_u32(b_near_values, 128u, v_place_36, v_value_37);
            share_u32(b_near_values, 128u, v_place_37, v_value_36);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_38 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_39 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 2u;
        const u32 v_key_38 = shared_u32(b_near_keys, 128u, v_place_38);
        const u32 v_key_39 = shared_u32(b_near_keys, 128u, v_place_39);
        const u32 v_value_38 = shared_u32(b_near_values, 128u, v_place_38);
        const u32 v_value_39 = shared_u32(b_near_values, 128u, v_place_39);
        if (v_key_38 > v_key_39 || (v_key_38 == v_key_39 && v_value_38 > v_value_39)) {
            share_u32(b_near_keys, 128u, v_place_38, v_key_39);
            share_u32(b_near_keys, 128u, v_place_39, v_key_38);
            share_u32(b_near_values, 128u, v_place_38, v_value_39);
            share_u32(b_near_values, 128u, v_place_39, v_value_38);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_40 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_41 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_40 = shared_u32(b_near_keys, 128u, v_place_40);
        const u32 v_key_41 = shared_u32(b_near_keys, 128u, v_place_41);
        const u32 v_value_40 = shared_u32(b_near_values, 128u, v_place_40);
        const u32 v_value_41 = shared_u32(b_near_values, 128u, v_place_41);
        if (v_key_40 > v_key_41 || (v_key_40 == v_key_41 && v_value_40 > v_value_41)) {
            share_u32(b_near_keys, 128u, v_place_40, v_key_41);
            share_u32(b_near_keys, 128u, v_place_41, v_key_40);
            share_u32(b_near_values, 128u, v_place_40, v_value_41);
            share_u32(b_near_values, 128u, v_place_41, v_value_40);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_42 = ((v_local >> 6u) << ((6u + 1u) & 31u)) | (v_local & ((1u << 6u) - 1u));
        const u32 v_place_43 = (((v_local >> 6u) << ((6u + 1u) & 31u)) | (v_local & ((1u << 6u) - 1u))) ^ 127u;
        const u32 v_key_42 = shared_u32(b_near_keys, 128u, v_place_42);
        const u32 v_key_43 = shared_u32(b_near_keys, 128u, v_place_43);
        const u32 v_value_42 = shared_u32(b_near_values, 128u, v_place_42);
        const u32 v_value_43 = shared_u32(b_near_values, 128u, v_place_43);
        if (v_key_42 > v_key_43 || (v_key_42 == v_key_43 && v_value_42 > v_value_43)) {
            share_u32(b_near_keys, 128u, v_place_42, v_key_43);
            share_u32(b_near_keys, 128u, v_place_43, v_key_42);
            share_u32(b_near_values, 128u, v_place_42, v_value_43);
            share_u32(b_near_values, 128u, v_place_43, v_value_42);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_44 = ((v_local >> 5u) << ((5u + 1u) & 31u)) | (v_local & ((1u << 5u) - 1u));
        const u32 v_place_45 = (((v_local >> 5u) << ((5u + 1u) & 31u)) | (v_local & ((1u << 5u) - 1u))) ^ 32u;
        const u32 v_key_44 = shared_u32(b_near_keys, 128u, v_place_44);
        const u32 v_key_45 = shared_u32(b_near_keys, 128u, v_place_45);
        const u32 v_value_44 = shared_u32(b_near_values, 128u, v_place_44);
        const u32 v_value_45 = shared_u32(b_near_values, 128u, v_place_45);
        if (v_key_44 > v_key_45 || (v_key_44 == v_key_45 && v_value_44 > v_value_45)) {
            share_u32(b_near_keys, 128u, v_place_44, v_key_45);
            share_u32(b_near_keys, 128u, v_place_45, v_key_44);
            share_u32(b_near_values, 128u, v_place_44, v_value_45);
            share_u32(b_near_values, 128u, v_place_45, v_value_44);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_46 = ((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u));
        const u32 v_place_47 = (((v_local >> 4u) << ((4u + 1u) & 31u)) | (v_local & ((1u << 4u) - 1u))) ^ 16u;
        const u32 v_key_46 = shared_u32(b_near_keys, 128u, v_place_46);
        const u32 v_key_47 = shared_u32(b_near_keys, 128u, v_place_47);
        const u32 v_value_46 = shared_u32(b_near_values, 128u, v_place_46);
        const u32 v_value_47 = shared_u32(b_near_values, 128u, v_place_47);
        if (v_key_46 > v_key_47 || (v_key_46 == v_key_47 && v_value_46 > v_value_47)) {
            share_u32(b_near_keys, 128u, v_place_46, v_key_47);
            share_u32(b_near_keys, 128u, v_place_47, v_key_46);
            share_u32(b_near_values, 128u, v_place_46, v_value_47);
            share_u32(b_near_values, 128u, v_place_47, v_value_46);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_48 = ((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u));
        const u32 v_place_49 = (((v_local >> 3u) << ((3u + 1u) & 31u)) | (v_local & ((1u << 3u) - 1u))) ^ 8u;
        const u32 v_key_48 = shared_u32(b_near_keys, 128u, v_place_48);
        const u32 v_key_49 = shared_u32(b_near_keys, 128u, v_place_49);
        const u32 v_value_48 = shared_u32(b_near_values, 128u, v_place_48);
        const u32 v_value_49 = shared_u32(b_near_values, 128u, v_place_49);
        if (v_key_48 > v_key_49 || (v_key_48 == v_key_49 && v_value_48 > v_value_49)) {
            share_u32(b_near_keys, 128u, v_place_48, v_key_49);
            share_u32(b_near_keys, 128u, v_place_49, v_key_48);
            share_u32(b_near_values, 128u, v_place_48, v_value_49);
            share_u32(b_near_values, 128u, v_place_49, v_value_48);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_50 = ((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u));
        const u32 v_place_51 = (((v_local >> 2u) << ((2u + 1u) & 31u)) | (v_local & ((1u << 2u) - 1u))) ^ 4u;
        const u32 v_key_50 = shared_u32(b_near_keys, 128u, v_place_50);
        const u32 v_key_51 = shared_u32(b_near_keys, 128u, v_place_51);
        const u32 v_value_50 = shared_u32(b_near_values, 128u, v_place_50);
        const u32 v_value_51 = shared_u32(b_near_values, 128u, v_place_51);
        if (v_key_50 > v_key_51 || (v_key_50 == v_key_51 && v_value_50 > v_value_51)) {
            share_u32(b_near_keys, 128u, v_place_50, v_key_51);
            share_u32(b_near_keys, 128u, v_place_51, v_key_50);
            share_u32(b_near_values, 128u, v_place_50, v_value_51);
            share_u32(b_near_values, 128u, v_place_51, v_value_50);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_52 = ((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u));
        const u32 v_place_53 = (((v_local >> 1u) << ((1u + 1u) & 31u)) | (v_local & ((1u << 1u) - 1u))) ^ 2u;
        const u32 v_key_52 = shared_u32(b_near_keys, 128u, v_place_52);
        const u32 v_key_53 = shared_u32(b_near_keys, 128u, v_place_53);
        const u32 v_value_52 = shared_u32(b_near_values, 128u, v_place_52);
        const u32 v_value_53 = shared_u32(b_near_values, 128u, v_place_53);
        if (v_key_52 > v_key_53 || (v_key_52 == v_key_53 && v_value_52 > v_value_53)) {
            share_u32(b_near_keys, 128u, v_place_52, v_key_53);
            share_u32(b_near_keys, 128u, v_place_53, v_key_52);
            share_u32(b_near_values, 128u, v_place_52, v_value_53);
            share_u32(b_near_values, 128u, v_place_53, v_value_52);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_place_54 = ((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u));
        const u32 v_place_55 = (((v_local >> 0u) << ((0u + 1u) & 31u)) | (v_local & ((1u << 0u) - 1u))) ^ 1u;
        const u32 v_key_54 = shared_u32(b_near_keys, 128u, v_place_54);
        const u32 v_key_55 = shared_u32(b_near_keys, 128u, v_place_55);
        const u32 v_value_54 = shared_u32(b_near_values, 128u, v_place_54);
        const u32 v_value_55 = shared_u32(b_near_values, 128u, v_place_55);
        if (v_key_54 > v_key_55 || (v_key_54 == v_key_55 && v_value_54 > v_value_55)) {
            share_u32(b_near_keys, 128u, v_place_54, v_key_55);
            share_u32(b_near_keys, 128u, v_place_55, v_key_54);
            share_u32(b_near_values, 128u, v_place_54, v_value_55);
            share_u32(b_near_values, 128u, v_place_55, v_value_54);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_at_2 = v_start + 0u;
        if (v_at_2 < v_param) {
            store_u32(b_keys, b_keys_length, v_at_2, shared_u32(b_near_keys, 128u, v_local + 0u));
            store_u32(b_values, b_values_length, v_at_2, shared_u32(b_near_values, 128u, v_local + 0u));
        }
        const u32 v_at_3 = v_start + 64u;
        if (v_at_3 < v_param) {
            store_u32(b_keys, b_keys_length, v_at_3, shared_u32(b_near_keys, 128u, v_local + 64u));
            store_u32(b_values, b_values_length, v_at_3, shared_u32(b_near_values, 128u, v_local + 64u));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
