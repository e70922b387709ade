//! Wraps the bit-level function that implements a float op.

use crate::registry::Signature;
use vyre_conform_ir::{Expr, FunctionBuilder, FunctionId, Module, Node, Type};

/// The module of an op with this signature, built from its bit-level function. If the op has floats, a
/// wrapper function takes and returns them and calls the bit-level one. A module whose types do not
/// match these bits is returned as it is; validation rejects it.
pub(super) fn wrapped(mut module: Module, signature: &Signature) -> Module {
    let types = |ty: &_| Type::components(*ty);
    let operands: Vec<Type> = signature.operands.iter().flat_map(types).collect();
    let results = types(&signature.result);
    let is_float = |ty: &Type| ty.is_float();
    if !operands.iter().chain(&results).any(is_float) {
        return module;
    }
    let inner = module.entry();
    let mut outer = FunctionBuilder::new(&inner.name, results.clone());
    let mut args = Vec::new();
    for (own, param) in operands.iter().zip(&inner.params) {
        let declared = &inner.locals[param.0 as usize];
        let value = outer.param(&declared.name, *own);
        let value = outer.read(value);
        args.push(cast(value, declared.ty));
    }
    let of_bits: Vec<Type> = inner.results.clone();
    let locals: Vec<_> = of_bits.iter().map(|ty| outer.local("bits", *ty)).collect();
    let values = locals.iter().zip(&results);
    let values = values
        .map(|(local, ty)| cast(outer.read(*local), *ty))
        .collect();
    let call = Node::Call {
        function: module.entry,
        args,
        results: locals.clone(),
    };
    let outer = outer.finish(vec![call, Node::Return(values)]);
    module.entry = FunctionId(module.functions.len() as u32);
    module.functions.push(outer);
    module
}

/// Casts the value to a type, unless it has that type already.
fn cast(value: Expr, to: Type) -> Expr {
    if value.ty == to {
        value
    } else {
        Expr::cast(to, value)
    }
}
