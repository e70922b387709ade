//! Approximate ops of `f32`: the reference is rounded correctly, and what a backend runs may be a few units
//! in the last place off, as each op declares (`ulps = ..`). They are on a track of their own, reach level
//! L1a, and are never in a certificate with a strict op.
//!
//! Only numbers have neighbours: an infinite or no result is that of the reference. -0 and +0 are one
//! number.

mod exp_approx;
mod rcp_approx;
mod rsqrt_approx;
mod sin_approx;

pub use exp_approx::exp_approx;
pub use rcp_approx::rcp_approx;
pub use rsqrt_approx::rsqrt_approx;
pub use sin_approx::sin_approx;
