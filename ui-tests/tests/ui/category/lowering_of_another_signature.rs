use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_op(laws(Commutative), lower = lowered)]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

#[vyre_fn]
fn lowered(a: u64, b: u64) -> u64 {
    a ^ b
}

fn main() {}
