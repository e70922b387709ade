//! V012: a cast is one that `docs/spec/ir.md#casts` lists: between two different types.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V012",
    remedy: "use the value as it is, or cast it by way of a type that both sides have casts with",
    checks: &[Check::Expr(|expr, _, report| {
        // V023 reports casts to Bytes; other rules report values of type Bytes.
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

/// The list in `docs/spec/ir.md#casts`.
fn supported(from: Type, to: Type) -> bool {
    use Type::{Bool, Float, I32, U32, U64, U128, Vec2, Vec4};
    match from {
        U32 => matches!(to, I32 | U64 | U128 | Bool | Vec2 | Vec4 | Float(_)),
        Float(_) => to == U32,
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
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{Expr, FunctionBuilder, Node, Type};

    /// Oracle: docs/spec/ir.md#casts, read as a matrix: a row is the type of the value, a
    /// column the type it becomes.
    #[test]
    fn a_cast_is_listed() {
        use Type::{Bool, I32, U32, U64, U128, Vec2, Vec4};
        let integers = [U32, I32, U64, U128, Bool, Vec2, Vec4];
        let floats = Type::ALL.iter().copied().filter(|ty| ty.is_float());
        let types: Vec<Type> = integers.into_iter().chain(floats).collect();
        let listed = [
            ".xxxxxxxxxxx", // U32
            "x.xxxxx.....", // I32
            "xx.xxx......", // U64: to Vec2 its words, to Vec4 unsupported
            "xxx.x.x.....", // U128: to Vec4 its words
            "xxxx........", // Bool
            "xxx.x.......", // Vec2: back to U64, to Vec4 unsupported
            "xxxxxx......", // Vec4: back to U128
            "x...........", // F32: its bits
            "x...........", // F16
            "x...........", // BF16
            "x...........", // F8E4M3
            "x...........", // F8E5M2
        ];
        assert_eq!(types.len(), listed.len());
        for (from, row) in types.iter().copied().zip(listed) {
            for (to, cell) in types.iter().copied().zip(row.chars()) {
                let mut f = FunctionBuilder::new("f", vec![to]);
                let value = f.param("value", from);
                let give = Node::Return(vec![Expr::cast(to, f.read(value))]);
                match cell {
                    'x' => assert_valid(f.module(vec![give])),
                    _ => breaks("V012", 1, f.module(vec![give])),
                }
            }
        }
    }
}
