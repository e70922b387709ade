use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: usize) -> usize {
    a
}
