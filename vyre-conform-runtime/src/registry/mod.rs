//! What annotations register; the sorted, elaborated view of it is `catalog`.
mod kernel;
mod op;

pub use crate::body::FnKey;
pub use kernel::{Kernel, OpFn, OpRef, Scalar, Signature, op_ref};
pub use op::{
    AlternateDef, ClassDef, FnDef, LawDef, LawParam, Lowering, OpDef, Place, Polarity, RowDef,
};

inventory::collect!(OpDef);
inventory::collect!(FnDef);
