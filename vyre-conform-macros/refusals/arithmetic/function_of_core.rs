use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn max(a: u32, b: u32) -> u32 {
    core::cmp::max(a, b)
}

fn main() {}
