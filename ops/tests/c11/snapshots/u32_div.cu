typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 div_u32(u32 a, u32 b) {
    return b == 0 ? 0 : a / b;
}

static __device__ inline u32 vyre_div(u32 a, u32 b) {
    const bool is_some = b != 0u;
    u32 value = 0u;
    if (is_some) {
        const u32 quotient = div_u32(a, b);
        value = quotient;
    }
    else {
        value = 0u;
    }
    return value;
}
