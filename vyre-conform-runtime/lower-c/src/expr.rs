//! Expressions.

use super::casts;
use super::function::Writer;
use super::library::zero;
use super::names::{literal, type_name, word};
use super::operators;
use super::text::Text;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Type};

impl Writer<'_, '_> {
    /// An expression. It has no effects, so C's order of evaluation does not matter.
    pub(super) fn expr(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Literal(bits) => literal(expr.ty, *bits, self.unit.dialect),
            ExprKind::Local(item) | ExprKind::Element(item, _) if self.raw.contains(item) => {
                let value = self.bits_as_they_are(expr);
                Text::call(&self.unit.need("canonical_f32"), [value])
            }
            ExprKind::Local(_) | ExprKind::Element(..) => self.bits_as_they_are(expr),
            ExprKind::TableElement(table, index) => {
                let len = self.function.tables[*table as usize].data.len() as u32;
                let name = self.tables[*table as usize].clone();
                self.element("table", &name, len, index, expr.ty)
            }
            ExprKind::Unary(op, a) => {
                let operand = self.expr(a);
                operators::unary(self.unit, *op, a.ty, operand)
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.expr(a), self.expr(b));
                operators::binary(self.unit, *op, a.ty, left, right, b)
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition);
                let (then, otherwise) = (self.expr(then), self.expr(otherwise));
                condition.choice(then, otherwise)
            }
            ExprKind::Cast(a) => {
                let operand = self.expr(a);
                casts::cast(self.unit, a.ty, expr.ty, operand)
            }
            ExprKind::Compose(lanes) => {
                let lanes: Vec<Text> = lanes.iter().map(|lane| self.expr(lane)).collect();
                let name = format!("make_{}", type_name(expr.ty));
                Text::call(&self.unit.need(&name), lanes)
            }
            ExprKind::Lane(vector, lane) => {
                let field = ["x", "y", "z", "w"][*lane as usize];
                self.expr(vector).field(field)
            }
            ExprKind::Load(buffer, index) => {
                let index = self.expr(index);
                self.load(*buffer, index)
            }
            ExprKind::BufferLength(buffer) => Text::primary(self.buffer(*buffer).length.clone()),
            ExprKind::InvocationId(axis) => self.id("invocation", *axis),
            ExprKind::WorkgroupId(axis) => self.id("workgroup", *axis),
            ExprKind::LocalInvocationId(axis) => self.id("local", *axis),
        }
    }

    /// An expression whose NaN may be arbitrary: a local, or an element of an array, that holds the
    /// result of a native expression is not canonicalised.
    pub(super) fn bits_as_they_are(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Local(local) => Text::primary(self.names[local.0 as usize].clone()),
            ExprKind::Element(array, index) => {
                let len = self.function.locals[array.0 as usize].len.unwrap_or(0);
                let name = self.names[array.0 as usize].clone();
                self.element("element", &name, len, index, expr.ty)
            }
            _ => self.expr(expr),
        }
    }

    /// The value assigned to a local.
    pub(super) fn assigned_value(&mut self, local: LocalId, value: &Expr) -> String {
        let value = if self.raw.contains(&local) {
            self.bits_as_they_are(value)
        } else {
            self.expr(value)
        };
        value.into_string()
    }

    /// A condition: a Bool, or a nonzero u32.
    pub(super) fn condition(&mut self, condition: &Expr) -> Text {
        let text = self.expr(condition);
        match condition.ty {
            Type::Bool => text,
            _ => text.binary("!=", Text::primary("0u")),
        }
    }

    /// An element of an array or a table; zero out of bounds.
    fn element(&mut self, stem: &str, name: &str, len: u32, index: &Expr, ty: Type) -> Text {
        if let ExprKind::Literal(position) = index.kind
            && position < len.into()
        {
            return Text::primary(format!("{name}[{position}]"));
        }
        let index = self.expr(index);
        let function = self.unit.need(&format!("{stem}_{}", type_name(ty)));
        Text::call(
            &function,
            [Text::primary(name), Text::primary(word(len)), index],
        )
    }

    /// Zero of a type.
    pub(super) fn zero(&mut self, ty: Type) -> &'static str {
        let zero = zero(type_name(ty));
        if let Some((make, _)) = zero.split_once('(') {
            self.unit.need(make);
        }
        match ty {
            Type::U32 | Type::Bytes | Type::Float(_) => "0u",
            _ => zero,
        }
    }
}
