use vyre_conform_runtime::vyre_op;

use std::sync::atomic::{AtomicU32, Ordering};

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed);
    !a
}

fn main() {}
