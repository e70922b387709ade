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

static inline i32 vyre_srem(i32 a, i32 b) {
    const bool is_some = b != 0 && (a != (-2147483647 - 1) || b != -1);
    i32 value = 0;
    if (is_some) {
        const i32 rest = rem_i32(a, b);
        value = rest;
    }
    else {
        value = 0;
    }
    return value;
}
