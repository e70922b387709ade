//! Ops from an author's macro, and one from a macro of another crate.

use vyre_conform_runtime::vyre_op;

macro_rules! bitwise {
    ($(#[$attribute:meta])* $name:ident, $operator:tt, $ty:ty, $($law:ident($value:expr)),*; $over:path) => {
        $(#[$attribute])*
        #[vyre_op(
            laws(Commutative, $($law($value),)* DistributiveOver($over), Idempotent),
            classes(equal = a == b, different = a != b),
            boundaries((<$ty>::MAX, 0)),
            table((0, 0) => 0, "zeros"),
        )]
        pub const fn $name(a: $ty, b: $ty) -> $ty {
            a $operator b
        }
    };
}

bitwise!(
    /// Bitwise and.
    macro_and, &, u32, Identity(u32::MAX), Absorbing(0); macro_or
);
bitwise!(
    /// Bitwise or.
    macro_or, |, u32, Identity(0), Absorbing(u32::MAX); macro_and
);

vyre_ui_author::mask_op!(
    /// Flips the low bits.
    pub(super) turn_low(u32) = 0xffff
);
vyre_ui_author::mask_op!(turn_high(u64) = 0xffff << 48);
