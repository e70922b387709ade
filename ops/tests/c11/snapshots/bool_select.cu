typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

static __device__ inline u32 vyre_select(bool v_condition, u32 v_yes, u32 v_no) {
    return v_condition ? v_yes : v_no;
}
