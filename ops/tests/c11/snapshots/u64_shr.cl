typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u64 vyre_shr(u64 v_a, u32 v_b) {
    return v_a >> (v_b & 63u & 63u);
}
