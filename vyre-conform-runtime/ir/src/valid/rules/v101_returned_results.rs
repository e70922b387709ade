//! V101: a return gives the results of the function.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V101",
    remedy: "return one value a result, of the same types",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Return(values) = node {
            let found: Vec<Type> = values.iter().map(|v| v.ty).collect();
            if found != at.function.results {
                let (own, found) = (names(&at.function.results), names(&found));
                report(format!(
                    "the function gives ({own}), this returns ({found})"
                ));
            }
        }
    })],
};

fn names(types: &[Type]) -> String {
    let names: Vec<&str> = types.iter().map(|t| t.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node};

    /// Oracle: V101.
    #[test]
    fn return_has_one_value_per_result() {
        let (f, _, _) = function();
        let give = |values| f.clone().module(vec![Node::Return(values)]);
        breaks("V101", 1, give(vec![]));
        breaks("V101", 1, give(vec![Expr::i32(0)]));
        breaks("V101", 1, give(vec![Expr::u32(0), Expr::u32(0)]));
        assert_valid(f.clone().module(vec![done()]));
    }
}
