//! What the attribute macro's output names. Not an interface for people.

pub use crate::body::{
    Ast, Binding, Body, Callee, Constant, HostPrimitive, HostShape, Param, Pattern, Primitive,
    Shape, Statement,
};
pub use crate::registry::{
    AlternateDef, ClassDef, FnDef, FnKey, LawDef, LawParam, Lowering, OpDef, OpRef, Place,
    Polarity, RowDef, op_ref,
};
pub use crate::spec::{Capabilities, Category, law::find as find_law};
pub use crate::value::{HostValue, Value};
pub use inventory;
