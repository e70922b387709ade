use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
const fn both(a: u32, b: u32) -> u32 {
    a & b
}

// The result of `both` is not a bool.
#[vyre_op(laws(ComplementUnder(both, false)))]
const fn flip(a: u32) -> u32 {
    !a
}

fn main() {}
