//! Operators and built-in functions on values.

use super::event::EventKind;
use super::machine::{Interruption, Machine};
use super::math;
use super::operators::{binary, unary};
use super::value::{Value, Words, scalar_of};
use super::vectors;
use naga::{
    BinaryOperator, Expression, Handle, MathFunction, RelationalFunction, Scalar, ScalarKind,
};

impl Machine<'_, '_> {
    /// Evaluates an operator or a function.
    pub(super) fn operation(
        &mut self,
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> Result<Value, Interruption> {
        let words: Words = match expression {
            Expression::Unary { op, expr } => {
                let kind = self.kind(handle, *expr)?;
                let value = self.value(*expr)?;
                value.words().iter().map(|a| unary(*op, kind, *a)).collect()
            }
            Expression::Binary { op, left, right } => self.binary(handle, *op, *left, *right)?,
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let condition = self.value(*condition)?;
                let (accept, reject) = (self.value(*accept)?, self.value(*reject)?);
                if let Value::Pointer(_) = accept {
                    return Ok(if condition.first() != 0 {
                        accept
                    } else {
                        reject
                    });
                }
                let truth = condition.words();
                let each = accept.words().iter().zip(reject.words()).enumerate();
                each.map(|(k, (a, r))| if truth[k % truth.len()] != 0 { *a } else { *r })
                    .collect()
            }
            Expression::Relational { fun, argument } => {
                relational(*fun, self.value(*argument)?.words())
            }
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let more = [*arg1, *arg2, *arg3];
                let args: Vec<_> = std::iter::once(*arg)
                    .chain(more.into_iter().flatten())
                    .collect();
                self.math(handle, *fun, &args)?
            }
            Expression::As {
                expr,
                kind,
                convert,
            } => self.cast(handle, *expr, *kind, *convert)?,
            Expression::ImageLoad { .. }
            | Expression::ImageSample { .. }
            | Expression::ImageQuery { .. } => return self.unsupported(handle, "textures"),
            Expression::Derivative { .. } => return self.unsupported(handle, "derivatives"),
            _ => return self.unsupported(handle, "this expression"),
        };
        let scalar = scalar_of(self.ty(handle));
        if scalar == Scalar::F16 {
            let words = words.iter().map(|word| math::rounded(scalar, *word));
            return Ok(Value::Words(words.collect()));
        }
        Ok(Value::Words(words))
    }

    /// The kind of an expression's scalars, which must not be 64-bit.
    fn kind(
        &mut self,
        at: Handle<Expression>,
        handle: Handle<Expression>,
    ) -> Result<ScalarKind, Interruption> {
        let scalar = scalar_of(self.ty(handle));
        if scalar.kind == ScalarKind::Bool || scalar.width == 4 || scalar == Scalar::F16 {
            Ok(scalar.kind)
        } else {
            self.unsupported(at, "arithmetic of 64 bits")
        }
    }

    fn binary(
        &mut self,
        handle: Handle<Expression>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Words, Interruption> {
        let (kind, types) = (self.kind(handle, left)?, [self.ty(left), self.ty(right)]);
        let (a, b) = (self.value(left)?, self.value(right)?);
        let (a, b) = (a.words(), b.words());
        if op == BinaryOperator::Multiply
            && let Some(product) = vectors::matrix_product(types, a, b)
        {
            return Ok(product);
        }
        self.check_operands(handle, op, kind, a, b);
        let count = a.len().max(b.len());
        let lane = |words: &[u32], k: usize| words[if words.len() == 1 { 0 } else { k }];
        Ok((0..count)
            .map(|k| binary(op, kind, lane(a, k), lane(b, k)))
            .collect())
    }

    /// Records zero divisors, and shifts by the width or more.
    fn check_operands(
        &mut self,
        handle: Handle<Expression>,
        op: BinaryOperator,
        kind: ScalarKind,
        a: &[u32],
        b: &[u32],
    ) {
        use BinaryOperator::{Divide, Modulo, ShiftLeft, ShiftRight};
        let written = |word: u32| match kind {
            ScalarKind::Sint => (word as i32).to_string(),
            _ => word.to_string(),
        };
        let first = |k: usize| a[if a.len() == 1 { 0 } else { k }];
        let (event, words) = match (op, kind) {
            (Divide | Modulo, ScalarKind::Uint | ScalarKind::Sint) => {
                self.check_overflow(handle, kind, a, b);
                let Some(k) = b.iter().position(|b| *b == 0) else {
                    return;
                };
                let sign = if op == Divide { "/" } else { "%" };
                let words = format!("{} {sign} 0", written(first(k)));
                (EventKind::DivisionByZero, words)
            }
            (ShiftLeft | ShiftRight, _) => {
                let Some(k) = b.iter().position(|b| *b >= 32) else {
                    return;
                };
                let sign = if op == ShiftLeft { "<<" } else { ">>" };
                let words = format!("{} {sign} {}", written(first(k)), b[k]);
                (EventKind::Shift, words)
            }
            _ => return,
        };
        let span = self.span_of(handle);
        self.note(event, span, words);
    }

    /// Records divisions of the least integer by -1.
    fn check_overflow(
        &mut self,
        handle: Handle<Expression>,
        kind: ScalarKind,
        a: &[u32],
        b: &[u32],
    ) {
        let least = i32::MIN as u32;
        let mut each = (0..a.len().max(b.len())).map(|k| (a[k % a.len()], b[k % b.len()]));
        if kind == ScalarKind::Sint && each.any(|pair| pair == (least, u32::MAX)) {
            let span = self.span_of(handle);
            self.note(
                EventKind::DivisionOverflow,
                span,
                format!("{} / -1", i32::MIN),
            );
        }
    }

    fn math(
        &mut self,
        handle: Handle<Expression>,
        fun: MathFunction,
        handles: &[Handle<Expression>],
    ) -> Result<Words, Interruption> {
        let kind = self.kind(handle, handles[0])?;
        let ty = self.ty(handles[0]);
        let values = handles.iter().map(|h| self.value(*h));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let args: Vec<&[u32]> = values.iter().map(Value::words).collect();
        if let Some(words) = vectors::whole(fun, kind, ty, &args) {
            return Ok(words);
        }
        let count = args.iter().map(|words| words.len()).max().unwrap_or(1);
        let each = (0..count).map(|k| {
            let lanes = args
                .iter()
                .map(|words| words[if words.len() == 1 { 0 } else { k }]);
            let lanes: Words = lanes.collect();
            // `mix` takes its third operand last, `step` and `smoothstep` take their edges first.
            math::scalar(fun, kind, &lanes)
        });
        match each.collect::<Option<Words>>() {
            Some(words) => Ok(words),
            None => self.unsupported(handle, "this built-in function"),
        }
    }
}

/// A predicate on a vector, or on each of its components.
fn relational(fun: RelationalFunction, words: &[u32]) -> Words {
    let one = |truth: bool| Words::from_elem(truth.into(), 1);
    let each = |test: fn(f32) -> bool| {
        let words = words.iter().map(|word| test(f32::from_bits(*word)));
        words.map(u32::from).collect()
    };
    match fun {
        RelationalFunction::All => one(words.iter().all(|word| *word != 0)),
        RelationalFunction::Any => one(words.iter().any(|word| *word != 0)),
        RelationalFunction::IsNan => each(f32::is_nan),
        RelationalFunction::IsInf => each(f32::is_infinite),
    }
}
