use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_op(laws(Commutative))]
const fn choice(a: u32, b: u32) -> u32 {
    if a < b { a } else { b } ^ 1
}

#[vyre_fn]
const fn word(a: u32) -> u32 {
    a b
}

#[vyre_fn]
const fn binding(a: u32) -> u32 {
    let = a;
    a
}

fn main() {}
