//! Every assignment of up to 32 inputs of a circuit, by cofactors and simulation.
//!
//! Inputs are fixed one after the other (Shannon's expansion,
//! <https://en.wikipedia.org/wiki/Boole%27s_expansion_theorem>). A cofactor is made anew with the constant in it, and
//! equal gates are one, so that much of the circuit goes: one whose output becomes the constant 0 is done. Where two
//! bodies have the same structure then, that happens long before all inputs are fixed. A cofactor that is the same as
//! one that is done is not asked about again. Where few inputs are left, all of their assignments are simulated, 64 in
//! a word (Mishchenko, Chatterjee, Brayton and Een, "Improvements to combinational equivalence checking", 2006,
//! <https://doi.org/10.1145/1233501.1233679>, has both on such graphs).
//!
//! What is found does not depend on the number of threads: it is the least assignment at which the output is 1, the
//! first input counting most.

mod cofactor;
mod guard;
mod net;
mod search;
mod simulate;
#[cfg(test)]
mod tests;

pub use guard::agrees;
pub use net::{Circuit, InputBit, MOST_INPUTS};
pub use search::{SearchOutcome, exhaust};
