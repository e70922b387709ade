//! V106: a table exists, has an element, and its elements are values of its type.

use super::{Check, Rule};
use crate::ExprKind;

pub(super) const RULE: Rule = Rule {
    id: "V106",
    remedy: "declare the table with at least one element, each a scalar of at most 64 bits and within \
             its type",
    checks: &[
        Check::Function(|at, report| {
            for table in &at.function.tables {
                let (name, ty) = (&table.name, table.ty);
                if table.data.is_empty() {
                    report(format!("table `{name}` is empty"));
                }
                if !ty.is_literal() {
                    let ty = ty.name();
                    report(format!("table `{name}` has elements of type {ty}"));
                } else if let Some(bits) = table.data.iter().find(|bits| **bits > ty.mask()) {
                    let ty = ty.name();
                    report(format!(
                        "table `{name}` holds {bits:#x}, which is not a {ty}"
                    ));
                }
            }
        }),
        Check::Expr(|expr, at, report| {
            let count = at.function.tables.len();
            if let ExprKind::TableElement(table, _) = &expr.kind
                && *table as usize >= count
            {
                report(format!("table {table} of {count} is read"));
            }
        }),
    ],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node, Type};

    /// Oracle: V106.
    #[test]
    fn tables() {
        let with = |ty, data| {
            let (mut f, _, _) = function();
            f.table("T", ty, data);
            f.module(vec![done()])
        };
        breaks("V106", 1, with(Type::U32, vec![]));
        breaks("V106", 1, with(Type::U32, vec![1 << 32]));
        breaks("V106", 1, with(Type::Bool, vec![0, 1, 2]));
        assert_valid(with(Type::U64, vec![1 << 32]));
        for ty in [Type::U128, Type::Vec2, Type::Vec4, Type::Bytes] {
            breaks("V106", 1, with(ty, vec![1]));
        }
        let (f, _, _) = function();
        let read = Expr::table_element(0, Type::U32, Expr::u32(0));
        breaks("V106", 1, f.module(vec![Node::Return(vec![read])]));
    }
}
