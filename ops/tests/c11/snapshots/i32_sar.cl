typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline i32 vyre_sar(i32 a, u32 b) {
    return a >> (b & 31u & 31u);
}
