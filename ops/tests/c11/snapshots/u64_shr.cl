typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u64 vyre_shr(u64 a, u32 b) {
    return a >> (b & 63u & 63u);
}
