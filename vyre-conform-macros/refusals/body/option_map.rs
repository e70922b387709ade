use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn add(a: u32, b: u32) -> u32 {
    a.checked_add(b).map(|sum| sum ^ 1).unwrap_or(0)
}

#[vyre_op(laws(Commutative))]
fn sum(a: u32, b: u32) -> u32 {
    a.checked_add(b).map_or(0, |sum| !sum)
}

#[vyre_op(laws(Commutative))]
fn total(a: u32, b: u32) -> u32 {
    a.checked_add(b).unwrap_or_else(|| u32::MAX)
}
