//! V023: nothing is cast to Bytes.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V023",
    remedy: "store u32 words to a buffer of bytes",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Cast(from) = &expr.kind
            && expr.ty == Type::Bytes
        {
            report(format!("a {} is cast to bytes", from.ty.name()));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Expr, Type};

    /// Oracle: V023.
    #[test]
    fn nothing_becomes_bytes() {
        let store = |ty| {
            let mut k = kernel();
            let bytes = k.read_write("text", Type::U32);
            let value = Expr::cast(Type::Bool, Expr::cast(ty, Expr::i32(1)));
            k.store(bytes, 0, Expr::cast(Type::U32, value));
            k.finish()
        };
        refused("V023", 1, store(Type::Bytes));
        accepted(store(Type::U32));
    }
}
