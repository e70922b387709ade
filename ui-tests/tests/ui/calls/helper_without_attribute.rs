use vyre_conform_runtime::vyre_op;

const fn low(a: u32) -> u32 {
    a & 1
}

#[vyre_op(laws(Commutative))]
const fn both_odd(a: u32, b: u32) -> u32 {
    low(a) & low(b)
}

fn main() {}
