use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Associative))]
fn first(a: u32, b: u32) -> u32 {
    match (a, b) {
        (0, _) => b,
        _ => a,
    }
}

fn main() {}
