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

static inline void vyre_unpacked(u32 magnitude, i32 *result_0, u32 *result_1) {
    const u32 exponent = magnitude >> 23u;
    const u32 fraction = magnitude & 0x7fffffu;
    const bool subnormal = exponent == 0u;
    const u32 significand = subnormal ? fraction : fraction | 0x800000u;
    const u32 shift = leading_zeros_u32(significand) - 8u;
    const u32 base = subnormal ? 1u : exponent;
    *result_0 = (i32)(base - shift);
    *result_1 = significand << (shift & 31u);
    return;
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

static inline u32 vyre_sqrt_1(u32 a) {
    const u32 x = a & ~0x80000000u;
    if (x == 0u || a == 0x7f800000u) {
        return a;
    }
    bool either = a >= 0x80000000u;
    if (!either) {
        const bool is_nan_result = vyre_is_nan(a);
        either = is_nan_result;
    }
    if (either) {
        return 0x7fc00000u;
    }
    i32 exponent;
    u32 significand;
    vyre_unpacked(x, &exponent, &significand);
    const i32 unbiased = (i32)((u32)exponent - (u32)127);
    const u32 odd = (u32)unbiased & 1u;
    const i32 half_v = (i32)((u32)unbiased - (u32)(i32)odd) >> 1u;
    u32 radicand = (significand << (odd & 31u)) << 7u;
    u32 rest = 0u;
    u32 root = 0u;
    u32 i = 0u;
    for (u32 runs = 0;; runs++) {
        if (!(i < 26u) || runs == 26u) break;
        {
            rest = (rest << 2u) | (radicand >> 30u);
            radicand = radicand << 2u;
            const u32 trial = (root << 2u) | 1u;
            const bool fits = rest >= trial;
            if (fits) {
                rest = rest - trial;
            }
            root = (root << 1u) | (u32)fits;
        }
        i = i + 1u;
    }
    const u32 rounded_result = vyre_rounded(0u, (i32)((u32)half_v + (u32)126), (root << 5u) | (u32)(rest != 0u));
    return rounded_result;
}

static inline u32 vyre_sqrt(u32 a) {
    const u32 bits = vyre_sqrt_1(a);
    return bits;
}
