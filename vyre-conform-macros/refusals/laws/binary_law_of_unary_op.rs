use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn inverse(a: u32) -> u32 {
    !a
}

fn main() {}
