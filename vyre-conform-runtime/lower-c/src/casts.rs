//! Casts as text, by the documentation of [`ExprKind::Cast`](vyre_conform_ir::ExprKind::Cast).

use super::names::type_name;
use super::text::Text;
use super::unit::Unit;
use vyre_conform_ir::Type;

/// A value of type `from` cast to type `to`.
pub(super) fn cast(unit: &mut Unit, from: Type, to: Type, a: Text) -> Text {
    use Type::{Bool, Float, I32, U32, U64, U128, Vec2, Vec4};
    let mut call = |name: &str, args: Vec<Text>| Text::call(&unit.need(name), args);
    match (from, to) {
        (U32 | I32 | U64, Bool) => a.binary("!=", Text::primary("0")),
        (U128 | Vec2 | Vec4, Bool) => call(&format!("any_{}", type_name(from)), vec![a]),
        (I32, U64) => a.cast("i64").cast("u64"),
        (I32, U128) => call("extend_u128", vec![a]),
        (U32 | U64 | Bool, U128) => {
            let low = if from == U64 { a } else { a.cast("u64") };
            call("make_u128", vec![low, Text::primary("0")])
        }
        (U32, Vec2 | Vec4) => call(&format!("splat_{}", type_name(to)), vec![a]),
        (I32, Vec2 | Vec4) => call(&format!("splat_{}", type_name(to)), vec![a.cast("u32")]),
        (U32, Float(format)) if format.bits() < 32 => {
            a.binary("&", Text::primary(format!("{:#x}u", format.mask())))
        }
        (U32, Float(_)) | (Float(_), U32) => a,
        (U64, I32) => a.cast("u32").cast("i32"),
        (U128, U32) => a.field("lo").cast("u32"),
        (U128, I32) => a.field("lo").cast("u32").cast("i32"),
        (U128, U64) => a.field("lo"),
        (Vec2 | Vec4, U32) => a.field("x"),
        (Vec2 | Vec4, I32) => a.field("x").cast("i32"),
        // A split value is a function's argument, so that it occurs in the text once.
        (U64, Vec2) => call("split_vec2", vec![a]),
        (U128, Vec4) => call("split_vec4", vec![a]),
        (Vec2 | Vec4, U64) => call(&format!("join_{}", type_name(from)), vec![a]),
        (Vec4, Vec2) => call("low_vec4", vec![a]),
        (Vec4, U128) => call("whole_vec4", vec![a]),
        _ => a.cast(type_name(to)),
    }
}
