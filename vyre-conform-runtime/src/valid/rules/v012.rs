//! V012: a cast is one the specification lists: between two different types.

use super::{Check, Rule};
use crate::ir::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V012",
    remedy: "use the value as it is, or cast it by way of a type that both sides have casts with",
    checks: &[Check::Expr(|expr, _, report| {
        // Of casts to Bytes rule V023 speaks, of values that are Bytes the rule that they break.
        if let ExprKind::Cast(from) = &expr.kind
            && expr.ty != Type::Bytes
            && from.ty != Type::Bytes
            && !supported(from.ty, expr.ty)
        {
            let (from, to) = (from.ty.name(), expr.ty.name());
            report(format!("there is no cast from {from} to {to}"));
        }
    })],
};

/// The specification's list, section "Casts".
fn supported(from: Type, to: Type) -> bool {
    use Type::{Bool, I32, U32, U64, U128, Vec2, Vec4};
    match from {
        U32 => matches!(to, I32 | U64 | U128 | Bool | Vec2 | Vec4),
        I32 => matches!(to, U32 | U64 | U128 | Bool | Vec2 | Vec4),
        U64 => matches!(to, U32 | I32 | U128 | Bool | Vec2),
        U128 => matches!(to, U32 | I32 | U64 | Bool | Vec4),
        Bool => matches!(to, U32 | I32 | U64 | U128),
        Vec2 => matches!(to, U32 | I32 | U64 | Bool),
        Vec4 => matches!(to, U32 | I32 | U64 | U128 | Bool | Vec2),
        Type::Bytes => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Expr, Node, Type};
    use crate::valid::testing::{breaks, function, holds};

    /// Oracle: the specification's list of casts.
    #[test]
    fn a_cast_is_listed() {
        let (f, a, b) = function();
        let give = |value| Node::Return(vec![Expr::cast(Type::U32, value)]);
        breaks("V012", 1, f.clone().module(vec![give(f.read(a))]));
        holds(f.clone().module(vec![give(f.read(b))]));
    }
}
