use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(DistributiveOver(MASK)))]
fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}

const MASK: u32 = 0xff;

fn main() {}
