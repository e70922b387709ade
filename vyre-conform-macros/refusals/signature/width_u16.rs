use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u16) -> u16 {
    a
}
