use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn first(a: u32, b: u32) -> u32 {
    let _ = b;
    a
}

#[vyre_op(lower = first, laws(RightIdentity(0)))]
fn left(a: f32, _b: f32) -> f32 {
    a
}

fn main() {}
