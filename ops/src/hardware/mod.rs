//! Category C: ops that need one hardware feature. A backend without it returns `UnsupportedByBackend`; there is no
//! slow path.

mod dot4_i8;
mod dot4_u8;
mod double_product;
mod half_product;
mod mul_int64;

pub use dot4_i8::dot4_i8;
pub use dot4_u8::dot4_u8;
pub use double_product::double_product;
pub use half_product::half_product;
pub use mul_int64::mul_int64;
