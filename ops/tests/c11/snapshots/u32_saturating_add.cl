typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_saturating_add(u32 a, u32 b) {
    const u32 sum = a + b;
    return sum < a ? 0xffffffffu : sum;
}
