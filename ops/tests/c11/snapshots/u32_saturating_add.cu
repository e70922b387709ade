typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_saturating_add(u32 a, u32 b) {
    const u32 sum = a + b;
    return sum < a ? 0xffffffffu : sum;
}
