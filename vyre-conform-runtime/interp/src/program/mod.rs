//! Execution of whole programs: launches, workgroups, barriers, orders.

mod atomics;
mod fault;
mod launch;
mod memory;
mod mixed;
mod order;
mod schedules;
mod size;
mod view;
mod workgroup;
mod world;

pub use atomics::AtomicModel;
pub use fault::ProgramFault;
pub use launch::{
    MAX_INPUT_BYTES, MAX_LOCAL_BYTES, MAX_WORKGROUP_BYTES, Options, Report, report_launch,
    run_launch,
};
pub use memory::{OutOfBounds, WriteSet};
pub use order::{Order, Preemption, Schedule};
pub use schedules::{Schedules, schedules};
pub use view::BarrierModel;
#[cfg(test)]
mod tests;
