#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 vyre_min(u32 v_a, u32 v_b) {
    return v_a < v_b ? v_a : v_b;
}

static inline u32 vyre_sub(u32 v_a, u32 v_b) {
    return v_a - v_b;
}

static inline u32 vyre_insert_bits(u32 v_base, u32 v_bits, u32 v_offset, u32 v_count) {
    const u32 v_start = vyre_min(v_offset, 32u);
    const u32 v_sub_result = vyre_sub(32u, v_start);
    const u32 v_width = vyre_min(v_count, v_sub_result);
    u32 v_mask = 0u;
    if (v_width == 0u) {
        v_mask = 0u;
    }
    else {
        const u32 v_sub_result_1 = vyre_sub(32u, v_width);
        v_mask = (0xffffffffu >> (v_sub_result_1 & 31u & 31u)) << (v_start & 31u & 31u);
    }
    return (v_base & ~v_mask) | ((v_bits << (v_start & 31u & 31u)) & v_mask);
}
