//! V108: the stated type of an expression is its actual type.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V108",
    remedy: "build expressions with the constructors of `Expr`, which find the type",
    checks: &[Check::Expr(|expr, at, report| {
        let own = match &expr.kind {
            ExprKind::Local(local) | ExprKind::Element(local, _) => at.local(*local).map(|l| l.ty),
            ExprKind::TableElement(table, _) => {
                let table = at.function.tables.get(*table as usize);
                table.map(|t| t.ty)
            }
            ExprKind::Unary(op, operand) => Some(op.result(operand.ty)),
            ExprKind::Binary(op, left, _) => Some(op.result(left.ty)),
            ExprKind::Select { then, .. } => Some(then.ty),
            // Rule V013 covers words of a packed buffer.
            ExprKind::Load(buffer, _) => at
                .buffer(*buffer)
                .map(|b| b.element)
                .filter(|element| !element.is_packed()),
            ExprKind::Lane(..)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => Some(Type::U32),
            ExprKind::Literal(_) | ExprKind::Cast(_) | ExprKind::Compose(_) => None,
        };
        if let Some(own) = own
            && own != expr.ty
        {
            let (own, stated) = (own.name(), expr.ty.name());
            report(format!(
                "the expression is a {own} and says it is a {stated}"
            ));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{BinaryOp, Expr, FunctionBuilder, LocalId, Module, Node, Type, UnaryOp};

    /// A function that returns `value`, built from a u64 parameter, an array of u64 and a table of u64.
    fn module_returning(value: impl Fn(LocalId, LocalId, u32) -> Expr) -> Module {
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        let x = f.param("x", Type::U64);
        let array = f.array("t", Type::U64, 1);
        let table = f.table("T", Type::U64, vec![1]);
        let value = value(x, array, table);
        f.module(vec![
            Node::Declare { local: array },
            Node::Return(vec![value]),
        ])
    }

    fn stated(mut expr: Expr) -> Expr {
        expr.ty = Type::U32;
        expr
    }

    /// Oracle: V108: a stated u32 that is a u64, and the same with a cast.
    #[test]
    fn stated_types() {
        let read = |x| Expr::local(x, Type::U64);
        let zero = || Expr::u32(0);
        breaks("V108", 1, module_returning(|x, _, _| stated(read(x))));
        assert_valid(module_returning(|x, _, _| Expr::cast(Type::U32, read(x))));
        breaks(
            "V108",
            1,
            module_returning(|_, t, _| Expr::element(t, Type::U32, zero())),
        );
        breaks(
            "V108",
            1,
            module_returning(|_, _, t| Expr::table_element(t, Type::U32, zero())),
        );
        breaks(
            "V108",
            1,
            module_returning(|x, _, _| stated(Expr::unary(UnaryOp::Not, read(x)))),
        );
        assert_valid(module_returning(|x, _, _| {
            Expr::unary(UnaryOp::CountOnes, read(x))
        }));
        let sum = |x| Expr::binary(BinaryOp::Add, read(x), read(x));
        breaks("V108", 1, module_returning(|x, _, _| stated(sum(x))));
        let chosen = |x| Expr::select(Expr::bool(true), read(x), read(x));
        breaks("V108", 1, module_returning(|x, _, _| stated(chosen(x))));
    }
}
