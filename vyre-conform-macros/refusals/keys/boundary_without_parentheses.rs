use vyre_conform_runtime::vyre_op;

#[vyre_op(boundaries(u32::MAX, 0))]
fn one(a: u32, b: u32) -> u32 {
    a ^ b
}

#[vyre_op(boundaries(0, 1, u32::MAX, u32::MAX))]
fn two(a: u32, b: u32) -> u32 {
    a & b
}

#[vyre_op(boundaries((0, 1), 7))]
fn mixed(a: u32, b: u32) -> u32 {
    a | b
}
