//! Other functions of an op in kernel Rust, which are proved to be the same for every input.

use super::OpRef;

/// A function in kernel Rust that gives what an op gives. [`same!`](crate::same!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SameDef {
    /// Id of the op.
    pub of: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The function, a `#[vyre_fn]` or `#[vyre_op]`.
    pub function: OpRef,
}

impl SameDef {
    /// A function that gives what this op gives.
    #[doc(hidden)]
    pub const fn new(of: &'static str, name: &'static str, function: OpRef) -> Self {
        Self { of, name, function }
    }
}

inventory::collect!(SameDef);

/// Every such function linked into this program, by op and name.
pub fn same_as_ops() -> Vec<&'static SameDef> {
    let mut all: Vec<&SameDef> = inventory::iter::<SameDef>.into_iter().collect();
    all.sort_by_key(|of| (of.of, of.name));
    all
}

/// Declares that functions in kernel Rust give what an op gives, for every input: the steps that an op is lowered to,
/// or another way to the same result. `vyre-conform prove` decides it.
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
            $crate::registry::SameDef::new($of, stringify!($name), $crate::registry::op_ref($function))
        })+
    };
}
