typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_mul_hi(u32 v_a, u32 v_b) {
    return (u32)(((u64)v_a * (u64)v_b) >> 32u);
}
