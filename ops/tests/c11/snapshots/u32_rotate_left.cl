typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 rotate_left_u32(u32 a, u32 n) {
    return (a << (n & 31u)) | (a >> ((0u - n) & 31u));
}

static inline u32 vyre_rotate_left(u32 v_a, u32 v_b) {
    return rotate_left_u32(v_a, v_b);
}
