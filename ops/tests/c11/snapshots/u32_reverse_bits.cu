typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 swap_bytes_u32(u32 a) {
    return (a << 24) | ((a & 0xff00u) << 8) | ((a >> 8) & 0xff00u) | (a >> 24);
}

static __device__ inline u32 reverse_bits_u32(u32 a) {
    a = ((a >> 1) & 0x55555555u) | ((a & 0x55555555u) << 1);
    a = ((a >> 2) & 0x33333333u) | ((a & 0x33333333u) << 2);
    a = ((a >> 4) & 0x0f0f0f0fu) | ((a & 0x0f0f0f0fu) << 4);
    return swap_bytes_u32(a);
}

static __device__ inline u32 vyre_reverse_bits(u32 v_a) {
    return reverse_bits_u32(v_a);
}
