#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 vyre_mul_hi(u32 v_a, u32 v_b) {
    return (u32)(((u64)v_a * (u64)v_b) >> 32u);
}
