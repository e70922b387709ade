//! V111: a vector is made of as many u32 as it has lanes.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V111",
    remedy: "compose a vec2 of two u32 and a vec4 of four",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Compose(lanes) = &expr.kind {
            let (ty, count) = (expr.ty.name(), lanes.len());
            if expr.ty.lanes() != u32::try_from(count).ok() {
                report(format!("a {ty} is made of {count} lanes"));
            }
            for (k, lane) in lanes.iter().enumerate().filter(|(_, l)| l.ty != Type::U32) {
                report(format!("lane {k} is a {}", lane.ty.name()));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Expr, Type};

    /// Oracle: V111.
    #[test]
    fn vectors_have_their_lanes() {
        let vector = |ty, lanes: Vec<Expr>| {
            let mut k = kernel();
            let mut value = Expr::compose(lanes);
            value.ty = ty;
            k.bind("v", value);
            k.finish()
        };
        let lanes = |count| vec![Expr::u32(1); count];
        accepted(vector(Type::Vec2, lanes(2)));
        accepted(vector(Type::Vec4, lanes(4)));
        for count in [0, 1, 3, 4, 5] {
            refused("V111", 1, vector(Type::Vec2, lanes(count)));
        }
        refused("V111", 1, vector(Type::Vec4, lanes(2)));
        refused("V111", 1, vector(Type::U64, lanes(2)));
        let mixed = vec![Expr::u32(1), Expr::i32(1)];
        refused("V111", 1, vector(Type::Vec2, mixed));
    }
}
