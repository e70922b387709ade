//! The registered definitions; `catalog` is their sorted, elaborated view.
pub mod calls;
mod entry_point;
mod kernel;
mod op;
mod oracle;
mod same;
mod text;

pub use crate::body::FnKey;
pub use entry_point::{ColumnKernel, Scalar};
pub use kernel::{LoweredFn, OpFn, OpRef, lowered_fn, op_ref, op_ref_exact, predicate};
pub use op::{
    AlternateDef, ClassDef, FnDef, LawDef, LawParam, Lowering, NativeDef, OpDef, Package, Place,
    Polarity, RowDef, base_id, stable_id, versioned_id,
};
pub use oracle::{OracleCrate, inventory, oracle_crates};
pub use same::{EquivalentDef, same_as_ops};
pub use text::TextPlace;
pub use vyre_conform_ir::Signature;

inventory::collect!(OpDef);
inventory::collect!(FnDef);

/// Every op linked into this program, in no particular order.
pub fn ops() -> Vec<&'static OpDef> {
    inventory::iter::<OpDef>.into_iter().collect()
}

/// Every translatable helper linked into this program, in no particular order.
pub fn helpers() -> Vec<&'static FnDef> {
    inventory::iter::<FnDef>.into_iter().collect()
}
