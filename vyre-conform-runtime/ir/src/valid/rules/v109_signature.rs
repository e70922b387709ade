//! V109: parameters are different single locals and at most [`MAX_PARAMETERS`], a function gives something, arrays have
//! elements.

use super::{Check, Rule};
use crate::MAX_PARAMETERS;
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    id: "V109",
    remedy: "use one single local a parameter, at most 255 of them, at least one result, and arrays of length 1 or \
             more; a kernel has neither parameters nor results",
    checks: &[Check::Function(|at, report| {
        let function = at.function;
        let count = function.params.len();
        if count > MAX_PARAMETERS {
            report(format!(
                "the function has {count} parameters, and {MAX_PARAMETERS} are the most"
            ));
        }
        let mut seen = HashSet::new();
        for (k, param) in function.params.iter().enumerate() {
            if at.single(*param).is_none() {
                report(format!(
                    "parameter {k} is not a single local of the function"
                ));
            }
            if !seen.insert(param) {
                report(format!("{} is two parameters", at.name(*param)));
            }
        }
        if at.program.is_some() {
            if !function.params.is_empty() || !function.results.is_empty() {
                report("a kernel takes arguments or gives results".to_owned());
            }
        } else if function.results.is_empty() {
            report("the function gives nothing".to_owned());
        }
        for (k, local) in function.locals.iter().enumerate() {
            if local.len == Some(0) {
                let name = &local.name;
                report(format!("array `{name}` (local {k}) has no elements"));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{FunctionBuilder, FunctionId, LocalId, Module, Node, Type};

    /// Oracle: V109.
    #[test]
    fn parameters_are_different_single_locals() {
        let with = |param: LocalId| {
            let (mut f, _, _) = function();
            f.array("t", Type::U32, 2);
            f.local("x", Type::U32);
            let mut function = f.finish(vec![done()]);
            function.params.push(param);
            let entry = FunctionId(0);
            Module {
                functions: vec![function],
                entry,
            }
        };
        breaks("V109", 1, with(LocalId(0)));
        breaks("V109", 1, with(LocalId(2)));
        breaks("V109", 1, with(LocalId(9)));
        assert_valid(with(LocalId(3)));
    }

    /// Oracle: V109: a function of WGSL has at most 255 parameters.
    #[test]
    fn parameters_are_not_too_many() {
        let build = |count: u32| {
            let mut f = FunctionBuilder::new("f", vec![Type::U32]);
            let first = f.param("a", Type::U32);
            (1..count).for_each(|_| _ = f.param("a", Type::U32));
            let value = f.read(first);
            f.module(vec![Node::Return(vec![value])])
        };
        assert_valid(build(255));
        breaks("V109", 1, build(256));
    }

    /// Oracle: V109.
    #[test]
    fn results_and_arrays() {
        let nothing = FunctionBuilder::new("f", vec![]).module(vec![Node::Return(vec![])]);
        breaks("V109", 1, nothing);
        let array = |len| {
            let (mut f, _, _) = function();
            f.array("t", Type::U32, len);
            f.module(vec![done()])
        };
        breaks("V109", 1, array(0));
        assert_valid(array(1));
    }
}
