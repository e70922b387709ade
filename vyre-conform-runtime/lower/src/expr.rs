//! Expressions. `contract` and `word64` handle those that need more than one operator.

use super::names::literal;
use super::scope::Writer;
use super::table;
use super::text::Text;
use super::vector::narrowed;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// Maximum nesting of parentheses; deeper expressions are split. Parsers of front ends recurse, and
/// count blocks and parentheses together: naga stops at 200, Tint at 128, and blocks alone may nest 64
/// deep.
const MAX_NESTING: usize = 24;

impl Writer<'_> {
    /// The text of an expression. A value that is needed more than once may become a `let` on an
    /// earlier line.
    pub(super) fn expr(&mut self, expr: &Expr) -> Text {
        let text = self.plain(expr);
        match self.ranges.is_hidden_constant(expr) {
            true => self.opaque(text, "known"),
            false if text.nesting() > MAX_NESTING => self.named(text, "part"),
            false => text,
        }
    }

    fn plain(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Literal(bits) => Text::literal(literal(expr.ty, *bits)),
            ExprKind::Local(local) => self.read(*local),
            ExprKind::Element(array, index) => {
                let len = self.function.locals[array.0 as usize].len.unwrap_or(0);
                let name = self.read(*array).into_string();
                let at = |index| Text::index(&name, index);
                self.element(&at, len.into(), index, expr.ty)
            }
            ExprKind::TableElement(table, index) => {
                let name = &self.module.tables[self.number][*table as usize];
                let table = &self.function.tables[*table as usize];
                let at = |index| table::element(table, name, index);
                self.element(&at, table.data.len() as u64, index, expr.ty)
            }
            ExprKind::Unary(op, a) => {
                let text = self.expr(a);
                self.unary(*op, a.ty, text)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expr(condition);
                let then = self.expr(then);
                let otherwise = self.expr(otherwise);
                Text::call("select", vec![otherwise, then, condition])
            }
            ExprKind::Cast(a) => self.cast(a, expr.ty),
            ExprKind::Compose(lanes) => self.composed(lanes, expr.ty),
            ExprKind::Lane(vector, lane) => self.lane(vector, *lane),
            ExprKind::Load(buffer, index) => self.load(*buffer, index),
            ExprKind::BufferLength(buffer) => self.length(*buffer),
            ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => self.id(&expr.kind),
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: Type, a: Text) -> Text {
        let call = |name: &str, a: Text| Text::call(name, vec![a]);
        if ty == Type::U64 {
            return self.unary64(op, a);
        }
        match (op, ty) {
            (UnaryOp::Not, Type::Bool) => a.not(),
            (UnaryOp::Not, _) => Text::unary('~', a),
            (UnaryOp::Negate, Type::I32) => Text::unary('-', a),
            (UnaryOp::Negate, _) => Text::binary("-", Text::primary("0u"), a),
            (UnaryOp::CountOnes, _) => call("countOneBits", unsigned(ty, a)),
            (UnaryOp::LeadingZeros, _) => call("countLeadingZeros", unsigned(ty, a)),
            (UnaryOp::TrailingZeros, _) => call("countTrailingZeros", unsigned(ty, a)),
            (UnaryOp::ReverseBits, _) => call("reverseBits", a),
            (UnaryOp::SwapBytes, _) => {
                let word = unsigned(ty, a);
                let word = self.shared(word, "word");
                back(ty, swapped_bytes(word))
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        match op {
            _ if a.ty == Type::U64 => return self.binary64(op, a, b),
            _ if a.ty == Type::U128 => return self.binary128(op, a, b),
            _ if a.ty.lanes().is_some() => return self.lanewise(op, a, b),
            BinaryOp::Div | BinaryOp::Rem => return self.division(op, a, b),
            BinaryOp::RotateLeft | BinaryOp::RotateRight => return self.rotation(op, a, b),
            _ => {}
        }
        let x = self.expr(a);
        let y = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.amount(b),
            _ => self.expr(b),
        };
        if a.ty == Type::Bool {
            return bool_binary(op, x, y);
        }
        match op {
            BinaryOp::Min => Text::call("min", vec![x, y]),
            BinaryOp::Max => Text::call("max", vec![x, y]),
            BinaryOp::MulHigh => {
                self.library.insert("mul_high");
                Text::call("mul_high", vec![x, y])
            }
            _ => Text::binary(symbol(op), x, y),
        }
    }

    fn cast(&mut self, a: &Expr, to: Type) -> Text {
        // The high word of a u64 is a component, not a shift.
        if let (ExprKind::Binary(BinaryOp::Shr, wide, by), Type::U32 | Type::I32) = (&a.kind, to)
            && a.ty == Type::U64
            && by.kind == ExprKind::Literal(32)
        {
            let high = self.expr(wide).member("y");
            return back(to, high);
        }
        let text = self.expr(a);
        match (a.ty, to) {
            // Floats are their bits; a narrow float has no others.
            (_, Type::Float(format)) if format.bits() < 32 => {
                Text::binary("&", text, Text::primary(format!("{:#x}u", format.mask())))
            }
            (from, to) if from.is_float() || to.is_float() => text,
            (Type::U128 | Type::Vec2 | Type::Vec4, _) => narrowed(text, a.ty, to),
            (_, Type::U128 | Type::Vec2 | Type::Vec4) => self.widened(text, a.ty, to),
            (Type::U64, Type::Bool) => {
                let nonzero = Text::binary("!=", text, Text::primary(literal(Type::U64, 0)));
                Text::call("any", vec![nonzero])
            }
            (from, Type::Bool) => Text::binary("!=", text, Text::primary(literal(from, 0))),
            (Type::U64, _) => back(to, text.member("x")),
            (Type::I32, Type::U64) => {
                let value = self.shared(text, "value");
                let sign = Text::binary(">>", value.clone(), Text::primary("31u"));
                let words = [value, sign].map(|word| Text::call("u32", vec![word]));
                Text::call("vec2<u32>", words.into())
            }
            (from, Type::U64) => {
                Text::call("vec2<u32>", vec![unsigned(from, text), Text::primary("0u")])
            }
            (_, Type::I32) => Text::call("i32", vec![text]),
            (_, _) => Text::call("u32", vec![text]),
        }
    }
}

