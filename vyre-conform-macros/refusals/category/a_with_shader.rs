use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution), lower = wgsl("fn reverse(a: u32) -> u32 { return reverseBits(a); }"))]
fn reverse(a: u32) -> u32 {
    a.reverse_bits()
}

fn main() {}
