//! The lowering as a whole.

mod checks;
mod hazards;
mod snapshots;
