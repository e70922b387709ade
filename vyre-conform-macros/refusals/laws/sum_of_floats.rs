use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn flip(a: u32) -> u32 {
    a ^ 0x8000_0000
}

#[vyre_op(lower = flip, laws(Complement(neg, 0.0)))]
fn neg(a: f32) -> f32 {
    -a
}

fn main() {}
