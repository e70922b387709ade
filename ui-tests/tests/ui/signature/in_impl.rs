use vyre_conform_runtime::{vyre_fn, vyre_op};

pub struct Bits;

impl Bits {
    #[vyre_op(laws(Commutative))]
    pub const fn both(a: u32, b: u32) -> u32 {
        a & b
    }

    #[vyre_fn]
    pub fn helper(a: u32) -> u32 {
        a
    }
}

fn main() {}
