#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

static inline u32 vyre_select(bool v_condition, u32 v_yes, u32 v_no) {
    return v_condition ? v_yes : v_no;
}
