use vyre_conform_runtime::{vyre_fn, vyre_op};

macro_rules! shared {
    () => {
        "fn vyre_in0(a: u32) -> u32 { return a; }"
    };
}

#[vyre_op(
    lower = flip_bits,
    laws(Involution),
    native(wgsl = concat!(shared!(), "fn native_flip(a: u32) -> u32 { return vyre_in0(a); }")),
)]
fn flip(a: f32) -> f32 {
    -a
}

#[vyre_fn]
const fn flip_bits(a: u32) -> u32 {
    a ^ 0x8000_0000
}

fn main() {}
