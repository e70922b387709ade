#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline i32 vyre_sar(i32 a, u32 b) {
    return a >> (b & 31u & 31u);
}
