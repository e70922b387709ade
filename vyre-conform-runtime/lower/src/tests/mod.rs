//! Tests of the lowering as a whole.

mod barriers;
mod checks;
mod divisions;
mod hand_written;
mod hazards;
mod natives;
mod snapshots;
