use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn seed() -> u32 {
    0x9e37_79b9
}

fn main() {}
