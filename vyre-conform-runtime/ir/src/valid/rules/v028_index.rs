//! V028: an index is a u32.

use super::{Check, Rule};
use crate::{Expr, ExprKind, Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V028",
    remedy: "cast the index to u32",
    checks: &[
        Check::Expr(|expr, _, report| {
            if let ExprKind::Element(_, index)
            | ExprKind::TableElement(_, index)
            | ExprKind::Load(_, index) = &expr.kind
            {
                indexes(index, report);
            }
        }),
        Check::Node(|node, _, report| {
            if let Node::StoreElement { index, .. }
            | Node::Store { index, .. }
            | Node::Atomic { index, .. } = node
            {
                indexes(index, report);
            }
        }),
    ],
};

fn indexes(index: &Expr, report: &mut dyn FnMut(String)) {
    if index.ty != Type::U32 {
        report(format!("the index is a {}", index.ty.name()));
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, assert_valid, breaks, done, function, kernel, refused};
    use crate::{AtomicOp, Buffer, Expr, Kernel, Node, Type};

    /// Oracle: V028.
    #[test]
    fn an_index_is_a_u32() {
        let all = |read: Expr, table: Expr, write: Expr| {
            let (mut f, _, _) = function();
            let array = f.array("t", Type::U32, 2);
            let known = f.table("T", Type::U32, vec![1, 2]);
            let value = Expr::binary(
                crate::BinaryOp::Add,
                Expr::element(array, Type::U32, read),
                Expr::table_element(known, Type::U32, table),
            );
            let store = Node::StoreElement {
                array,
                index: write,
                value,
            };
            f.module(vec![Node::Declare { local: array }, store, done()])
        };
        let (good, bad) = (Expr::u32(0), Expr::i32(0));
        breaks("V028", 1, all(bad.clone(), good.clone(), good.clone()));
        breaks("V028", 1, all(good.clone(), bad.clone(), good.clone()));
        breaks("V028", 1, all(good.clone(), good.clone(), bad));
        assert_valid(all(good.clone(), good.clone(), good));
    }

    /// Oracle: V028, in each of the three places that index a buffer.
    #[test]
    fn an_index_of_a_buffer_is_a_u32() {
        let uses: [fn(&mut Kernel, Buffer, Expr); 3] = [
            |k, data, index| _ = k.bind("x", data.at(index)),
            |k, data, index| k.store(data, index, 1),
            |k, data, index| _ = k.atomic(AtomicOp::Add, data, index, 1),
        ];
        for index_by in uses {
            for ty in Type::ALL.iter().filter(|ty| !ty.is_packed()) {
                let mut k = kernel();
                let index = k.read_only("index", *ty).at(0);
                let data = k.read_write("data", Type::U32);
                index_by(&mut k, data, index);
                match ty {
                    Type::U32 => accepted(k.finish()),
                    _ => _ = refused("V028", 1, k.finish()),
                }
            }
        }
    }
}
