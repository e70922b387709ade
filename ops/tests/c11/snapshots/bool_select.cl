typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_select(bool condition, u32 yes, u32 no) {
    return condition ? yes : no;
}
