use vyre_conform_runtime::vyre_op;

// `i32::MIN / -1` overflows, whatever the test of the divisor.
#[vyre_op(boundaries((i32::MIN, -1)))]
pub const fn quotient(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a / b }
}

fn main() {}
