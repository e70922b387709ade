//! `i32`: two's complement ops that depend on the sign. Comparisons give 1 or 0 as `u32`.

mod add;
mod mul;
mod sabs;
mod sar;
mod sdiv;
mod sge;
mod sgt;
mod sign;
mod sle;
mod slt;
mod smax;
mod smin;
mod sneg;
mod srem;
mod sub;

pub use add::add;
pub use mul::mul;
pub use sabs::sabs;
pub use sar::sar;
pub use sdiv::sdiv;
pub use sge::sge;
pub use sgt::sgt;
pub use sign::sign;
pub use sle::sle;
pub use slt::slt;
pub use smax::smax;
pub use smin::smin;
pub use sneg::sneg;
pub use srem::srem;
pub use sub::sub;
