//! Inspection of existing compute kernels in WGSL, SPIR-V or GLSL, without a contract and without any
//! Rust code.
//!
//! [`KernelSource::parse`](vyre_conform_import::KernelSource::parse) reads a file, and [`inspect()`]
//! runs its entry points: inputs are derived from the types of the bindings, dispatches from the
//! workgroup size. An interpreter of naga's IR detects data races, barriers that part of a workgroup
//! misses, out-of-bounds indices, reads of unwritten workgroup memory, divisions by zero, shifts by the
//! width or more, and endless loops, each at its place in the text. Adapters run the unchanged text as
//! a black box: guards surround buffers, outputs are poisoned, each case runs twice, and results are
//! compared with one another.
//!
//! [`InspectRule`] lists the findings. [`text`] and [`sarif`] write them.

mod case;
mod device;
mod doubt;
mod error;
mod eval;
mod fill;
mod finding;
mod inspect;
mod interpret;
mod layout;
mod output;
mod program;
mod reach;
mod rule;
pub mod sarif;
mod target;
pub mod text;

pub use case::{BufferLength, InputValues, InspectedCase};
pub use error::InspectError;
pub use finding::{InspectFinding, InspectedBuffer, InspectedEntry, Inspection, Omission};
pub use inspect::{InspectOptions, MAX_INSPECTED_LENGTH, inspect};
pub use rule::{FindingLevel, InspectRule};
