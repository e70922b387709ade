use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn same(a: u32) -> u32 {
    a
}

#[vyre_op(lower = same, ulps = 0, table(1.0 => 1.0, "itself"))]
fn itself(a: f32) -> f32 {
    a
}

fn main() {}
