//! Floating point, strict: bit-exact on every adapter.

pub mod ops;
pub mod soft;

// Dependencies of float references that are not the host: `half` and `rustc_apfloat` for 16-bit formats, CORE-MATH for
// elementary functions.
vyre_conform_runtime::oracle_crates!(
    "core-math 1.4.0",
    "core-math-sys 1.4.0",
    "half 2.7.1",
    "rustc_apfloat 0.2.3+llvm-462a31f5a5ab",
);
