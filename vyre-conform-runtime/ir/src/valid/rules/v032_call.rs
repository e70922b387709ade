//! V032: a call passes a function's parameters and binds its results.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V032",
    remedy: "pass one argument a parameter and bind one local a result, of the same types; an op has one for each lane \
             of a vector",
    checks: &[Check::Node(|node, at, report| {
        let Node::Call {
            function,
            args,
            results,
        } = node
        else {
            return;
        };
        let number = function.0 as usize;
        // V016 and V020 report missing functions.
        if number >= at.linked.callable(at.number) || at.linked.absent(number).is_some() {
            return;
        }
        let callee = &at.linked.module.functions[number];
        let name = &callee.name;
        if fits(name, "argument", callee.params.len(), args.len(), report) {
            for (k, (param, arg)) in callee.params.iter().zip(args).enumerate() {
                let own = callee.locals.get(param.0 as usize).map(|l| l.ty);
                same(name, ("argument", k), own, Some(arg.ty), report);
            }
        }
        if fits(name, "result", callee.results.len(), results.len(), report) {
            for (k, (own, result)) in callee.results.iter().zip(results).enumerate() {
                let bound = at.single(*result).map(|l| l.ty);
                same(name, ("result", k), Some(*own), bound, report);
            }
        }
    })],
};

fn fits(
    callee: &str,
    description: &str,
    own: usize,
    violations: usize,
    report: &mut dyn FnMut(String),
) -> bool {
    if own != violations {
        report(format!(
            "`{callee}` has {own} {description}s, the call has {violations}"
        ));
    }
    own == violations
}

/// Compares types; unknown types have been reported by other rules.
fn same(
    callee: &str,
    (what, k): (&str, usize),
    own: Option<Type>,
    violations: Option<Type>,
    report: &mut dyn FnMut(String),
) {
    if let (Some(own), Some(violations)) = (own, violations)
        && own != violations
    {
        let (own, violations) = (own.name(), violations.name());
        report(format!(
            "{what} {k} of `{callee}` is a {own}, the call has a {violations}"
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done};
    use crate::{Expr, FunctionBuilder, FunctionId, Module, Node, Type};

    fn call(args: Vec<Expr>, results: &[Type]) -> Module {
        let mut callee = FunctionBuilder::new("g", vec![Type::U32, Type::Bool]);
        callee.param("x", Type::U64);
        let callee = callee.finish(vec![Node::Return(vec![Expr::u32(0), Expr::bool(true)])]);
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        let results = results.iter().map(|ty| f.local("r", *ty)).collect();
        let node = Node::Call {
            function: FunctionId(0),
            args,
            results,
        };
        Module {
            functions: vec![callee, f.finish(vec![node, done()])],
            entry: FunctionId(1),
        }
    }

    /// Oracle: V032.
    #[test]
    fn a_call_fits_the_function() {
        let own = [Type::U32, Type::Bool];
        breaks("V032", 1, call(vec![], &own));
        breaks("V032", 1, call(vec![Expr::u32(1)], &own));
        breaks("V032", 1, call(vec![Expr::u64(1)], &own[..1]));
        breaks("V032", 1, call(vec![Expr::u64(1)], &[Type::U32, Type::U32]));
        breaks("V032", 2, call(vec![], &[]));
        assert_valid(call(vec![Expr::u64(1)], &own));
    }
}
