use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn shifted(a: u32) -> u32 {
    a ^ b'a' as u32 ^ 'b' as u32
}
