use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn xor(a: u8, b: u8) -> u8 {
    a ^ b
}

fn main() {}
