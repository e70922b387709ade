//! Modules that use subgroups.

use super::KernelSource;
use naga::{Barrier, Binding, Block, BuiltIn, Expression, Function, Module, Statement, TypeInner};

impl KernelSource {
    /// True if a function of the module has a subgroup operation, or an entry point a builtin value about subgroups.
    pub fn uses_subgroups(&self) -> bool {
        let module = &self.module;
        let entries = module.entry_points.iter().map(|point| &point.function);
        let mut functions = module.functions.iter().map(|(_, function)| function);
        functions.any(has_operation)
            || entries
                .into_iter()
                .any(|function| has_operation(function) || has_builtin(module, function))
    }
}

fn has_operation(function: &Function) -> bool {
    let mut all = function.expressions.iter();
    let has_result = all.any(|(_, expression)| {
        matches!(
            expression,
            Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. }
        )
    });
    has_result || has_barrier(&function.body)
}

/// True if the block has a barrier of subgroups, at any depth.
fn has_barrier(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::ControlBarrier(barrier) => barrier.contains(Barrier::SUB_GROUP),
        Statement::Block(block) => has_barrier(block),
        Statement::If { accept, reject, .. } => has_barrier(accept) || has_barrier(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| has_barrier(&case.body)),
        Statement::Loop {
            body, continuing, ..
        } => has_barrier(body) || has_barrier(continuing),
        _ => false,
    })
}

/// True if an argument of an entry point, or a member of one, is a builtin value about subgroups.
fn has_builtin(module: &Module, function: &Function) -> bool {
    let of_subgroups = |binding: &Option<Binding>| {
        matches!(
            binding,
            Some(Binding::BuiltIn(
                BuiltIn::NumSubgroups
                    | BuiltIn::SubgroupId
                    | BuiltIn::SubgroupSize
                    | BuiltIn::SubgroupInvocationId
            ))
        )
    };
    function.arguments.iter().any(|argument| {
        let members = match &module.types[argument.ty].inner {
            TypeInner::Struct { members, .. } => &members[..],
            _ => &[],
        };
        of_subgroups(&argument.binding) || members.iter().any(|m| of_subgroups(&m.binding))
    })
}
