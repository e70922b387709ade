typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_slt(i32 v_a, i32 v_b) {
    return (u32)(v_a < v_b);
}

static __device__ inline bool vyre_u32_to_bool(u32 v_a) {
    return v_a != 0u;
}

static __device__ inline i32 vyre_sneg(i32 v_a) {
    return (i32)(0u - (u32)v_a);
}

static __device__ inline i32 vyre_sabs(i32 v_a) {
    const u32 v_slt_result = vyre_slt(v_a, 0);
    const bool v_u32_to_bool_result = vyre_u32_to_bool(v_slt_result);
    i32 v_value = 0;
    if (v_u32_to_bool_result) {
        const i32 v_sneg_result = vyre_sneg(v_a);
        v_value = v_sneg_result;
    }
    else {
        v_value = v_a;
    }
    return v_value;
}
