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
    const __global u32 *params,
    u32 params_length,
    const __global u32 *text,
    u32 text_length,
    __global u32 *bytes,
    u32 bytes_length,
    __global u32 *error,
    u32 error_length) {
    const u32 invocation_x = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
    const u32 grid = load_u32(params, params_length, 0u);
    const u32 grid_1 = load_u32(params, params_length, 1u);
    const u32 grid_2 = load_u32(params, params_length, 2u);
    const u32 len = load_u32(params, params_length, 3u);
    for (u32 round = 0u, end = grid_2; round < end; round++) {
        const u32 item = round * grid_1 + invocation_x;
        if (item < grid) {
            const u32 word = load_u32(text, text_length, item * 2u + 0u);
            const u32 word_1 = load_u32(text, text_length, item * 2u + 1u);
            u32 out = 0u;
            u32 wrong = 0xffffffffu;
            const u32 at = item * 8u + 7u;
            const u32 character = (word_1 >> 24u) & 255u;
            const u32 value = character - 48u < 10u ? character - 48u : ((character | 32u) - 97u < 6u ? (character | 32u) - 97u + 10u : 255u);
            wrong = value > 15u && at < len ? at : wrong;
            out = out | ((value & 15u) << 24u);
            const u32 at_1 = item * 8u + 6u;
            const u32 character_1 = (word_1 >> 16u) & 255u;
            const u32 value_1 = character_1 - 48u < 10u ? character_1 - 48u : ((character_1 | 32u) - 97u < 6u ? (character_1 | 32u) - 97u + 10u : 255u);
            wrong = value_1 > 15u && at_1 < len ? at_1 : wrong;
            out = out | ((value_1 & 15u) << 28u);
            const u32 at_2 = item * 8u + 5u;
            const u32 character_2 = (word_1 >> 8u) & 255u;
            const u32 value_2 = character_2 - 48u < 10u ? character_2 - 48u : ((character_2 | 32u) - 97u < 6u ? (character_2 | 32u) - 97u + 10u : 255u);
            wrong = value_2 > 15u && at_2 < len ? at_2 : wrong;
            out = out | ((value_2 & 15u) << 16u);
            const u32 at_3 = item * 8u + 4u;
            const u32 character_3 = (word_1 >> 0u) & 255u;
            const u32 value_3 = character_3 - 48u < 10u ? character_3 - 48u : ((character_3 | 32u) - 97u < 6u ? (character_3 | 32u) - 97u + 10u : 255u);
            wrong = value_3 > 15u && at_3 < len ? at_3 : wrong;
            out = out | ((value_3 & 15u) << 20u);
            const u32 at_4 = item * 8u + 3u;
            const u32 character_4 = (word >> 24u) & 255u;
            const u32 value_4 = character_4 - 48u < 10u ? character_4 - 48u : ((character_4 | 32u) - 97u < 6u ? (character_4 | 32u) - 97u + 10u : 255u);
            wrong = value_4 > 15u && at_4 < len ? at_4 : wrong;
            out = out | ((value_4 & 15u) << 8u);
            const u32 at_5 = item * 8u + 2u;
            const u32 character_5 = (word >> 16u) & 255u;
            const u32 value_5 = character_5 - 48u < 10u ? character_5 - 48u : ((character_5 | 32u) - 97u < 6u ? (character_5 | 32u) - 97u + 10u : 255u);
            wrong = value_5 > 15u && at_5 < len ? at_5 : wrong;
            out = out | ((value_5 & 15u) << 12u);
            const u32 at_6 = item * 8u + 1u;
            const u32 character_6 = (word >> 8u) & 255u;
            const u32 value_6 = character_6 - 48u < 10u ? character_6 - 48u : ((character_6 | 32u) - 97u < 6u ? (character_6 | 32u) - 97u + 10u : 255u);
            wrong = value_6 > 15u && at_6 < len ? at_6 : wrong;
            out = out | ((value_6 & 15u) << 0u);
            const u32 at_7 = item * 8u + 0u;
            const u32 character_7 = (word >> 0u) & 255u;
            const u32 value_7 = character_7 - 48u < 10u ? character_7 - 48u : ((character_7 | 32u) - 97u < 6u ? (character_7 | 32u) - 97u + 10u : 255u);
            wrong = value_7 > 15u && at_7 < len ? at_7 : wrong;
            out = out | ((value_7 & 15u) << 4u);
            store_u32(bytes, bytes_length, item, out);
            wrong = min_u32(wrong, (len & 1u) != 0u && item + 1u >= ((len + 7u) >> 3u) ? len : 0xffffffffu);
            if (wrong != 0xffffffffu) {
                const u32 before = step_min(error, error_length, 0u, wrong);
            }
        }
    }
}
