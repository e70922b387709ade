use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(RightIdentity(1)))]
fn share(a: i32, b: i32) -> i32 {
    let mut rest = a;
    rest %= b | 1;
    rest
}
