#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 div_u32(u32 a, u32 b) {
    return b == 0 ? 0 : a / b;
}

static inline u32 vyre_div(u32 v_a, u32 v_b) {
    const bool v_is_some = v_b != 0u;
    u32 v_value = 0u;
    if (v_is_some) {
        const u32 v_quotient = div_u32(v_a, v_b);
        v_value = v_quotient;
    }
    else {
        v_value = 0u;
    }
    return v_value;
}
