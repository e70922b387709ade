use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution),
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = target(wgsl = "fn reverse(a: u32) -> u32 { return reverseBits(a); }", hip = "uint reverse(uint a);"))]
fn reverse(a: u32) -> u32 {
    a.reverse_bits()
}

fn main() {}
