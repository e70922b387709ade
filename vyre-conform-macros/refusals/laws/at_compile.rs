use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative(at = compile)))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
