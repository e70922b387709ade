use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    assert!(a != 7, "seven");
    !a
}

fn main() {}
