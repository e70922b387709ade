#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 count_ones_u32(u32 a) {
    a = a - ((a >> 1) & 0x55555555u);
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return (a * 0x01010101u) >> 24;
}

static inline u32 leading_zeros_u32(u32 a) {
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    a |= a >> 16;
    return 32u - count_ones_u32(a);
}

static inline bool vyre_is_nan(u32 a) {
    return (a & ~0x80000000u) > 0x7f800000u;
}

static inline u32 vyre_scale(u32 magnitude) {
    const u32 field = magnitude >> 23u;
    return field == 0u ? 1u : field;
}

static inline u32 vyre_placed(u32 magnitude) {
    const u32 implied = magnitude < 0x800000u ? 0u : 0x800000u;
    return ((magnitude & 0x7fffffu) | implied) << 6u;
}

static inline u32 vyre_shift_right_sticky(u32 a, u32 n) {
    const u32 amount = n < 31u ? n : 31u;
    const u32 kept = a >> (amount & 31u);
    const bool lost = (kept << (amount & 31u)) != a;
    return kept | (u32)lost;
}

static inline void vyre_aligned(i32 exponent, u32 significand, u32 *result_0, u32 *result_1) {
    u32 value_0 = 0u;
    u32 value_1 = 0u;
    if (exponent < 0) {
        const u32 shift = (u32)(i32)(0u - (u32)exponent);
        const u32 shift_right_sticky_result = vyre_shift_right_sticky(significand, shift);
        value_0 = 0u;
        value_1 = shift_right_sticky_result;
    }
    else {
        value_0 = (u32)exponent;
        value_1 = significand;
    }
    *result_0 = value_0;
    *result_1 = value_1;
    return;
}

static inline u32 vyre_rounded(u32 sign, i32 exponent, u32 significand) {
    u32 field;
    u32 exact;
    vyre_aligned(exponent, significand, &field, &exact);
    const u32 odd = (exact >> 7u) & 1u;
    const u32 kept = (exact + 63u + odd) >> 7u;
    const u32 magnitude = (field << 23u) + kept;
    const bool overflows = exponent >= 254 || magnitude >= 0x7f800000u;
    return sign | (overflows ? 0x7f800000u : magnitude);
}

static inline u32 vyre_add_1(u32 a, u32 b) {
    const bool is_nan_result = vyre_is_nan(a);
    bool either = is_nan_result;
    if (!either) {
        const bool is_nan_result_1 = vyre_is_nan(b);
        either = is_nan_result_1;
    }
    if (either) {
        return 0x7fc00000u;
    }
    const bool less = (a & ~0x80000000u) < (b & ~0x80000000u);
    const u32 great = less ? b : a;
    const u32 small = less ? a : b;
    const u32 x = great & ~0x80000000u;
    const u32 y = small & ~0x80000000u;
    const bool opposite = ((a ^ b) & 0x80000000u) != 0u;
    if (x == 0x7f800000u) {
        return y == 0x7f800000u && opposite ? 0x7fc00000u : great;
    }
    const u32 exponent = vyre_scale(x);
    const u32 placed_result = vyre_placed(y);
    const u32 scale_result = vyre_scale(y);
    const u32 shifted = vyre_shift_right_sticky(placed_result, exponent - scale_result);
    u32 sum = 0u;
    if (opposite) {
        const u32 placed_result_1 = vyre_placed(x);
        sum = placed_result_1 - shifted;
    }
    else {
        const u32 placed_result_2 = vyre_placed(x);
        sum = placed_result_2 + shifted;
    }
    if (sum == 0u) {
        return opposite ? 0u : great & 0x80000000u;
    }
    const u32 shift = leading_zeros_u32(sum) - 1u;
    const u32 rounded_result = vyre_rounded(great & 0x80000000u, (i32)(exponent - shift), sum << (shift & 31u));
    return rounded_result;
}

static inline u32 vyre_add(u32 a, u32 b) {
    const u32 bits = vyre_add_1(a, b);
    return bits;
}
