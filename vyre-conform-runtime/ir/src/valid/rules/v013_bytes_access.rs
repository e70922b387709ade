//! V013: a buffer of bytes, and of floats that stand two in a word, is read and written in u32 words.

use super::{Check, Rule};
use crate::{ExprKind, Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V013",
    remedy: "read and write whole words, and take bytes and halves out by shifts and masks",
    checks: &[
        Check::Node(|node, at, report| {
            if let Node::Store { buffer, value, .. } = node
                && let Some(decl) = at.buffer(*buffer)
                && decl.element.is_packed()
                && value.ty != Type::U32
            {
                let (name, of, found) = (&decl.name, decl.element.name(), value.ty.name());
                report(format!("`{name}` holds {of} in words, a {found} is stored"));
            }
        }),
        Check::Expr(|expr, at, report| {
            if let ExprKind::Load(buffer, _) = &expr.kind
                && let Some(decl) = at.buffer(*buffer)
                && decl.element.is_packed()
                && expr.ty != Type::U32
            {
                let (name, of, found) = (&decl.name, decl.element.name(), expr.ty.name());
                report(format!("`{name}` holds {of} in words, a {found} is loaded"));
            }
        }),
    ],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Buffer, Expr, Type};

    /// Oracle: V013.
    #[test]
    fn bytes_travel_in_words() {
        let store = |value: Expr| {
            let mut k = kernel();
            let bytes = k.read_write("text", Type::Bytes);
            k.store(bytes, 0, value);
            k.finish()
        };
        refused("V013", 1, store(Expr::u64(1)));
        refused("V013", 1, store(Expr::bool(true)));
        accepted(store(Expr::u32(1)));
        let load = |element| {
            let mut k = kernel();
            let id = k.read_only("text", Type::Bytes).id;
            k.bind("x", Buffer { id, element }.at(0));
            k.finish()
        };
        refused("V013", 1, load(Type::I32));
        refused("V013", 1, load(Type::U64));
        accepted(load(Type::Bytes));
        accepted(load(Type::U32));
    }

    /// Oracle: V013: two narrow floats share a word, an f32 has its own.
    #[test]
    fn narrow_floats_travel_in_words() {
        let store = |element, value: Expr| {
            let mut k = kernel();
            let buffer = k.read_write("halves", element);
            k.store(buffer, 0, value);
            k.finish()
        };
        for element in [Type::F16, Type::BF16] {
            refused("V013", 1, store(element, Expr::cast(element, Expr::u32(1))));
            accepted(store(element, Expr::u32(1)));
        }
        accepted(store(Type::F32, Expr::cast(Type::F32, Expr::u32(1))));
        refused("V026", 1, store(Type::F32, Expr::u32(1)));
    }
}
