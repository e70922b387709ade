use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Monotone))]
fn max(a: u32, b: u32) -> u32 {
    if a < b { b } else { a }
}

fn main() {}
