typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_select(bool condition, u32 yes, u32 no) {
    return condition ? yes : no;
}
