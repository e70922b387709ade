use vyre_conform_runtime::vyre_op;

#[vyre_op(alternates(glsl = "uint xor(uint a, uint b) { return a ^ b; }"))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
