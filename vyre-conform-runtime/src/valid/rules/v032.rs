//! V032: a call gives a function its parameters and takes its results.

use super::{Check, Rule};
use crate::ir::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V032",
    remedy: "pass one argument a parameter and bind one local a result, of the same types",
    checks: &[Check::Node(|node, at, report| {
        let Node::Call {
            function,
            args,
            results,
        } = node
        else {
            return;
        };
        let Some(callee) = at.module.functions.get(function.0 as usize) else {
            return;
        };
        let params = callee
            .params
            .iter()
            .map(|p| callee.locals.get(p.0 as usize));
        let params: Vec<_> = params.map(|l| l.map(|l| l.ty)).collect();
        let given: Vec<_> = args.iter().map(|a| Some(a.ty)).collect();
        compare("argument", &callee.name, &params, &given, report);
        let own: Vec<_> = callee.results.iter().map(|t| Some(*t)).collect();
        let bound: Vec<_> = results
            .iter()
            .map(|r| at.single(*r).map(|l| l.ty))
            .collect();
        compare("result", &callee.name, &own, &bound, report);
    })],
};

/// Compares types; one that is not known has been reported elsewhere.
fn compare(
    what: &str,
    callee: &str,
    own: &[Option<Type>],
    found: &[Option<Type>],
    report: &mut dyn FnMut(String),
) {
    if own.len() != found.len() {
        let (own, found) = (own.len(), found.len());
        report(format!(
            "`{callee}` has {own} {what}s, the call has {found}"
        ));
        return;
    }
    for (k, pair) in own.iter().zip(found).enumerate() {
        if let (Some(own), Some(found)) = pair
            && own != found
        {
            let (own, found) = (own.name(), found.name());
            report(format!(
                "{what} {k} of `{callee}` is a {own}, the call has a {found}"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Expr, FunctionBuilder, FunctionId, Module, Node, Type};
    use crate::valid::testing::{breaks, done, holds};

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
        holds(call(vec![Expr::u64(1)], &own));
    }
}
