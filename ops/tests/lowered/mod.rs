//! What the tests of the backends over the lowering to C have in common: the suite, random programs, planted faults.

#![allow(
    dead_code,
    reason = "several test programs share this folder, and not each uses all of it"
)]

pub(crate) mod faults;
pub(crate) mod programs;
pub(crate) mod suite;
