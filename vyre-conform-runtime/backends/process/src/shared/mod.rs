//! Memory shared by host and backend, so that the words of a `run` need not go through a pipe.
//!
//! The host creates it and sends its path; the backend reports if it can open it. Neither side trusts the other: words
//! are copied out before they are examined, and the memory can neither shrink nor grow.

#[cfg(all(
    target_os = "linux",
    target_endian = "little",
    target_pointer_width = "64"
))]
mod linux;
#[cfg(not(all(
    target_os = "linux",
    target_endian = "little",
    target_pointer_width = "64"
)))]
mod none;

mod area;
mod host_memory;
#[cfg(all(
    test,
    target_os = "linux",
    target_endian = "little",
    target_pointer_width = "64"
))]
mod tests;

pub(crate) use area::{Area, PLACES};
pub(crate) use host_memory::HostMemory;
#[cfg(all(
    target_os = "linux",
    target_endian = "little",
    target_pointer_width = "64"
))]
pub(crate) use linux::SharedMemory;
#[cfg(not(all(
    target_os = "linux",
    target_endian = "little",
    target_pointer_width = "64"
)))]
pub(crate) use none::SharedMemory;

/// Feature of a backend that accepts words in memory shared with the host.
pub(crate) const SHARED_MEMORY: &str = "shared-memory";

/// Words of results, which come first: those of [`DEFAULT_CASES`](crate::message::DEFAULT_CASES) cases of four words.
pub(crate) const RESULTS: usize = 1 << 20;

/// Words of operands, after the results: four operands of four words.
pub(crate) const OPERANDS: usize = 4 * RESULTS;

/// Words of a run, operands and results together, from which on shared memory pays off.
pub(crate) const SHARED_THRESHOLD: usize = 1 << 13;
