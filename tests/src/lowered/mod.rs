//! Common tests of the backends over the lowering to C: the suite, random programs, planted faults.

pub mod faults;
pub mod names;
pub mod native;
pub mod programs;
pub mod suite;
