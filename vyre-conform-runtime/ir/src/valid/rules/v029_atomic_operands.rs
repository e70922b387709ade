//! V029: the operand and the expected value of an atomic are u32.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V029",
    remedy: "cast the value to u32",
    checks: &[Check::Node(|node, _, report| {
        if let Node::Atomic {
            value, expected, ..
        } = node
        {
            if value.ty != Type::U32 {
                report(format!("the operand is a {}", value.ty.name()));
            }
            if let Some(expected) = expected
                && expected.ty != Type::U32
            {
                report(format!("the expected value is a {}", expected.ty.name()));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Expr, Type};

    /// Oracle: V029.
    #[test]
    fn operands_are_u32() {
        let exchange = |expected: Expr, value: Expr| {
            let mut k = kernel();
            let data = k.read_write("data", Type::U32);
            k.compare_exchange(data, 0, expected, value);
            k.finish()
        };
        let (good, bad) = (|| Expr::u32(1), || Expr::i32(1));
        refused("V029", 1, exchange(bad(), good()));
        refused("V029", 1, exchange(good(), bad()));
        refused("V029", 2, exchange(bad(), bad()));
        accepted(exchange(good(), good()));
    }
}
