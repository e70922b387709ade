typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u64 vyre_shr(u64 a, u32 b) {
    return a >> (b & 63u & 63u);
}
