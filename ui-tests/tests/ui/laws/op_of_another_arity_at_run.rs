use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(DistributiveOver(inverse, at = run)))]
const fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}

#[vyre_op(laws(Involution))]
const fn inverse(a: u32) -> u32 {
    !a
}

fn main() {}
