//! V012: a cast is one the specification lists: between two different types.

use super::{Check, Rule};
use crate::ir::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V012",
    remedy: "use the value as it is, or cast it to another type",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Cast(from) = &expr.kind
            && !supported(from.ty, expr.ty)
        {
            let (from, to) = (from.ty.name(), expr.ty.name());
            report(format!("there is no cast from {from} to {to}"));
        }
    })],
};

/// Among the types of functions every cast to another type is listed.
fn supported(from: Type, to: Type) -> bool {
    use Type::{Bool, I32, U32, U64};
    matches!(
        (from, to),
        (U32, I32 | U64 | Bool)
            | (I32, U32 | U64 | Bool)
            | (U64, U32 | I32 | Bool)
            | (Bool, U32 | I32 | U64)
    )
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
