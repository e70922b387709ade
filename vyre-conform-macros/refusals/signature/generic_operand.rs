use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse<T>(a: T) -> T {
    a
}
