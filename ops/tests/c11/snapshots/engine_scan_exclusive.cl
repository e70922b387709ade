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
    const __global u32 *params,
    u32 params_length,
    const __global u32 *source,
    u32 source_length,
    const __global u32 *offsets,
    u32 offsets_length,
    __global u32 *output,
    u32 output_length) {
    const u32 local_x = (u32)get_local_id(0);
    const u32 workgroup_x = (u32)get_group_id(0);
    __local u32 parts[64];
    __local u32 more_parts[64];
    const u32 mine = ((u32)get_local_id(2) * 1u + (u32)get_local_id(1)) * 64u + (u32)get_local_id(0);
    for (u32 k = mine; k < 64u; k += 64u) parts[k] = 0u;
    for (u32 k = mine; k < 64u; k += 64u) more_parts[k] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const u32 len = load_u32(params, params_length, 0u);
    const u32 tiles = load_u32(params, params_length, 1u);
    const u32 last_group = load_u32(params, params_length, 2u);
    const u32 local_v = local_x;
    const u32 group = workgroup_x;
    const u32 first = group * tiles;
    u32 carry = load_u32(offsets, offsets_length, workgroup_x);
    for (u32 tile = 0u, end = tiles; tile < end; tile++) {
        const u32 start = ((first + tile) * 64u + local_v) * 16u;
        const u32 item = load_u32(source, source_length, start + 0u);
        const u32 item_1 = load_u32(source, source_length, start + 1u);
        const u32 item_2 = load_u32(source, source_length, start + 2u);
        const u32 item_3 = load_u32(source, source_length, start + 3u);
        const u32 item_4 = load_u32(source, source_length, start + 4u);
        const u32 item_5 = load_u32(source, source_length, start + 5u);
        const u32 item_6 = load_u32(source, source_length, start + 6u);
        const u32 item_7 = load_u32(source, source_length, start + 7u);
        const u32 item_8 = load_u32(source, source_length, start + 8u);
        const u32 item_9 = load_u32(source, source_length, start + 9u);
        const u32 item_10 = load_u32(source, source_length, start + 10u);
        const u32 item_11 = load_u32(source, source_length, start + 11u);
        const u32 item_12 = load_u32(source, source_length, start + 12u);
        const u32 item_13 = load_u32(source, source_length, start + 13u);
        const u32 item_14 = load_u32(source, source_length, start + 14u);
        const u32 item_15 = load_u32(source, source_length, start + 15u);
        const u32 sum = item;
        const u32 sum_1 = sum + item_1;
        const u32 sum_2 = sum_1 + item_2;
        const u32 sum_3 = sum_2 + item_3;
        const u32 sum_4 = sum_3 + item_4;
        const u32 sum_5 = sum_4 + item_5;
        const u32 sum_6 = sum_5 + item_6;
        const u32 sum_7 = sum_6 + item_7;
        const u32 sum_8 = sum_7 + item_8;
        const u32 sum_9 = sum_8 + item_9;
        const u32 sum_10 = sum_9 + item_10;
        const u32 sum_11 = sum_10 + item_11;
        const u32 sum_12 = sum_11 + item_12;
        const u32 sum_13 = sum_12 + item_13;
        const u32 sum_14 = sum_13 + item_14;
        const u32 sum_15 = sum_14 + item_15;
        share_u32(parts, 64u, local_v, sum_15);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(more_parts, 64u, local_v, shared_u32(parts, 64u, local_v) + shared_u32(parts, 64u, local_v - 1u) + shared_u32(parts, 64u, local_v - 2u) + shared_u32(parts, 64u, local_v - 3u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(parts, 64u, local_v, shared_u32(more_parts, 64u, local_v) + shared_u32(more_parts, 64u, local_v - 4u) + shared_u32(more_parts, 64u, local_v - 8u) + shared_u32(more_parts, 64u, local_v - 12u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        share_u32(more_parts, 64u, local_v, shared_u32(parts, 64u, local_v) + shared_u32(parts, 64u, local_v - 16u) + shared_u32(parts, 64u, local_v - 32u) + shared_u32(parts, 64u, local_v - 48u));
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const u32 before = shared_u32(more_parts, 64u, local_v) - sum_15;
        const u32 all = shared_u32(more_parts, 64u, 63u);
        const u32 base = carry + before;
        if (start + 0u < len) {
            store_u32(output, output_length, start + 0u, base);
        }
        if (start + 1u < len) {
            store_u32(output, output_length, start + 1u, base + sum);
        }
        if (start + 2u < len) {
            store_u32(output, output_length, start + 2u, base + sum_1);
        }
        if (start + 3u < len) {
            store_u32(output, output_length, start + 3u, base + sum_2);
        }
        if (start + 4u < len) {
            store_u32(output, output_length, start + 4u, base + sum_3);
        }
        if (start + 5u < len) {
            store_u32(output, output_length, start + 5u, base + sum_4);
        }
        if (start + 6u < len) {
            store_u32(output, output_length, start + 6u, base + sum_5);
        }
        if (start + 7u < len) {
            store_u32(output, output_length, start + 7u, base + sum_6);
        }
        if (start + 8u < len) {
            store_u32(output, output_length, start + 8u, base + sum_7);
        }
        if (start + 9u < len) {
            store_u32(output, output_length, start + 9u, base + sum_8);
        }
        if (start + 10u < len) {
            store_u32(output, output_length, start + 10u, base + sum_9);
        }
        if (start + 11u < len) {
            store_u32(output, output_length, start + 11u, base + sum_10);
        }
        if (start + 12u < len) {
            store_u32(output, output_length, start + 12u, base + sum_11);
        }
        if (start + 13u < len) {
            store_u32(output, output_length, start + 13u, base + sum_12);
        }
        if (start + 14u < len) {
            store_u32(output, output_length, start + 14u, base + sum_13);
        }
        if (start + 15u < len) {
            store_u32(output, output_length, start + 15u, base + sum_14);
        }
        carry = carry + all;
    }
}
