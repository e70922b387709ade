typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u64 vyre_mul(u64 v_a, u64 v_b) {
    return v_a * v_b;
}
