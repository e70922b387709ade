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

static inline u32 vyre_div(u32 a, u32 b) {
    const bool is_some = b != 0u;
    u32 value = 0u;
    if (is_some) {
        const u32 quotient = div_u32(a, b);
        value = quotient;
    }
    else {
        value = 0u;
    }
    return value;
}
