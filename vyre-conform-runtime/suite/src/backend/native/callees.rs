//! Native implementations of the ops that a program calls.
//!
//! A native implementation replaces the body of a callee if the op is registered and its body is the one that the
//! program was linked with.

use super::super::OpCode;
use std::sync::LazyLock;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{
    Callee, Function, FunctionId, Library, MergedFunctions, Module, NativeExpression, OpBody,
};
use vyre_conform_runtime::catalog::{Catalog, Op};

/// Everything that is linked into this process. If the declarations contradict each other, which every suite reports,
/// nothing is native.
static LINKED: LazyLock<Option<Catalog>> = LazyLock::new(|| Catalog::linked().ok());

/// A call in a program of an op with a native implementation.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct NativeCall {
    /// Its index among the callees of the program.
    pub callee: usize,
    /// The registered op.
    pub op: &'static Op,
    /// Its loadable code.
    pub code: OpCode<'static>,
}

impl NativeCall {
    /// The expressions of these calls, if they have one.
    pub fn expressions(calls: &[Self]) -> Vec<NativeExpression<'_>> {
        let expressions = calls.iter().filter_map(|call| {
            Some(NativeExpression {
                callee: call.callee,
                name: call.code.name,
                signature: &call.op.def.op.signature,
                text: call.code.native?.c?,
            })
        });
        expressions.collect()
    }
}

/// The calls in a program of ops with a native implementation, all on values of one word.
pub fn native_calls(program: &ValidProgram) -> Vec<NativeCall> {
    let callees = program.program().callees.iter().enumerate();
    let native = callees.filter_map(|(callee, called)| {
        let Callee::Op(id) = called else { return None };
        let (op, code) = registered(id)?;
        let native = code.native.is_some() && is_body(program.module(), callee, op);
        native.then_some(NativeCall { callee, op, code })
    });
    native.collect()
}

/// True if every op that a program calls is the registered one, with the same body and hand-written texts.
pub(super) fn calls_the_library(program: &ValidProgram) -> bool {
    let Some(linked) = LINKED.as_ref() else {
        return false;
    };
    let mut callees = program.program().callees.iter().enumerate();
    callees.all(|(callee, called)| {
        let Callee::Op(id) = called else { return true };
        let function = FunctionId(callee as u32);
        let mut hardware = program.hardware().iter();
        let hardware = hardware.find(|call| call.function == function);
        let is_op = match (Library::find(linked, id), hardware) {
            (Some(OpBody::Hardware { op, .. }), Some(call)) => op == call.op,
            (Some(OpBody::Inlinable(_)), None) => true,
            _ => false,
        };
        let body = linked.find(id);
        is_op && body.is_some_and(|op| is_body(program.module(), callee, op))
    })
}

/// A registered op whose operands and result have one word each, as native implementations require.
fn registered(id: &str) -> Option<(&'static Op, OpCode<'static>)> {
    let op = LINKED.as_ref()?.find(id)?;
    let types = op.def.op.signature;
    let mut types = types.operands.iter().chain([&types.result]);
    let module = op.module().as_ref().ok()?;
    let code = OpCode::of(op.def, module, op.correction());
    types.all(|ty| ty.words() == 1).then_some((op, code))
}

/// True if a callee of a program has the body of this op: the program may be linked with another library in which the
/// same id is another function.
fn is_body(linked: &Module, callee: usize, op: &Op) -> bool {
    let of_op = op.module().as_ref().ok().map(|valid| {
        let module = valid.module();
        alone(module, module.entry)
    });
    of_op.is_some_and(|body| body == alone(linked, FunctionId(callee as u32)))
}

/// A function of a module and its callees, in an order that does not depend on the module.
fn alone(module: &Module, entry: FunctionId) -> Vec<Function> {
    let mut all = MergedFunctions::default();
    all.add(&Module {
        functions: module.functions.clone(),
        entry,
    });
    all.functions().to_vec()
}
