typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u64 vyre_vec4_to_u64(u32 v_a_0, u32 v_a_1, u32 v_a_2, u32 v_a_3) {
    u32 v_a[4] = {0};
    v_a[0] = v_a_0;
    v_a[1] = v_a_1;
    v_a[2] = v_a_2;
    v_a[3] = v_a_3;
    return (u64)v_a[0] | ((u64)v_a[1] << 32u);
}
