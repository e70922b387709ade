//! The lowering as a whole.

mod checks;
mod hazards;
mod natives;
mod snapshots;
