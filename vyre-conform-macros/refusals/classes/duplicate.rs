use vyre_conform_runtime::vyre_op;

#[vyre_op(classes(zero = a == 0, zero = b == 0))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
