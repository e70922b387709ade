//! Every visibility.

use vyre_conform_runtime::vyre_op;

macro_rules! low {
    ($visibility:vis $name:ident) => {
        #[vyre_op(laws(Idempotent))]
        $visibility fn $name(a: u32) -> u32 {
            a & 1
        }
    };
}

low!(here);
low!(pub everywhere);
low!(pub(crate) crate_visible);
low!(pub(super) parent_visible);
low!(pub(in crate::pass) path_visible);

/// Without a macro.
#[vyre_op(laws(Idempotent))]
pub(in crate::pass) fn low_byte(a: u32) -> u32 {
    a & 0xff
}
