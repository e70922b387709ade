use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(DistributiveOver(bit_or)))]
const fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}

#[vyre_op(laws(Commutative))]
fn bit_or(a: u32, b: u32) -> u32 {
    a | b
}

fn main() {}
