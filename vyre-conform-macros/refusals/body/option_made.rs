use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    let found = Some(a);
    !found.unwrap_or(0)
}

fn main() {}
