use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Idempotent))]
fn low(a: u32) -> u32 {
    a as u8 as u32
}

fn main() {}
