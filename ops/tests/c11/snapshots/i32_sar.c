#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline i32 vyre_sar(i32 v_a, u32 v_b) {
    return v_a >> (v_b & 31u & 31u);
}
