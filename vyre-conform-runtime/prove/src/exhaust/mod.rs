//! Tries every assignment of at most 32 inputs of a circuit, by cofactors and simulation.
//!
//! Inputs are fixed one after another (Shannon's expansion,
//! <https://en.wikipedia.org/wiki/Boole%27s_expansion_theorem>). A cofactor is rebuilt with the
//! constant propagated and equal gates shared, so it is much smaller; a cofactor whose output becomes
//! the constant 0 is done. If two bodies then have the same structure, that happens long before all
//! inputs are fixed. A cofactor equal to a finished one is skipped. When few inputs remain, all of
//! their assignments are simulated, 64 per word (Mishchenko, Chatterjee, Brayton and Een, "Improvements
//! to combinational equivalence checking", 2006, <https://doi.org/10.1145/1233501.1233679>, describes
//! both on such graphs).
//!
//! The result does not depend on the number of threads: it is the least assignment at which the output
//! is 1, with the first input as the most significant bit.

mod cofactor;
mod guard;
mod net;
mod search;
mod simulate;
#[cfg(test)]
mod tests;

pub use guard::agrees;
pub use net::{Circuit, InputBit, MAX_INPUTS};
pub use search::{SearchOutcome, exhaust};
