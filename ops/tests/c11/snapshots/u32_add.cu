typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_add(u32 v_a, u32 v_b) {
    return v_a + v_b;
}
