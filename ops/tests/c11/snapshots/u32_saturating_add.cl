typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_saturating_add(u32 v_a, u32 v_b) {
    const u32 v_sum = v_a + v_b;
    return v_sum < v_a ? 0xffffffffu : v_sum;
}
