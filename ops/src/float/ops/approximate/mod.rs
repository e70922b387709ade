//! Approximate ops of `f32`: the reference is correctly rounded; a backend's result may differ by a few units in the
//! last place, as each op declares (`ulps = ..`). They are on a separate track, reach level L1a, and are never in a
//! certificate with a strict op.
//!
//! The tolerance applies to finite numbers only: an infinite or NaN result must equal the reference. -0 and +0 count as
//! one number.

mod exp_approx;
mod rcp_approx;
mod rsqrt_approx;
mod sin_approx;

pub use exp_approx::exp_approx;
pub use rcp_approx::rcp_approx;
pub use rsqrt_approx::rsqrt_approx;
pub use sin_approx::sin_approx;
