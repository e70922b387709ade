use vyre_conform_runtime::vyre_op;

#[vyre_op(table((2, 3) = 1, "bits that differ"))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
