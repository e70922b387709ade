//! Words that go through memory, on both sides, and what goes wrong there.

mod host;
mod memory;
mod served;
