use vyre_conform_runtime::vyre_op;

#[vyre_op(alternates(
    wgsl = "fn xor(a: u32, b: u32) -> u32 { return a ^ b; }",
    wgsl = "fn xor(a: u32, b: u32) -> u32 { return (a | b) & ~(a & b); }",
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
