typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline i32 div_i32(i32 a, i32 b) {
    return b == 0 ? 0 : b == -1 ? (i32)(0u - (u32)a) : a / b;
}

static inline i32 vyre_sdiv(i32 v_a, i32 v_b) {
    const bool v_is_some = v_b != 0 && (v_a != (-2147483647 - 1) || v_b != -1);
    i32 v_value = 0;
    if (v_is_some) {
        const i32 v_quotient = div_i32(v_a, v_b);
        v_value = v_quotient;
    }
    else {
        v_value = v_b == 0 ? 0 : v_a;
    }
    return v_value;
}
