use vyre_conform_runtime::vyre_op;

#[vyre_op(boundaries((i32::MIN, -1)))]
pub const fn quotient(a: i32, b: i32) -> i32 {
    a.wrapping_div(b ^ 1)
}

fn main() {}
