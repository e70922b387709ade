//! V113: no value is of type Bytes: neither locals nor results are.

use super::{Check, Rule};
use crate::Type;

pub(super) const RULE: Rule = Rule {
    id: "V113",
    remedy: "keep the words of a buffer of bytes in u32",
    checks: &[Check::Function(|at, report| {
        for (k, local) in at.function.locals.iter().enumerate() {
            if local.ty == Type::Bytes {
                report(format!("`{}` (local {k}) is of type bytes", local.name));
            }
        }
        for (k, ty) in at.function.results.iter().enumerate() {
            if *ty == Type::Bytes {
                report(format!("result {k} is of type bytes"));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, FunctionBuilder, Node, Type};

    /// Oracle: V113.
    #[test]
    fn no_local_is_bytes() {
        let with = |ty| {
            let (mut f, _, _) = function();
            let local = f.local("x", ty);
            f.param("y", ty);
            f.array("z", ty, 2);
            f.module(vec![Node::Declare { local }, done()])
        };
        breaks("V113", 3, with(Type::Bytes));
        assert_valid(with(Type::U128));
    }

    /// Oracle: V113, and V101 for the missing value.
    #[test]
    fn no_result_is_bytes() {
        let f = FunctionBuilder::new("f", vec![Type::Bytes]);
        let violations = crate::valid::validate(f.module(vec![Node::Return(vec![Expr::u32(0)])]));
        let violations = violations.expect_err("it gives bytes");
        assert_eq!(
            violations.iter().map(|i| i.rule).collect::<Vec<_>>(),
            ["V113", "V101"]
        );
    }
}