/// A word as a `u32` with the same bits.
pub(super) fn unsigned(ty: Type, a: Text) -> Text {
    match ty {
        Type::U32 => a,
        _ => Text::call("u32", vec![a]),
    }
}

/// A `u32` as the word type `ty` with the same bits.
pub(super) fn back(ty: Type, a: Text) -> Text {
    match ty {
        Type::I32 => Text::call("i32", vec![a]),
        _ => a,
    }
}

/// The four bytes of a short expression in reverse order.
fn swapped_bytes(word: Text) -> Text {
    let word = || word.clone();
    let constant = |c: &str| Text::primary(c);
    let second = Text::binary("&", word(), constant("0xff00u"));
    let third = Text::binary(">>", word(), constant("8u"));
    let parts = [
        Text::binary("<<", word(), constant("24u")),
        Text::binary("<<", second, constant("8u")),
        Text::binary("&", third, constant("0xff00u")),
        Text::binary(">>", word(), constant("24u")),
    ];
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_else(word);
    parts.fold(first, |all, part| Text::binary("|", all, part))
}

/// Operators on Bools; WGSL has no order on them and no `^`. False is less than true.
fn bool_binary(op: BinaryOp, a: Text, b: Text) -> Text {
    match op {
        BinaryOp::And => Text::binary("&&", a, b),
        BinaryOp::Or => Text::binary("||", a, b),
        BinaryOp::Xor | BinaryOp::Ne => Text::binary("!=", a, b),
        BinaryOp::Lt => Text::binary("&&", a.not(), b),
        BinaryOp::Gt => Text::binary("&&", a, b.not()),
        BinaryOp::Le => Text::binary("||", a.not(), b),
        BinaryOp::Ge => Text::binary("||", a, b.not()),
        _ => Text::binary("==", a, b),
    }
}

/// The WGSL operator of an operation that is a single operator on `u32` and `i32`.
pub(super) fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        _ => "==",
    }
}
