use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn distance(x: i32, y: i32) -> i32 {
    (x - y).abs()
}
