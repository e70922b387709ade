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

static inline bool vyre_is_nan(u32 v_a) {
    return (v_a & ~0x80000000u) > 0x7f800000u;
}

static inline void vyre_unpacked(u32 v_magnitude, i32 *result_0, u32 *result_1) {
    const u32 v_exponent = v_magnitude >> 23u;
    const u32 v_fraction = v_magnitude & 0x7fffffu;
    const bool v_subnormal = v_exponent == 0u;
    const u32 v_significand = v_subnormal ? v_fraction : v_fraction | 0x800000u;
    const u32 v_shift = leading_zeros_u32(v_significand) - 8u;
    const u32 v_base = v_subnormal ? 1u : v_exponent;
    *result_0 = (i32)(v_base - v_shift);
    *result_1 = v_significand << (v_shift & 31u);
    return;
}

static inline u32 vyre_shift_right_sticky(u32 v_a, u32 v_n) {
    const u32 v_amount = v_n < 31u ? v_n : 31u;
    const u32 v_kept = v_a >> (v_amount & 31u);
    const bool v_lost = (v_kept << (v_amount & 31u)) != v_a;
    return v_kept | (u32)v_lost;
}

static inline void vyre_aligned(i32 v_exponent, u32 v_significand, u32 *result_0, u32 *result_1) {
    u32 v_value_0 = 0u;
    u32 v_value_1 = 0u;
    if (v_exponent < 0) {
        const u32 v_shift = (u32)(i32)(0u - (u32)v_exponent);
        const u32 v_shift_right_sticky_result = vyre_shift_right_sticky(v_significand, v_shift);
        v_value_0 = 0u;
        v_value_1 = v_shift_right_sticky_result;
    }
    else {
        v_value_0 = (u32)v_exponent;
        v_value_1 = v_significand;
    }
    *result_0 = v_value_0;
    *result_1 = v_value_1;
    return;
}

static inline u32 vyre_rounded(u32 v_sign, i32 v_exponent, u32 v_significand) {
    u32 v_field;
    u32 v_exact;
    vyre_aligned(v_exponent, v_significand, &v_field, &v_exact);
    const u32 v_odd = (v_exact >> 7u) & 1u;
    const u32 v_kept = (v_exact + 63u + v_odd) >> 7u;
    const u32 v_magnitude = (v_field << 23u) + v_kept;
    const bool v_overflows = v_exponent >= 254 || v_magnitude >= 0x7f800000u;
    return v_sign | (v_overflows ? 0x7f800000u : v_magnitude);
}

static inline u32 vyre_sqrt_1(u32 v_a) {
    const u32 v_x = v_a & ~0x80000000u;
    if (v_x == 0u || v_a == 0x7f800000u) {
        return v_a;
    }
    bool v_either = v_a >= 0x80000000u;
    if (!v_either) {
        const bool v_is_nan_result = vyre_is_nan(v_a);
        v_either = v_is_nan_result;
    }
    if (v_either) {
        return 0x7fc00000u;
    }
    i32 v_exponent;
    u32 v_significand;
    vyre_unpacked(v_x, &v_exponent, &v_significand);
    const i32 v_unbiased = (i32)((u32)v_exponent - (u32)127);
    const u32 v_odd = (u32)v_unbiased & 1u;
    const i32 v_half = (i32)((u32)v_unbiased - (u32)(i32)v_odd) >> 1u;
    u32 v_radicand = (v_significand << (v_odd & 31u)) << 7u;
    u32 v_rest = 0u;
    u32 v_root = 0u;
    u32 v_i = 0u;
    for (u32 runs = 0;; runs++) {
        if (!(v_i < 26u) || runs == 26u) break;
        {
            v_rest = (v_rest << 2u) | (v_radicand >> 30u);
            v_radicand = v_radicand << 2u;
            const u32 v_trial = (v_root << 2u) | 1u;
            const bool v_fits = v_rest >= v_trial;
            if (v_fits) {
                v_rest = v_rest - v_trial;
            }
            v_root = (v_root << 1u) | (u32)v_fits;
        }
        v_i = v_i + 1u;
    }
    const u32 v_rounded_result = vyre_rounded(0u, (i32)((u32)v_half + (u32)126), (v_root << 5u) | (u32)(v_rest != 0u));
    return v_rounded_result;
}

static inline u32 vyre_sqrt(u32 v_a) {
    const u32 v_bits = vyre_sqrt_1(v_a);
    return v_bits;
}
