use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn forget(a: u32, b: u32) {
    let _ = a ^ b;
}

fn main() {}
