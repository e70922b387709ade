use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn bytes(a: u32) -> u32 {
    a.to_be_bytes()[1] as u32
}

#[vyre_op(boundaries((7)))]
fn wide(a: u32) -> u64 {
    a.into()
}

#[vyre_op(laws(Commutative))]
fn middle(a: u32, b: u32) -> u32 {
    a.midpoint(b)
}

#[vyre_op(laws(RightIdentity(0)))]
fn moved(a: u32, n: u32) -> u32 {
    a.unbounded_shl(n)
}

#[vyre_op(laws(Idempotent))]
fn sum(a: u32) -> u32 {
    [a, 1].iter().fold(0, |x, y| x ^ y)
}

#[vyre_op(laws(Idempotent))]
fn root(a: u32) -> u32 {
    a.isqrt()
}

#[vyre_op(laws(Idempotent))]
fn unknown(a: u32) -> u32 {
    a.deinterleave()
}
