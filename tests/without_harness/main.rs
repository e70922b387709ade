//! An author's test file as it is when `harness = false` was forgotten. Only `tests/harness/forgotten.rs` runs it.

vyre_conform_harness::harness!(vyre_ops);
