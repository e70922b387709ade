//! Category C: ops that are one hardware feature. A backend without it answers
//! `UnsupportedByBackend`; there is no slow path.

mod half_product;
mod mul_int64;

pub use half_product::half_product;
pub use mul_int64::mul_int64;
