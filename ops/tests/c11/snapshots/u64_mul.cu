typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u64 vyre_mul(u64 v_a, u64 v_b) {
    return v_a * v_b;
}
