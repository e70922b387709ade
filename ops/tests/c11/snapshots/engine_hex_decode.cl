typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 load_u32(const __global u32 *words, u32 length, u32 i) {
    if (i >= length) return 0;
    return words[i];
}

static inline u32 min_u32(u32 a, u32 b) {
    return a < b ? a : b;
}

static inline u32 step_min(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return 0;
    return atomic_min((volatile __global u32 *)&words[i], value);
}

static inline void store_u32(__global u32 *words, u32 length, u32 i, u32 value) {
    if (i >= length) return;
    words[i] = value;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_hex_decode(
    const __global u32 *b_params,
    u32 b_params_length,
    const __global u32 *b_text,
    u32 b_text_length,
    __global u32 *b_bytes,
    u32 b_bytes_length,
    __global u32 *b_error,
    u32 b_error_length) {
    const u32 invocation_x = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
    const u32 v_grid = load_u32(b_params, b_params_length, 0u);
    const u32 v_grid_1 = load_u32(b_params, b_params_length, 1u);
    const u32 v_grid_2 = load_u32(b_params, b_params_length, 2u);
    const u32 v_len = load_u32(b_params, b_params_length, 3u);
    for (u32 v_round = 0u, end = v_grid_2; v_round < end; v_round++) {
        const u32 v_item = v_round * v_grid_1 + invocation_x;
        if (v_item < v_grid) {
            const u32 v_word = load_u32(b_text, b_text_length, v_item * 2u + 0u);
            const u32 v_word_1 = load_u32(b_text, b_text_length, v_item * 2u + 1u);
            u32 v_out = 0u;
            u32 v_wrong = 0xffffffffu;
            const u32 v_at = v_item * 8u + 7u;
            const u32 v_character = (v_word_1 >> 24u) & 255u;
            const u32 v_value = v_character - 48u < 10u ? v_character - 48u : ((v_character | 32u) - 97u < 6u ? (v_character | 32u) - 97u + 10u : 255u);
            v_wrong = v_value > 15u && v_at < v_len ? v_at : v_wrong;
            v_out = v_out | ((v_value & 15u) << 24u);
            const u32 v_at_1 = v_item * 8u + 6u;
            const u32 v_character_1 = (v_word_1 >> 16u) & 255u;
            const u32 v_value_1 = v_character_1 - 48u < 10u ? v_character_1 - 48u : ((v_character_1 | 32u) - 97u < 6u ? (v_character_1 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_1 > 15u && v_at_1 < v_len ? v_at_1 : v_wrong;
            v_out = v_out | ((v_value_1 & 15u) << 28u);
            const u32 v_at_2 = v_item * 8u + 5u;
            const u32 v_character_2 = (v_word_1 >> 8u) & 255u;
            const u32 v_value_2 = v_character_2 - 48u < 10u ? v_character_2 - 48u : ((v_character_2 | 32u) - 97u < 6u ? (v_character_2 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_2 > 15u && v_at_2 < v_len ? v_at_2 : v_wrong;
            v_out = v_out | ((v_value_2 & 15u) << 16u);
            const u32 v_at_3 = v_item * 8u + 4u;
            const u32 v_character_3 = (v_word_1 >> 0u) & 255u;
            const u32 v_value_3 = v_character_3 - 48u < 10u ? v_character_3 - 48u : ((v_character_3 | 32u) - 97u < 6u ? (v_character_3 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_3 > 15u && v_at_3 < v_len ? v_at_3 : v_wrong;
            v_out = v_out | ((v_value_3 & 15u) << 20u);
            const u32 v_at_4 = v_item * 8u + 3u;
            const u32 v_character_4 = (v_word >> 24u) & 255u;
            const u32 v_value_4 = v_character_4 - 48u < 10u ? v_character_4 - 48u : ((v_character_4 | 32u) - 97u < 6u ? (v_character_4 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_4 > 15u && v_at_4 < v_len ? v_at_4 : v_wrong;
            v_out = v_out | ((v_value_4 & 15u) << 8u);
            const u32 v_at_5 = v_item * 8u + 2u;
            const u32 v_character_5 = (v_word >> 16u) & 255u;
            const u32 v_value_5 = v_character_5 - 48u < 10u ? v_character_5 - 48u : ((v_character_5 | 32u) - 97u < 6u ? (v_character_5 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_5 > 15u && v_at_5 < v_len ? v_at_5 : v_wrong;
            v_out = v_out | ((v_value_5 & 15u) << 12u);
            const u32 v_at_6 = v_item * 8u + 1u;
            const u32 v_character_6 = (v_word >> 8u) & 255u;
            const u32 v_value_6 = v_character_6 - 48u < 10u ? v_character_6 - 48u : ((v_character_6 | 32u) - 97u < 6u ? (v_character_6 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_6 > 15u && v_at_6 < v_len ? v_at_6 : v_wrong;
            v_out = v_out | ((v_value_6 & 15u) << 0u);
            const u32 v_at_7 = v_item * 8u + 0u;
            const u32 v_character_7 = (v_word >> 0u) & 255u;
            const u32 v_value_7 = v_character_7 - 48u < 10u ? v_character_7 - 48u : ((v_character_7 | 32u) - 97u < 6u ? (v_character_7 | 32u) - 97u + 10u : 255u);
            v_wrong = v_value_7 > 15u && v_at_7 < v_len ? v_at_7 : v_wrong;
            v_out = v_out | ((v_value_7 & 15u) << 4u);
            store_u32(b_bytes, b_bytes_length, v_item, v_out);
            v_wrong = min_u32(v_wrong, (v_len & 1u) != 0u && v_item + 1u >= ((v_len + 7u) >> 3u) ? v_len : 0xffffffffu);
            if (v_wrong != 0xffffffffu) {
                const u32 v_before = step_min(b_error, b_error_length, 0u, v_wrong);
            }
        }
    }
}
