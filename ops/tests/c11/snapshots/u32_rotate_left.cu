typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 rotate_left_u32(u32 a, u32 n) {
    return (a << (n & 31u)) | (a >> ((0u - n) & 31u));
}

static __device__ inline u32 vyre_rotate_left(u32 v_a, u32 v_b) {
    return rotate_left_u32(v_a, v_b);
}
