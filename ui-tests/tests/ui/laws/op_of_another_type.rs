use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(DistributiveOver(bit_or)))]
const fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}

#[vyre_op(laws(Commutative))]
const fn bit_or(a: u64, b: u64) -> u64 {
    a | b
}

fn main() {}
