//! Elementary functions of `f32`, correctly rounded.
//!
//! The reference is CORE-MATH, whose functions are proved correctly rounded or checked on every input (Sibidanov,
//! Zimmermann and Glondu, The CORE-MATH project, ARITH 2022). The lowering uses other formulas, in integers. Rows
//! labelled "the nearest to a tie" are the inputs, of all 2^32, on which a function needs the most bits before
//! rounding.

mod acos;
mod asin;
mod atan;
mod atan2;
mod cos;
mod exp;
mod exp10;
mod exp2;
mod log;
mod log10;
mod log2;
mod pow;
mod sin;
mod tan;

pub use acos::acos;
pub use asin::asin;
pub use atan::atan;
pub use atan2::atan2;
pub use cos::cos;
pub use exp::exp;
pub use exp2::exp2;
pub use exp10::exp10;
pub use log::log;
pub use log2::log2;
pub use log10::log10;
pub use pow::pow;
pub use sin::sin;
pub use tan::tan;
