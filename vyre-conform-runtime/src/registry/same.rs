//! Kernel-Rust functions that are proved equal to an op for every input.

use super::OpRef;

/// A kernel-Rust function that computes the same as an op. [`same!`](crate::same!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EquivalentDef {
    /// Id of the op.
    pub op: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The function, a `#[vyre_fn]` or `#[vyre_op]`.
    pub function: OpRef,
}

impl EquivalentDef {
    /// A function that computes the same as this op.
    #[doc(hidden)]
    pub const fn new(op: &'static str, name: &'static str, function: OpRef) -> Self {
        Self { op, name, function }
    }
}

inventory::collect!(EquivalentDef);

/// Every such function linked into this program, by op and name.
pub fn same_as_ops() -> Vec<&'static EquivalentDef> {
    let mut all: Vec<&EquivalentDef> = inventory::iter::<EquivalentDef>.into_iter().collect();
    all.sort_by_key(|of| (of.op, of.name));
    all
}

/// Declares that kernel-Rust functions compute the same as an op, for every input: the steps of the
/// op's lowering, or another algorithm. `vyre-conform prove` decides it.
///
/// ```
/// use vyre_conform_runtime::{same, vyre_fn};
///
/// #[vyre_fn]
/// const fn by_halves(a: u32, b: u32) -> u32 {
///     (a >> 1).wrapping_add(b >> 1).wrapping_add(a & b & 1)
/// }
///
/// same!("u32::average", by_halves = by_halves);
/// ```
#[macro_export]
macro_rules! same {
    ($of:literal, $($name:ident = $function:path),+ $(,)?) => {
        $($crate::registry::inventory::submit! {
            $crate::registry::EquivalentDef::new($of, stringify!($name), $crate::registry::op_ref($function))
        })+
    };
}
