//! The lowering as a whole.

mod by_hand;
mod checks;
mod hazards;
mod natives;
mod snapshots;
