typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u64 vyre_vec4_to_u64(u32 a_0, u32 a_1, u32 a_2, u32 a_3) {
    u32 a[4] = {0};
    a[0] = a_0;
    a[1] = a_1;
    a[2] = a_2;
    a[3] = a_3;
    return (u64)a[0] | ((u64)a[1] << 32u);
}
