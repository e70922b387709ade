use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(DistributiveOver(or)))]
const fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

#[vyre_op(laws(Commutative))]
const fn or(a: u32, b: u32) -> u32 {
    a | b
}

fn main() {}
