use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(LeftMonotone))]
pub fn limited(a: i32, b: i32) -> i32 {
    a.clamp(0, b)
}

fn main() {}
