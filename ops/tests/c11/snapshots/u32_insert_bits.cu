typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_min(u32 a, u32 b) {
    return a < b ? a : b;
}

static __device__ inline u32 vyre_sub(u32 a, u32 b) {
    return a - b;
}

static __device__ inline u32 vyre_insert_bits(u32 base, u32 bits, u32 offset, u32 count) {
    const u32 start = vyre_min(offset, 32u);
    const u32 sub_result = vyre_sub(32u, start);
    const u32 width = vyre_min(count, sub_result);
    u32 mask = 0u;
    if (width == 0u) {
        mask = 0u;
    }
    else {
        const u32 sub_result_1 = vyre_sub(32u, width);
        mask = (0xffffffffu >> (sub_result_1 & 31u & 31u)) << (start & 31u & 31u);
    }
    return (base & ~mask) | ((bits << (start & 31u & 31u)) & mask);
}
