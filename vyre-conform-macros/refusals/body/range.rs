use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Idempotent))]
fn least(a: u32) -> u32 {
    if (0..7).contains(&a) { a } else { 7 }
}

fn main() {}
