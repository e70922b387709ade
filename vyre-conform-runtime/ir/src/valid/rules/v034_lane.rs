//! V034: a lane is one that the vector has.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V034",
    remedy: "take lanes 0 and 1 of a vec2, 0 to 3 of a vec4, and cast other types to a vector first",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Lane(vector, lane) = &expr.kind {
            match vector.ty.lanes() {
                Some(lanes) if *lane < lanes => {}
                // Other rules report values of type Bytes.
                None if vector.ty == Type::Bytes => {}
                _ => report(format!("a {} has no lane {lane}", vector.ty.name())),
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Expr, Type};

    /// Oracle: V034.
    #[test]
    fn lanes_exist_in_the_vector() {
        let lane = |ty, lane| {
            let mut k = kernel();
            let data = k.read_only("data", ty);
            k.bind("x", Expr::lane(data.at(0), lane));
            k.finish()
        };
        for (ty, lanes) in [(Type::Vec2, 2), (Type::Vec4, 4)] {
            accepted(lane(ty, lanes - 1));
            refused("V034", 1, lane(ty, lanes));
        }
        for ty in [Type::U32, Type::U64, Type::U128, Type::Bool] {
            refused("V034", 1, lane(ty, 0));
        }
    }
}
