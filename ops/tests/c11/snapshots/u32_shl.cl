typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_shl(u32 v_a, u32 v_b) {
    return v_a << (v_b & 31u & 31u);
}
