use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn rest(a: u32, b: u32) -> u32 {
    (a % 0) ^ b
}
