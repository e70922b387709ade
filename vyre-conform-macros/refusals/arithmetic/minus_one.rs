use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn negate(a: i32) -> i32 {
    a / -1
}
