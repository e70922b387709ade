use vyre_conform_runtime::{vyre_fn, vyre_op};

type Word = u32;

#[vyre_fn]
fn same(a: u32) -> u32 {
    a
}

#[vyre_op(lower = same, ulps = 2, table(1.0 => 0x3f80_0000, "its bits"))]
fn bits(a: f32) -> Word {
    a.to_bits()
}

fn main() {}
