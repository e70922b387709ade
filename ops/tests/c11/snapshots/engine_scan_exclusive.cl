typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 load_u32(const __global u32 *words, u32 length, u32 i) {
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
void vyre_scan_tiles(
    const __global u32 *b_params,
    u32 b_params_length,
    const __global u32 *b_source,
    u32 b_source_length,
    const __global u32 *b_offsets,
    u32 b_offsets_length,
    __global u32 *b_output,
    u32 b_output_length) {
    const u32 local_x = (u32)get_local_id(0);
    const u32 workgroup_x = (u32)get_group_id(0);
    __local u32 b_parts[64];
    __local u32 b_more_parts[64];
    const u32 mine = ((u32)get_local_id(2) * 1u + (u32)get_local_id(1)) * 64u + (u32)get_local_id(0);
    for (u32 k = mine; k < 64u; k += 64u) b_parts[k] = 0u;
    for (u32 k = mine; k < 64u; k += 64u) b_more_parts[k] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const u32 v_len = load_u32(b_params, b_params_length, 0u);
    const u32 v_tiles = load_u32(b_params, b_params_length, 1u);
    const u32 v_last_group = load_u32(b_params, b_params_length, 2u);
    const u32 v_local = local_x;
    const u32 v_group = workgroup_x;
    const u32 v_first = v_group * v_tiles;
    u32 v_carry = load_u32(b_offsets, b_offsets_length, workgroup_x);
    for (u32 v_tile = 0u, end = v_tiles; v_tile < end; v_tile++) {
        const u32 v_start = ((v_first + v_tile) * 64u + v_local) * 16u;
        const u32 v_item = load_u32(b_source, b_source_length, v_start + 0u);
        const u32 v_item_1 = load_u32(b_source, b_source_length, v_start + 1u);
        const u32 v_item_2 = load_u32(b_source, b_source_length, v_start + 2u);
        const u32 v_item_3 = load_u32(b_source, b_source_length, v_start + 3u);
        const u32 v_item_4 = load_u32(b_source, b_source_length, v_start + 4u);
        const u32 v_item_5 = load_u32(b_source, b_source_length, v_start + 5u);
        const u32 v_item_6 = load_u32(b_source, b_source_length, v_start + 6u);
        const u32 v_item_7 = load_u32(b_source, b_source_length, v_start + 7u);
        const u32 v_item_8 = load_u32(b_source, b_source_length, v_start + 8u);
        const u32 v_item_9 = load_u32(b_source, b_source_length, v_start + 9u);
        const u32 v_item_10 = load_u32(b_source, b_source_length, v_start + 10u);
        const u32 v_item_11 = load_u32(b_source, b_source_length, v_start + 11u);
        const u32 v_item_12 = load_u32(b_source, b_source_length, v_start + 12u);
        const u32 v_item_13 = load_u32(b_source, b_source_length, v_start + 13u);
        const u32 v_item_14 = load_u32(b_source, b_source_length, v_start + 14u);
        const u32 v_item_15 = load_u32(b_source, b_source_length, v_start + 15u);
        const u32 v_sum = v_item;
        const u32 v_sum_1 = v_sum + v_item_1;
        const u32 v_sum_2 = v_sum_1 + v_item_2;
        const u32 v_sum_3 = v_sum_2 + v_item_3;
        const u32 v_sum_4 = v_sum_3 + v_item_4;
        const u32 v_sum_5 = v_sum_4 + v_item_5;
        const u32 v_sum_6 = v_sum_5 + v_item_6;
        const u32 v_sum_7 = v_sum_6 + v_item_7;
        const u32 v_sum_8 = v_sum_7 + v_item_8;
        const u32 v_sum_9 = v_sum_8 + v_item_9;
        const u32 v_sum_10 = v_sum_9 + v_item_10;
        const u32 v_sum_11 = v_sum_10 + v_item_11;
        const u32 v_sum_12 = v_sum_11 + v_item_12;
        const u32 v_sum_13 = v_sum_12 + v_item_13;
        const u32 v_sum_14 = v_sum_13 + v_item_14;
        const u32 v_sum_15 = v_sum_14 + v_item_15;
        share_u32(b_parts, 64u, v_local, v_sum_15);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(b_more_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local - 1u) + shared_u32(b_parts, 64u, v_local - 2u) + shared_u32(b_parts, 64u, v_local - 3u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(b_parts, 64u, v_local, shared_u32(b_more_parts, 64u, v_local) + shared_u32(b_more_parts, 64u, v_local - 4u) + shared_u32(b_more_parts, 64u, v_local - 8u) + shared_u32(b_more_parts, 64u, v_local - 12u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(b_more_parts, 64u, v_local, shared_u32(b_parts, 64u, v_local) + shared_u32(b_parts, 64u, v_local - 16u) + shared_u32(b_parts, 64u, v_local - 32u) + shared_u32(b_parts, 64u, v_local - 48u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 v_before = shared_u32(b_more_parts, 64u, v_local) - v_sum_15;
        const u32 v_all = shared_u32(b_more_parts, 64u, 63u);
        const u32 v_base = v_carry + v_before;
        if (v_start + 0u < v_len) {
            store_u32(b_output, b_output_length, v_start + 0u, v_base);
        }
        if (v_start + 1u < v_len) {
            store_u32(b_output, b_output_length, v_start + 1u, v_base + v_sum);
        }
        if (v_start + 2u < v_len) {
            store_u32(b_output, b_output_length, v_start + 2u, v_base + v_sum_1);
        }
        if (v_start + 3u < v_len) {
            store_u32(b_output, b_output_length, v_start + 3u, v_base + v_sum_2);
        }
        if (v_start + 4u < v_len) {
            store_u32(b_output, b_output_length, v_start + 4u, v_base + v_sum_3);
        }
        if (v_start + 5u < v_len) {
            store_u32(b_output, b_output_length, v_start + 5u, v_base + v_sum_4);
        }
        if (v_start + 6u < v_len) {
            store_u32(b_output, b_output_length, v_start + 6u, v_base + v_sum_5);
        }
        if (v_start + 7u < v_len) {
            store_u32(b_output, b_output_length, v_start + 7u, v_base + v_sum_6);
        }
        if (v_start + 8u < v_len) {
            store_u32(b_output, b_output_length, v_start + 8u, v_base + v_sum_7);
        }
        if (v_start + 9u < v_len) {
            store_u32(b_output, b_output_length, v_start + 9u, v_base + v_sum_8);
        }
        if (v_start + 10u < v_len) {
            store_u32(b_output, b_output_length, v_start + 10u, v_base + v_sum_9);
        }
        if (v_start + 11u < v_len) {
            store_u32(b_output, b_output_length, v_start + 11u, v_base + v_sum_10);
        }
        if (v_start + 12u < v_len) {
            store_u32(b_output, b_output_length, v_start + 12u, v_base + v_sum_11);
        }
        if (v_start + 13u < v_len) {
            store_u32(b_output, b_output_length, v_start + 13u, v_base + v_sum_12);
        }
        if (v_start + 14u < v_len) {
            store_u32(b_output, b_output_length, v_start + 14u, v_base + v_sum_13);
        }
        if (v_start + 15u < v_len) {
            store_u32(b_output, b_output_length, v_start + 15u, v_base + v_sum_14);
        }
        v_carry = v_carry + v_all;
    }
}
