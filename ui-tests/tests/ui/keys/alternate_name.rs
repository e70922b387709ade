use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative), alternates(
    wgsl = "fn xor(a: u32, b: u32) -> u32 { return a ^ b; }",
    c4: wgsl = "fn c4(a: u32, b: u32) -> u32 { return (a | b) & ~(a & b); }",
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
