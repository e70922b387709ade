//! V015: a loop counts a u32 between two u32.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V015",
    remedy: "count in u32 and cast the counter in the body",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Loop {
            counter, from, to, ..
        } = node
        {
            for (what, ty) in [("starts", from.ty), ("ends", to.ty)] {
                if ty != Type::U32 {
                    report(format!("the loop {what} at a {}", ty.name()));
                }
            }
            match at.single(*counter).map(|l| l.ty) {
                Some(ty) if ty != Type::U32 => {
                    report(format!("the loop counts a {}", ty.name()));
                }
                _ => {}
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node, Type};

    /// Oracle: V015.
    #[test]
    fn a_loop_counts_u32() {
        let count = |ty, from: Expr, to: Expr| {
            let (mut f, _, _) = function();
            let counter = f.local("i", ty);
            let body = vec![];
            f.module(vec![
                Node::Loop {
                    counter,
                    from,
                    to,
                    body,
                },
                done(),
            ])
        };
        breaks("V015", 1, count(Type::U32, Expr::i32(0), Expr::u32(1)));
        breaks("V015", 1, count(Type::U32, Expr::u32(0), Expr::u64(1)));
        breaks("V015", 1, count(Type::I32, Expr::u32(0), Expr::u32(1)));
        breaks("V015", 3, count(Type::I32, Expr::i32(0), Expr::i32(1)));
        assert_valid(count(Type::U32, Expr::u32(0), Expr::u32(1)));
    }
}
