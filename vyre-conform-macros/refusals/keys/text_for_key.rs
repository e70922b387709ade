use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_op("u32::xor", laws(Commutative))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

#[vyre_op(laws(Commutative), 2 = version)]
fn or(a: u32, b: u32) -> u32 {
    a | b
}

#[vyre_fn((vyre_conform_runtime))]
fn and(a: u32, b: u32) -> u32 {
    a & b
}

fn main() {}
