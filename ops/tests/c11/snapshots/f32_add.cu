typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 count_ones_u32(u32 a) {
    a = a - ((a >> 1) & 0x55555555u);
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return (a * 0x01010101u) >> 24;
}

static __device__ inline u32 leading_zeros_u32(u32 a) {
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    a |= a >> 16;
    return 32u - count_ones_u32(a);
}

static __device__ inline bool vyre_is_nan(u32 v_a) {
    return (v_a & ~0x80000000u) > 0x7f800000u;
}

static __device__ inline u32 vyre_scale(u32 v_magnitude) {
    const u32 v_field = v_magnitude >> 23u;
    return v_field == 0u ? 1u : v_field;
}

static __device__ inline u32 vyre_placed(u32 v_magnitude) {
    const u32 v_implied = v_magnitude < 0x800000u ? 0u : 0x800000u;
    return ((v_magnitude & 0x7fffffu) | v_implied) << 6u;
}

static __device__ inline u32 vyre_shift_right_sticky(u32 v_a, u32 v_n) {
    const u32 v_amount = v_n < 31u ? v_n : 31u;
    const u32 v_kept = v_a >> (v_amount & 31u);
    const bool v_lost = (v_kept << (v_amount & 31u)) != v_a;
    return v_kept | (u32)v_lost;
}

static __device__ inline void vyre_aligned(i32 v_exponent, u32 v_significand, u32 *result_0, u32 *result_1) {
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

static __device__ inline u32 vyre_rounded(u32 v_sign, i32 v_exponent, u32 v_significand) {
    u32 v_field;
    u32 v_exact;
    vyre_aligned(v_exponent, v_significand, &v_field, &v_exact);
    const u32 v_odd = (v_exact >> 7u) & 1u;
    const u32 v_kept = (v_exact + 63u + v_odd) >> 7u;
    const u32 v_magnitude = (v_field << 23u) + v_kept;
    const bool v_overflows = v_exponent >= 254 || v_magnitude >= 0x7f800000u;
    return v_sign | (v_overflows ? 0x7f800000u : v_magnitude);
}

static __device__ inline u32 vyre_add_1(u32 v_a, u32 v_b) {
    const bool v_is_nan_result = vyre_is_nan(v_a);
    bool v_either = v_is_nan_result;
    if (!v_either) {
        const bool v_is_nan_result_1 = vyre_is_nan(v_b);
        v_either = v_is_nan_result_1;
    }
    if (v_either) {
        return 0x7fc00000u;
    }
    const bool v_less = (v_a & ~0x80000000u) < (v_b & ~0x80000000u);
    const u32 v_great = v_less ? v_b : v_a;
    const u32 v_small = v_less ? v_a : v_b;
    const u32 v_x = v_great & ~0x80000000u;
    const u32 v_y = v_small & ~0x80000000u;
    const bool v_opposite = ((v_a ^ v_b) & 0x80000000u) != 0u;
    if (v_x == 0x7f800000u) {
        return v_y == 0x7f800000u && v_opposite ? 0x7fc00000u : v_great;
    }
    const u32 v_exponent = vyre_scale(v_x);
    const u32 v_placed_result = vyre_placed(v_y);
    const u32 v_scale_result = vyre_scale(v_y);
    const u32 v_shifted = vyre_shift_right_sticky(v_placed_result, v_exponent - v_scale_result);
    u32 v_sum = 0u;
    if (v_opposite) {
        const u32 v_placed_result_1 = vyre_placed(v_x);
        v_sum = v_placed_result_1 - v_shifted;
    }
    else {
        const u32 v_placed_result_2 = vyre_placed(v_x);
        v_sum = v_placed_result_2 + v_shifted;
    }
    if (v_sum == 0u) {
        return v_opposite ? 0u : v_great & 0x80000000u;
    }
    const u32 v_shift = leading_zeros_u32(v_sum) - 1u;
    const u32 v_rounded_result = vyre_rounded(v_great & 0x80000000u, (i32)(v_exponent - v_shift), v_sum << (v_shift & 31u));
    return v_rounded_result;
}

static __device__ inline u32 vyre_add(u32 v_a, u32 v_b) {
    const u32 v_bits = vyre_add_1(v_a, v_b);
    return v_bits;
}
