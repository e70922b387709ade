//! The lowering as a whole.

mod barriers;
mod by_hand;
mod checks;
mod hazards;
mod natives;
mod snapshots;
