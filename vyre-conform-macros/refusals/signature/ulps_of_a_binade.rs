use vyre_conform_runtime::half;
use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn same(a: u32) -> u32 {
    a
}

#[vyre_op(lower = same, ulps = 1024, table(half::f16::ONE => half::f16::ONE, "itself"))]
fn itself(a: half::f16) -> half::f16 {
    a
}

fn main() {}
