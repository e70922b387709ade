use vyre_conform_runtime::vyre_fn;

#[vyre_fn(laws(Commutative))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
