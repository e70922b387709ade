use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_op(lower = flip_bits, laws(Involution), native(wgsl = "fn native_flop(a: u32) -> u32 { return a; }"))]
fn flip(a: f32) -> f32 {
    -a
}

#[vyre_fn]
const fn flip_bits(a: u32) -> u32 {
    a ^ 0x8000_0000
}

fn main() {}
