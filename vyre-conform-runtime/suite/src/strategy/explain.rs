//! Exact evaluation of one case of a law, with both sides step by step.

use super::typed::TypedLaw;
use crate::failing::{NoValue, PanicReport};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, values};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Claim, Term, ValueType};

/// Evaluator of an op on one case: the reference, the interpreter, a backend.
pub trait Evaluate {
    /// The result.
    ///
    /// # Errors
    ///
    /// The reason for its lack.
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue>;
}

/// The ops' own functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Evaluate for Reference {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        Ok(super::quietly(|| op.call(operands))?)
    }
}

/// The first case of a block on which the op panics when called alone: its index in the block, its operands, and the
/// panic.
pub fn first_panic(op: &OpRef, block: &Block) -> Option<(usize, Vec<Value>, PanicReport)> {
    (0..block.len()).find_map(|i| {
        let inputs = values(block, op.signature.operands, i);
        let panic = super::quietly(|| op.call(&inputs)).err()?;
        Some((i, inputs, panic))
    })
}

/// One case of a law, evaluated step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// True if the claim holds for these values.
    pub holds: bool,
    /// One line per application and comparison, such as
    /// `sub(a, b) = sub(0x0000_0000, 0x0000_0001) = 0xffff_ffff`.
    pub steps: Vec<String>,
}

struct Evaluation<'a> {
    law: &'a TypedLaw,
    values: &'a [Value],
    with: &'a dyn Evaluate,
    /// `None` if no steps are requested.
    steps: Option<Vec<String>>,
}

impl TypedLaw {
    /// True if the claim holds for these values of its variables, evaluated by the ops' own functions. An op that
    /// panics makes it false.
    pub fn holds(&self, values: &[Value]) -> bool {
        self.holds_with(values, &Reference).unwrap_or(false)
    }

    /// True if the claim holds for these values, evaluated by `with`.
    ///
    /// # Errors
    ///
    /// If an application has no value, or the values have wrong types.
    pub fn holds_with(&self, values: &[Value], with: &dyn Evaluate) -> Result<bool, NoValue> {
        self.evaluation(values, with, None)?.whole()
    }

    /// Both sides step by step, evaluated by the ops' own functions.
    pub fn explain(&self, values: &[Value]) -> Explanation {
        self.explain_with(values, &Reference)
    }

    /// Both sides step by step, evaluated by `with`. An error is the last step.
    pub fn explain_with(&self, values: &[Value], with: &dyn Evaluate) -> Explanation {
        let mut evaluation = match self.evaluation(values, with, Some(Vec::new())) {
            Ok(evaluation) => evaluation,
            Err(problem) => {
                let steps = vec![problem.to_string()];
                return Explanation {
                    holds: false,
                    steps,
                };
            }
        };
        let holds = evaluation.whole();
        let mut steps = evaluation.steps.unwrap_or_default();
        let holds = holds.unwrap_or_else(|problem| {
            steps.push(problem.to_string());
            false
        });
        Explanation { holds, steps }
    }

    fn evaluation<'a>(
        &'a self,
        values: &'a [Value],
        with: &'a dyn Evaluate,
        steps: Option<Vec<String>>,
    ) -> Result<Evaluation<'a>, NoValue> {
        if !values
            .iter()
            .map(Value::ty)
            .eq(self.variables.iter().copied())
        {
            return Err(NoValue::Types(format!(
                "{} takes {} values of the types of its variables",
                self.text,
                self.variables.len()
            )));
        }
        Ok(Evaluation {
            law: self,
            values,
            with,
            steps,
        })
    }
}

