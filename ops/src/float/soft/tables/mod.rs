//! Constants of the elementary functions as fixed-point numbers, each rounded to nearest.
//!
//! The script `ops/src/float/tables.py` writes them, and a test recomputes each one with another library. A number of
//! two words is stored in two constants, high and low word.

pub(crate) mod atan;
pub(crate) mod exp;
pub(crate) mod log;
pub(crate) mod pow;
pub(crate) mod trig;

#[cfg(test)]
mod tests;
