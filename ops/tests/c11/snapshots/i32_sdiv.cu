typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline i32 div_i32(i32 a, i32 b) {
    return b == 0 ? 0 : b == -1 ? (i32)(0u - (u32)a) : a / b;
}

static __device__ inline i32 vyre_sdiv(i32 a, i32 b) {
    const bool is_some = b != 0 && (a != (-2147483647 - 1) || b != -1);
    i32 value = 0;
    if (is_some) {
        const i32 quotient = div_i32(a, b);
        value = quotient;
    }
    else {
        value = b == 0 ? 0 : a;
    }
    return value;
}
