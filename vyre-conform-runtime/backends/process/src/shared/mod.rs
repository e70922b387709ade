//! Memory that host and backend both see, so that the words of a `run` need not go through a pipe.
//!
//! The host makes it and says where it lies; whether a backend can open it is the backend's to say. Nothing here trusts
//! the other side: words are copied out before they are looked at, and the memory can neither shrink nor grow.

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

/// The feature of a backend that takes words from memory that it shares with the host.
pub(crate) const SHARED_MEMORY: &str = "shared-memory";

/// Words of results in an area, which come first: those of [`MOST_CASES`](crate::message::MOST_CASES) cases of four
/// words.
pub(crate) const RESULTS: usize = 1 << 20;

/// Words of operands, which come after the results: four of four words.
pub(crate) const OPERANDS: usize = 4 * RESULTS;

/// Words of a run, operands and results together, from which on it is worth while not to send them.
pub(crate) const MANY: usize = 1 << 13;
