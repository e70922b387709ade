use vyre_conform_runtime::{vyre_fn, vyre_op};

mod bits {
    pub fn low(a: u32) -> u32 {
        a & 1
    }
    pub mod inner {
        pub fn high(a: u32, _: bool) -> (u32, u32) {
            (a >> 31, a)
        }
    }
    pub use inner::high;
}

use bits::low;

#[vyre_fn]
fn first(a: u32) -> u32 {
    bits::high(a, true).0
}

#[vyre_op(laws(Commutative))]
fn both_odd(a: u32, b: u32) -> u32 {
    low(a) & low(b) & first(a)
}

fn main() {}
