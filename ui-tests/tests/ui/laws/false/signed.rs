use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 2147483647)))]
const fn magnitude(a: i32) -> i32 {
    a.wrapping_abs()
}

fn main() {}
