use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(RightIdentity(1)))]
fn share(a: i32, b: i32) -> i32 {
    match b {
        0 => 0,
        d => a / d,
    }
}
