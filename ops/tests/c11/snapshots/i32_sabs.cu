typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_slt(i32 a, i32 b) {
    return (u32)(a < b);
}

static __device__ inline bool vyre_u32_to_bool(u32 a) {
    return a != 0u;
}

static __device__ inline i32 vyre_sneg(i32 a) {
    return (i32)(0u - (u32)a);
}

static __device__ inline i32 vyre_sabs(i32 a) {
    const u32 slt_result = vyre_slt(a, 0);
    const bool u32_to_bool_result = vyre_u32_to_bool(slt_result);
    i32 value = 0;
    if (u32_to_bool_result) {
        const i32 sneg_result = vyre_sneg(a);
        value = sneg_result;
    }
    else {
        value = a;
    }
    return value;
}
