//! V016: a function that is called, or is the entry, exists, and so does an op that is named.

use super::{Check, Rule};
use crate::valid::linked::MissingBody;
use crate::{Callee, Node};

pub(super) const RULE: Rule = Rule {
    id: "V016",
    remedy: "name a function of this module, or an op of the library by its full id",
    checks: &[
        Check::Module(|linked, report| {
            let module = linked.module;
            if module.entry.0 as usize >= module.functions.len() {
                let (entry, count) = (module.entry.0, module.functions.len());
                report(
                    usize::MAX,
                    format!("the entry is function {entry} of {count}"),
                );
            }
        }),
        Check::Program(|program, linked, report| {
            for (k, callee) in program.callees.iter().enumerate() {
                if let Callee::Op(id) = callee
                    && linked.absent(k) == Some(&MissingBody::Unknown)
                {
                    report(
                        format!("callees[{k}]"),
                        format!("the library has no op `{id}`"),
                    );
                }
            }
        }),
        Check::Node(|node, at, report| {
            let count = at.linked.callable(at.number);
            if let Node::Call { function, .. } = node
                && function.0 as usize >= count
            {
                report(format!("function {} of {count} is called", function.0));
            }
        }),
    ],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{FunctionId, Node};

    /// Oracle: V016.
    #[test]
    fn a_called_function_exists() {
        let (f, _, _) = function();
        let call = Node::Call {
            function: FunctionId(7),
            args: vec![],
            results: vec![],
        };
        breaks("V016", 1, f.module(vec![call, done()]));
    }

    /// Oracle: V016.
    #[test]
    fn the_entry_exists() {
        let (f, _, _) = function();
        let mut module = f.module(vec![done()]);
        assert_valid(module.clone());
        module.entry = FunctionId(1);
        breaks("V016", 1, module);
    }
}
