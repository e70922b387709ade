//! V112: an atomic has an expected value if it compares, and only then.

use super::{Check, Rule};
use crate::{AtomicOp, Node};

pub(super) const RULE: Rule = Rule {
    id: "V112",
    remedy: "give an expected value to `CompareExchange`, and to no other atomic",
    checks: &[Check::Node(|node, _, report| {
        if let Node::Atomic { op, expected, .. } = node {
            match (*op == AtomicOp::CompareExchange, expected.is_some()) {
                (true, false) => report(format!("`{}` has no expected value", op.name())),
                (false, true) => report(format!("`{}` has an expected value", op.name())),
                _ => {}
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{AtomicOp, Expr, FunctionBuilder, Node, Program, Type};

    fn atomic(op: AtomicOp, expected: Option<Expr>) -> Program {
        let mut k = kernel();
        let buffer = k.read_write("data", Type::U32).id;
        let mut program = k.finish();
        let mut f = FunctionBuilder::new("k", vec![]);
        let result = f.local("before", Type::U32);
        program.entry = f.finish(vec![Node::Atomic {
            op,
            buffer,
            index: Expr::u32(0),
            value: Expr::u32(1),
            expected,
            result,
        }]);
        program
    }

    /// Oracle: V112, for every operation.
    #[test]
    fn comparing_atomics_expect() {
        for op in AtomicOp::ALL {
            let (with, without) = (atomic(*op, Some(Expr::u32(0))), atomic(*op, None));
            let (good, bad) = match op {
                AtomicOp::CompareExchange => (with, without),
                _ => (without, with),
            };
            accepted(good);
            refused("V112", 1, bad);
        }
    }
}
