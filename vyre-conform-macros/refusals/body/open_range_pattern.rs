use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Idempotent))]
fn least(a: u32) -> u32 {
    match a {
        7.. => 7,
        x => x,
    }
}

fn main() {}
