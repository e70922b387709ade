typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_mul_hi(u32 a, u32 b) {
    return (u32)(((u64)a * (u64)b) >> 32u);
}
