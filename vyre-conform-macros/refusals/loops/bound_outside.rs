use vyre_conform_runtime::{bound, vyre_op};

#[vyre_op(laws(Bounded(0, 1)))]
fn low(a: u32) -> u32 {
    bound!(3);
    a & 1
}

fn main() {}
