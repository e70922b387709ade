//! Evaluates a claim by the compiled functions, to confirm counterexamples.

use super::DeclaredLaw;
use super::typing::type_of;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::{Claim, Term, ValueType};

/// True if the compiled functions satisfy the claim for these values of its variables.
pub fn holds(declared: &DeclaredLaw<'_>, values: &[Value]) -> bool {
    let instance = LawInstance { declared, values };
    let holds = instance.claim(&declared.form.claim);
    holds && (!declared.form.predicate || instance.are_truths())
}

struct LawInstance<'a, 'c> {
    declared: &'a DeclaredLaw<'c>,
    values: &'a [Value],
}

impl LawInstance<'_, '_> {
    fn claim(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Equal(l, r) => {
                let (l, r) = self.sides(l, r);
                l == r
            }
            Claim::AtMost(l, r) => {
                let (l, r) = self.sides(l, r);
                at_most(&l, &r)
            }
            Claim::All(claims) => claims.iter().all(|c| self.claim(c)),
            Claim::Any(claims) => claims.iter().any(|c| self.claim(c)),
            Claim::Implies(first, second) => !self.claim(first) || self.claim(second),
            Claim::ExactlyOne(claims) => claims.iter().filter(|c| self.claim(c)).count() == 1,
        }
    }

    fn sides(&self, l: &Term, r: &Term) -> (Value, Value) {
        let of = |term| type_of(self.declared, &self.declared.variables, term);
        let ty = of(l).or_else(|| of(r)).unwrap_or(ValueType::U32);
        (self.term(l, ty), self.term(r, ty))
    }

    fn term(&self, term: &Term, ty: ValueType) -> Value {
        let zero = || Value::int(0, ty);
        match term {
            Term::Var(k) => self.values.get(*k).copied().unwrap_or_else(zero),
            Term::Param(k) => self.declared.parameter(*k).unwrap_or_else(zero),
            Term::Int(n) => Value::int(*n, ty),
            Term::WrappingSum([l, r]) => {
                let (l, r) = self.sides(l, r);
                sum(&l, &r)
            }
            Term::Apply(callee, args) => match self.declared.callee(*callee) {
                None => zero(),
                Some(op) => {
                    let operands = args.iter().zip(op.signature.operands);
                    let operands: Vec<Value> =
                        operands.map(|(arg, ty)| self.term(arg, *ty)).collect();
                    op.call(&operands)
                }
            },
        }
    }

    /// True if every application returns 0 or 1.
    fn are_truths(&self) -> bool {
        let mut all = true;
        self.declared.form.claim.visit_terms(&mut |term| {
            if matches!(term, Term::Apply(..)) {
                let value = self.term(term, ValueType::U32);
                let [first, rest @ ..] = value.words() else {
                    return;
                };
                all &= *first <= 1 && rest.iter().all(|w| *w == 0);
            }
        });
        all
    }
}

fn wide(value: &Value) -> u64 {
    let words = value.words().iter().take(2).zip([0, 32]);
    words.fold(0, |bits, (word, shift)| bits | u64::from(*word) << shift)
}

fn at_most(l: &Value, r: &Value) -> bool {
    match l.ty() {
        ValueType::I32 => l.words()[0] as i32 <= r.words()[0] as i32,
        _ => wide(l) <= wide(r),
    }
}

fn sum(l: &Value, r: &Value) -> Value {
    if l.ty() == ValueType::U64 {
        let sum = wide(l).wrapping_add(wide(r));
        return Value::of(sum);
    }
    let words = l.words().iter().zip(r.words());
    let words: Vec<u32> = words.map(|(a, b)| a.wrapping_add(*b)).collect();
    Value::from_words(l.ty(), &words)
}
