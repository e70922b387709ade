use std::num::Wrapping;
use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn add(a: u32, b: u32) -> u32 {
    (Wrapping(a) + Wrapping(b)).0
}
