use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(LatticeAbsorption(bit_or)))]
fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}

#[vyre_op(laws(Bounded(0, 1)))]
fn bit_or(a: u32, b: u64) -> u64 {
    a as u64 | b
}

fn main() {}
