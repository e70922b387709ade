//! An author's test file as it is when `harness = false` was forgotten. Only `tests/harness/forgotten.rs` runs it.

vyre_conform_runtime::harness!(vyre_ops);
