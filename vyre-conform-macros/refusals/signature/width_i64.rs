use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: i64) -> i64 {
    a
}
