//! Items that the attribute macro's output names. Not a public interface.

pub use crate::body::{
    Ast, Binding, Body, BodyCallee, Constant, HostPrimitive, HostShape, Param, Pattern, Primitive,
    Shape, Statement,
};
pub use crate::const_check;
pub use crate::engine::{Accumulation, CorpusCase, EngineDef, Input, Output, Plan, Record, Sums};
pub use crate::registry::{
    AlternateDef, ClassDef, FnDef, FnKey, LawDef, LawParam, Lowering, NativeDef, OpDef, OpRef,
    Package, Place, Polarity, RowDef, TextPlace, lowered_fn, op_ref, op_ref_exact, predicate,
};
pub use crate::write_at_run_in_this_law_where_the_op_is_no_const_fn;
pub use inventory;
pub use vyre_conform_ir::MAX_WORK;
pub use vyre_conform_ir::value::{HostValue, Value};
pub use vyre_conform_spec::{
    AdditionOrder, Capabilities, Category, Claim as LawClaim, EngineKind, Form, Invariant, Law,
    LawCallee, ParamKind, Parameter, Term, TextTarget, Texts, law::find as find_law,
};

/// An operand of any type, for code that never runs.
pub fn operand<T>() -> T {
    unreachable!("a call that is only expected never runs")
}

/// A list of values.
pub type Values = Vec<Value>;

/// A list of engine inputs.
pub type Inputs = Vec<Input>;

/// Collects values into a list.
pub fn values<const N: usize>(values: [Value; N]) -> Values {
    values.into()
}

/// The law with this name.
pub fn law(name: &str) -> &'static Law {
    find_law(name).expect("the attribute macro and the runtime read one table of laws")
}

/// A custom law.
pub const fn custom_law(
    name: &'static str,
    docs: &'static str,
    params: &'static [Parameter],
    forms: &'static [Form],
) -> Law {
    Law {
        name,
        params,
        forms,
        docs,
        obeyed_by: "",
        broken_by: "",
    }
}

/// A parameter of a custom law.
pub const fn law_parameter(name: &'static str, kind: ParamKind) -> Parameter {
    Parameter { name, kind }
}

/// The claim of a custom law about the op that declares it.
pub const fn law_form(arity: usize, claim: LawClaim) -> Form {
    Form {
        arity,
        predicate: false,
        claim,
    }
}

/// Calls an op that a law names. If the op is not a `const fn`, the compiler's message names the macro
/// that the call originates in, so the macro's name carries the advice.
#[doc(hidden)]
#[macro_export]
macro_rules! write_at_run_in_this_law_where_the_op_is_no_const_fn {
    ($op:path, $($operand:expr),*) => {
        $op($($operand),*)
    };
}

/// Number of iterations of `for x in from..to` (or `from..=to`).
pub const fn range_bound(from: i128, to: i128, inclusive: bool) -> u64 {
    let n = to - from + inclusive as i128;
    if n < 0 { 0 } else { n as u64 }
}

/// Implements `Debug` of an error as its `Display`, because a `main` that returns an error prints its
/// `Debug` form to the user.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_is_display {
    ($of:ty) => {
        impl ::core::fmt::Debug for $of {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}
