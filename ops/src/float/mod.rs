//! Floating point, strict: bit-exact on every adapter.

pub mod ops;
pub mod soft;

// What the references of floats are computed by, as far as it is not the host: `half` and `rustc_apfloat` those of
// 16-bit formats, CORE-MATH elementary functions.
vyre_conform_runtime::oracle_crates!(
    "core-math 1.4.0",
    "core-math-sys 1.4.0",
    "half 2.7.1",
    "rustc_apfloat 0.2.3+llvm-462a31f5a5ab",
);
