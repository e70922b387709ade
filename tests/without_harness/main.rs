//! An author's test file with `harness = false` forgotten. Only `tests/harness/forgotten.rs` runs it.

vyre_conform_harness::harness!(vyre_ops);
