use vyre_conform_runtime::vyre_op;

const MASK: u8 = 0xff;

#[vyre_op(laws(Idempotent))]
fn low(a: u32) -> u32 {
    a & u32::from(MASK)
}

fn main() {}
