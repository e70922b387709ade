//! Arithmetic on `u32`, modulo 2^32 or saturating.

mod abs_diff;
mod add;
mod div;
mod modulo;
mod mul;
mod mul_hi;
mod negate;
mod saturating_add;
mod saturating_sub;
mod sub;

pub use abs_diff::abs_diff;
pub use add::add;
pub use div::div;
pub use modulo::modulo;
pub use mul::mul;
pub use mul_hi::mul_hi;
pub use negate::negate;
pub use saturating_add::saturating_add;
pub use saturating_sub::saturating_sub;
pub use sub::sub;
