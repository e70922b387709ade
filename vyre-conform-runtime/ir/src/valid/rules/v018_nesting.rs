//! V018: neither blocks nor expressions nest more than [`MAX_NESTING`] deep, and statements, as front ends of WGSL
//! count them, not more than [`MAX_STATEMENTS`].

use super::{Check, Rule};
use crate::{MAX_NESTING, MAX_STATEMENTS, own_levels};

pub(super) const RULE: Rule = Rule {
    id: "V018",
    remedy: "bind a part to a local, or move it into a function",
    checks: &[
        Check::Node(|_, at, report| {
            if at.nodes == MAX_NESTING + 1 {
                report(format!("blocks nest more than {MAX_NESTING} deep"));
            }
        }),
        Check::Node(|node, at, report| {
            // Neither statements nested in a reported statement nor violations of the check above are
            // reported again.
            let outside = at.statements <= MAX_STATEMENTS && at.nodes <= MAX_NESTING;
            if outside && at.statements + own_levels(node) > MAX_STATEMENTS {
                report(format!(
                    "statements nest more than {MAX_STATEMENTS} deep in WGSL"
                ));
            }
        }),
        Check::Expr(|expr, at, report| {
            if at.expressions == MAX_NESTING {
                let mut operands = 0;
                expr.for_each_operand(|_| operands += 1);
                if operands == 0 {
                    return;
                }
                report(format!("an expression nests more than {MAX_NESTING} deep"));
            }
        }),
    ],
};

#[cfg(test)]
mod tests {
    use crate::MAX_NESTING;
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::valid::validate;
    use crate::{Expr, LocalId, Node, Type, UnaryOp};

    /// Oracle: V018: 64 blocks are the most, the body included.
    #[test]
    fn blocks() {
        let nest = |depth| (1..depth).fold(done(), |node, _| Node::Block(vec![node]));
        let (f, _, _) = function();
        breaks("V018", 1, f.clone().module(vec![nest(MAX_NESTING + 1)]));
        assert_valid(f.module(vec![nest(MAX_NESTING)]));
    }

    /// Oracle: V018, and the documentation of `own_levels`: the body is one level and 63 conditions are
    /// 126, so a checked store in the innermost exceeds the limit by two levels; a `While` in the step
    /// of another adds three.
    #[test]
    fn statements() {
        let (mut f, _, _) = function();
        let array = f.array("a", Type::U32, 4);
        let x = f.local("x", Type::U32);
        let store = || Node::StoreElement {
            array,
            index: Expr::local(x, Type::U32),
            value: Expr::u32(1),
        };
        let bound = |local: LocalId| Node::Declare { local };
        let build = |inner: Vec<Node>| {
            f.clone()
                .module([vec![bound(array), bound(x)], inner, vec![done()]].concat())
        };
        let conditions = |n: usize, inner: Vec<Node>| {
            (0..n).fold(inner, |then, _| {
                let condition = Expr::bool(true);
                let otherwise = vec![];
                vec![Node::If {
                    condition,
                    then,
                    otherwise,
                }]
            })
        };
        assert_valid(build(conditions(
            63,
            vec![Node::Assign {
                local: x,
                value: Expr::u32(1),
            }],
        )));
        assert_valid(build(conditions(62, vec![store()])));
        breaks("V018", 1, build(conditions(63, vec![store()])));
        let steps = |n: usize| {
            (0..n).fold(vec![], |step, _| {
                let condition = Expr::bool(false);
                vec![Node::While {
                    bound: 1,
                    head: vec![],
                    condition,
                    body: vec![],
                    step,
                }]
            })
        };
        assert_valid(build(steps(41)));
        breaks("V018", 1, build(steps(42)));
    }

    /// Oracle: V018: 64 expressions are the most, the innermost included.
    #[test]
    fn expressions() {
        let nest = |depth| {
            let zero = Expr::u32(0);
            Node::Return(vec![
                (1..depth).fold(zero, |e, _| Expr::unary(UnaryOp::Not, e)),
            ])
        };
        let (f, _, _) = function();
        breaks("V018", 1, f.clone().module(vec![nest(MAX_NESTING + 1)]));
        assert_valid(f.clone().module(vec![nest(MAX_NESTING)]));
        let violations = validate(f.module(vec![nest(MAX_NESTING + 1)])).expect_err("one too many");
        assert_eq!(
            violations[0].place,
            "body[0].result[0].operand[0] (63 times)"
        );
    }
}
