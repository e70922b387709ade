typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_shl(u32 a, u32 b) {
    return a << (b & 31u & 31u);
}
