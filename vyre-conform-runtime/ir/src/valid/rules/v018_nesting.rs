//! V018: neither blocks nor expressions nest more than [`MAX_NESTING`] deep.

use super::{Check, Rule};
use crate::MAX_NESTING;

pub(super) const RULE: Rule = Rule {
    id: "V018",
    remedy: "bind a part to a local, or move it into a function",
    checks: &[
        Check::Node(|_, at, report| {
            if at.nodes == MAX_NESTING + 1 {
                report(format!("blocks nest more than {MAX_NESTING} deep"));
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
    use crate::valid::testing::{breaks, done, function, holds};
    use crate::valid::validate;
    use crate::{Expr, Node, UnaryOp};

    /// Oracle: V018: 64 blocks are the most, the body included.
    #[test]
    fn blocks() {
        let nest = |depth| (1..depth).fold(done(), |node, _| Node::Block(vec![node]));
        let (f, _, _) = function();
        breaks("V018", 1, f.clone().module(vec![nest(MAX_NESTING + 1)]));
        holds(f.module(vec![nest(MAX_NESTING)]));
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
        holds(f.clone().module(vec![nest(MAX_NESTING)]));
        let found = validate(f.module(vec![nest(MAX_NESTING + 1)])).expect_err("one too many");
        assert_eq!(found[0].place, "body[0].result[0].operand[0] (63 times)");
    }
}
