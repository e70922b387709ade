typedef uint u32;
typedef int i32;
typedef ulong u64;
typedef long i64;

static inline u32 vyre_select(bool v_condition, u32 v_yes, u32 v_no) {
    return v_condition ? v_yes : v_no;
}
