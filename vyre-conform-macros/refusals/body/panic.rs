use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    if a == 0 {
        panic!("zero")
    }
    !a
}

fn main() {}