impl Evaluation<'_> {
    fn whole(&mut self) -> Result<bool, NoValue> {
        let mut holds = self.claim(self.law.claim)?;
        for term in &self.law.predicates {
            let value = self.term(term, None)?;
            let one = Value::int(1, value.ty());
            if !at_most(&value, &one) {
                self.say(|law| format!("{} is neither 0 nor 1: {value}", law.render_term(term)));
                holds = false;
            }
        }
        Ok(holds)
    }

    fn say(&mut self, line: impl FnOnce(&TypedLaw) -> String) {
        if let Some(steps) = &mut self.steps {
            let line = line(self.law);
            if !steps.contains(&line) {
                steps.push(line);
            }
        }
    }

    /// Evaluates every part, even if the first decides, to show all steps.
    fn claim(&mut self, claim: &Claim) -> Result<bool, NoValue> {
        let mut count = |parts: &[Claim]| -> Result<usize, NoValue> {
            let mut n = 0;
            for part in parts {
                n += usize::from(self.claim(part)?);
            }
            Ok(n)
        };
        Ok(match claim {
            Claim::All(parts) => count(parts)? == parts.len(),
            Claim::Any(parts) => count(parts)? > 0,
            Claim::ExactlyOne(parts) => count(parts)? == 1,
            Claim::Implies(p, q) => {
                let (p, q) = (self.claim(p)?, self.claim(q)?);
                !p || q
            }
            Claim::Equal(l, r) => {
                let (left, right) = self.sides(l, r)?;
                let holds = left.canonical() == right.canonical();
                let sign = if holds { "=" } else { "≠" };
                self.say(|law| compared(law, l, r, left, sign, right));
                holds
            }
            Claim::AtMost(l, r) => {
                let (left, right) = self.sides(l, r)?;
                let holds = at_most(&left, &right);
                let sign = if holds { "≤" } else { ">" };
                self.say(|law| compared(law, l, r, left, sign, right));
                holds
            }
        })
    }

    fn sides(&mut self, l: &Term, r: &Term) -> Result<(Value, Value), NoValue> {
        let ty = self.law.type_of(l).or_else(|| self.law.type_of(r));
        Ok((self.term(l, ty)?, self.term(r, ty)?))
    }

    /// The value of a term; an `Int` has type `ty`.
    fn term(&mut self, term: &Term, ty: Option<ValueType>) -> Result<Value, NoValue> {
        match term {
            Term::Var(k) => Ok(self.values[*k]),
            Term::Param(k) => self.law.value(*k).ok_or(NoValue::Undeclared("parameter")),
            Term::Int(n) => Ok(Value::int(*n, ty.unwrap_or(ValueType::U32))),
            Term::WrappingSum([l, r]) => {
                let (left, right) = self.sides(l, r)?;
                Ok(sum(&left, &right))
            }
            Term::Apply(callee, args) => {
                let op = *self.law.op(*callee).ok_or(NoValue::Undeclared("op"))?;
                let mut operands = Vec::with_capacity(args.len());
                for (arg, ty) in args.iter().zip(op.signature.operands) {
                    operands.push(self.term(arg, Some(*ty))?);
                }
                let result = self.with.apply(&op, &operands);
                let texts: Vec<_> = operands.iter().map(Value::to_string).collect();
                let call = format!("{}({})", self.law.name(*callee), texts.join(", "));
                let result = result.map_err(|reason| NoValue::Call {
                    call: call.clone(),
                    why: Box::new(reason),
                })?;
                self.say(|law| format!("{} = {call} = {result}", law.render_term(term)));
                Ok(result)
            }
        }
    }
}

fn compared(law: &TypedLaw, l: &Term, r: &Term, left: Value, sign: &str, right: Value) -> String {
    let (l, r) = (law.render_term(l), law.render_term(r));
    format!("{l} {sign} {r}: {left} {sign} {right}")
}

/// True if the first is at most the second in the order of their type: signed for i32, IEEE 754 for floats, by
/// magnitude for the others.
pub(super) fn at_most(a: &Value, b: &Value) -> bool {
    let (left, right) = (a.words(), b.words());
    match (a.ty(), a.ty().float()) {
        (_, Some(format)) => format.at_most(left[0], right[0]),
        (ValueType::I32, _) => left[0] as i32 <= right[0] as i32,
        _ => left.iter().rev().le(right.iter().rev()),
    }
}

fn sum(a: &Value, b: &Value) -> Value {
    let mut words = [0; vyre_conform_ir::value::MAX_WORDS];
    let mut carry = 0;
    for ((to, x), y) in words.iter_mut().zip(a.words()).zip(b.words()) {
        let wide = u64::from(*x) + u64::from(*y) + carry;
        *to = wide as u32;
        carry = if a.ty() == ValueType::U64 {
            wide >> 32
        } else {
            0
        };
    }
    Value::from_words(a.ty(), &words)
}
