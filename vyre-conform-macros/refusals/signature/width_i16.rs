use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: i16) -> i16 {
    a
}
