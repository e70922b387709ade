//! An author's crate: edition 2021, no unsafe code, every warning an error, and the runtime known
//! only under the name that its `Cargo.toml` gives it.
#![forbid(unsafe_code)]
#![deny(missing_docs, warnings)]

pub use runtime;

use runtime::{vyre_fn, vyre_op};

/// Complement.
#[vyre_op(
    crate = runtime,
    laws(Involution, Antitone),
    classes(low = a < 0x8000_0000, high = a >= 0x8000_0000),
    table((0) => u32::MAX, "every bit is turned"),
    id = "author::complement",
)]
pub const fn complement(a: u32) -> u32 {
    flip(a, u32::MAX)
}

/// The bits of `a` in `mask`, flipped.
#[vyre_fn(crate = runtime)]
pub const fn flip(a: u32, mask: u32) -> u32 {
    a ^ mask
}

/// An op that flips the bits of a mask, for crates that know only this crate.
#[macro_export]
macro_rules! mask_op {
    ($(#[$attribute:meta])* $visibility:vis $name:ident($ty:ty) = $mask:expr) => {
        $(#[$attribute])*
        #[$crate::runtime::vyre_op(crate = $crate::runtime, laws(Involution), boundaries($mask))]
        $visibility const fn $name(value: $ty) -> $ty {
            const MASK: $ty = $mask;
            value ^ MASK
        }
    };
}
