//! The lowering as a whole.

mod snapshots;
