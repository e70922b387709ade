//! u64 as `vec2<u32>` of (low word, high word).

use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// The bound on operands of `mul_wide_27`, which significands of binary32 satisfy.
const SHORT: u64 = 1 << 27;

impl Writer<'_> {
    /// Operators of one u64.
    pub(super) fn unary64(&mut self, op: UnaryOp, a: Text) -> Text {
        let name = match op {
            UnaryOp::Not => return Text::unary('~', a),
            UnaryOp::Negate => {
                let zero = Text::primary(literal(Type::U64, 0));
                return self.library_call("u64_sub", vec![zero, a]);
            }
            UnaryOp::CountOnes => "u64_count_ones",
            UnaryOp::LeadingZeros => "u64_leading_zeros",
            UnaryOp::TrailingZeros => "u64_trailing_zeros",
            UnaryOp::ReverseBits => "u64_reverse_bits",
            UnaryOp::SwapBytes => "u64_swap_bytes",
        };
        self.library_call(name, vec![a])
    }

    /// A binary operation on u64, or a shift of one.
    pub(super) fn binary64(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        if let (BinaryOp::Mul, Some(x), Some(y)) = (op, widened(a), widened(b)) {
            let is_short = [x, y].map(|word| self.ranges.upper_bound(word) < SHORT) == [true; 2];
            let name = if is_short { "mul_wide_27" } else { "mul_wide" };
            let (x, y) = (self.expr(x), self.expr(y));
            return self.library_call(name, vec![x, y]);
        }
        if let Some((low, high)) = halves_of(op, a, b) {
            let mut word = |half: Option<&Expr>| match half {
                Some(half) => self.expr(half),
                None => Text::primary("0u"),
            };
            let words = [low, high].map(&mut word).into();
            return Text::call("vec2<u32>", words);
        }
        let x = self.expr(a);
        let y = self.expr(b);
        let name = match op {
            BinaryOp::And => return Text::binary("&", x, y),
            BinaryOp::Or => return Text::binary("|", x, y),
            BinaryOp::Xor => return Text::binary("^", x, y),
            BinaryOp::Eq => return Text::call("all", vec![Text::binary("==", x, y)]),
            BinaryOp::Ne => return Text::call("any", vec![Text::binary("!=", x, y)]),
            BinaryOp::Lt => return self.library_call("u64_lt", vec![x, y]),
            BinaryOp::Gt => return self.library_call("u64_lt", vec![y, x]),
            BinaryOp::Le => return Text::unary('!', self.library_call("u64_lt", vec![y, x])),
            BinaryOp::Ge => return Text::unary('!', self.library_call("u64_lt", vec![x, y])),
            BinaryOp::Div => return self.library_call("u64_div_rem", vec![x, y]).member("xy"),
            BinaryOp::Rem => return self.library_call("u64_div_rem", vec![x, y]).member("zw"),
            BinaryOp::Add => "u64_add",
            BinaryOp::Sub => "u64_sub",
            BinaryOp::Mul => "u64_mul",
            BinaryOp::Shl => "u64_shl",
            BinaryOp::Shr => "u64_shr",
            BinaryOp::RotateLeft => "u64_rotate_left",
            BinaryOp::RotateRight => "u64_rotate_right",
            BinaryOp::Min => "u64_min",
            BinaryOp::Max => "u64_max",
            BinaryOp::MulHigh => "u64_mul_high",
        };
        self.library_call(name, vec![x, y])
    }

    pub(super) fn library_call(&mut self, name: &'static str, arguments: Vec<Text>) -> Text {
        self.library.insert(name);
        Text::call(&format!("{}{name}", self.module.library), arguments)
    }
}

/// The word that a u64 expression zero-extends.
fn widened(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Cast(word) if word.ty == Type::U32 => Some(word),
        _ => None,
    }
}

/// Low and high word; `None` for a zero word.
type Halves<'a> = (Option<&'a Expr>, Option<&'a Expr>);

/// The words that an expression combines, if it does nothing else: `u64::from(low)`,
/// `u64::from(high) << 32`, and both joined by `|`.
fn halves(expr: &Expr) -> Option<Halves<'_>> {
    match &expr.kind {
        ExprKind::Cast(_) => widened(expr).map(|low| (Some(low), None)),
        ExprKind::Binary(op, a, b) => halves_of(*op, a, b),
        _ => None,
    }
}

fn halves_of<'a>(op: BinaryOp, a: &'a Expr, b: &'a Expr) -> Option<Halves<'a>> {
    match op {
        BinaryOp::Shl if b.kind == ExprKind::Literal(32) => Some((None, halves(a)?.0)),
        BinaryOp::Or => {
            let ((a_low, a_high), (b_low, b_high)) = (halves(a)?, halves(b)?);
            let one = |x: Option<&'a Expr>, y: Option<&'a Expr>| match (x, y) {
                (Some(_), Some(_)) => None,
                (x, y) => Some(x.or(y)),
            };
            Some((one(a_low, b_low)?, one(a_high, b_high)?))
        }
        _ => None,
    }
}
