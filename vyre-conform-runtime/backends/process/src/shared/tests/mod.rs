//! Words through shared memory on both sides, and its faults.

mod host;
mod memory;
mod served;
