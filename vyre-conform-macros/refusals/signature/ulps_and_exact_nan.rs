use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn flip(a: u32) -> u32 {
    a ^ 0x8000_0000
}

#[vyre_op(lower = flip, nan = exact, ulps = 1, table(1.0 => -1.0, "the other sign"))]
fn opposite(a: f32) -> f32 {
    -a
}

fn main() {}
