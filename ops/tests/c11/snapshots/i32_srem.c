#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline i32 rem_i32(i32 a, i32 b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline i32 vyre_srem(i32 v_a, i32 v_b) {
    const bool v_is_some = v_b != 0 && (v_a != (-2147483647 - 1) || v_b != -1);
    i32 v_value = 0;
    if (v_is_some) {
        const i32 v_rest = rem_i32(v_a, v_b);
        v_value = v_rest;
    }
    else {
        v_value = 0;
    }
    return v_value;
}
