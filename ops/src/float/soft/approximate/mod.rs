//! Functions of binary32 with a tolerance, on bits and in integers only: the lowerings of the approximate ops.
//!
//! They are cheaper than the correctly rounded functions: products keep 32 bits, and polynomials are as short as the
//! tolerance allows. They differ from the correct result by at most the op's declared tolerance, for subnormal numbers
//! and zeros too. Infinities and NaN equal those of the correct result, because no distance in units in the last place
//! is defined for them. The coefficients are minimax in the relative error, found by the exchange algorithm of Remez.
//! The error in each file was measured over all 2^32 inputs.
//!
//! | function | method | largest error |
//! |---|---|---|
//! | [`rcp`] | quadratic start, two steps of Newton's iteration | 1 ulp |
//! | [`rsqrt`] | quadratic start, two steps of Newton's iteration | 1 ulp |
//! | [`exp`] | polynomial of degree 5 for `2^f` | 2 ulps |
//! | [`sin`] | the strict reduction, polynomials of degree 7 and 6 | 1 ulp |

mod exp;
mod rcp;
mod rsqrt;
mod sin;

pub use exp::exp;
pub use rcp::rcp;
pub use rsqrt::rsqrt;
pub use sin::sin;

use vyre_conform_runtime::vyre_fn;

/// The high word of a product: `a * b / 2^32`, truncated.
#[vyre_fn]
const fn mul_high(a: u32, b: u32) -> u32 {
    ((a as u64).wrapping_mul(b as u64) >> 32) as u32
}
