//! Floating point, strict: bit-exact on every adapter.

pub mod ops;
pub mod soft;
