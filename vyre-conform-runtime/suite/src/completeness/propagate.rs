//! Propagation of rows and laws.

use crate::strategy::TypedLaw;
use std::collections::{HashMap, HashSet};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{OpDef, OpRef};
use vyre_conform_spec::{Claim, LawCallee, Term, ValueType};

/// A law with values for its variables.
pub(super) type Instance<'a> = (&'a TypedLaw, Vec<Value>);

/// The inputs whose results are forced. Since the laws hold, a forced result is the op's.
pub(super) fn forced(
    def: &OpDef,
    instances: &[Instance<'_>],
    injective: &dyn Fn(&OpRef, usize) -> bool,
) -> HashSet<Vec<Value>> {
    let mut state = Propagation {
        op: def.op,
        known: def.rows.iter().map(|row| (row.inputs)()).collect(),
        bounds: HashMap::new(),
        injective,
        values: HashMap::new(),
        changed: true,
    };
    while state.changed {
        state.changed = false;
        for (law, values) in instances {
            state.assert(law, law.claim, values);
        }
    }
    state.known
}

struct Propagation<'a> {
    op: OpRef,
    known: HashSet<Vec<Value>>,
    /// Bounds of unknown results.
    bounds: HashMap<Vec<Value>, (i128, i128)>,
    injective: &'a dyn Fn(&OpRef, usize) -> bool,
    /// Cached results of the op.
    values: HashMap<Vec<Value>, Value>,
    changed: bool,
}

/// A value as a number in the order of its type.
fn number(value: &Value) -> i128 {
    match (value.ty(), value.words()) {
        (ValueType::I32, [word]) => i128::from(*word as i32),
        (_, words) => words.iter().rev().fold(0, |n, w| n << 32 | i128::from(*w)),
    }
}

impl Propagation<'_> {
    fn value(&mut self, inputs: &[Value]) -> Value {
        if let Some(value) = self.values.get(inputs) {
            return *value;
        }
        let value = self.op.call(inputs);
        self.values.insert(inputs.to_vec(), value);
        value
    }

    fn learn(&mut self, inputs: Vec<Value>) {
        self.changed |= self.known.insert(inputs);
    }

    fn is_subject(&self, law: &TypedLaw, callee: LawCallee) -> bool {
        let id = |op: &OpRef| (op.key.id)();
        law.op(callee).is_some_and(|op| id(op) == id(&self.op))
    }

    /// The value of a term, if known.
    fn term(
        &mut self,
        law: &TypedLaw,
        term: &Term,
        values: &[Value],
        ty: ValueType,
    ) -> Option<Value> {
        match term {
            Term::Var(k) => values.get(*k).copied(),
            Term::Param(k) => law.value(*k),
            Term::Int(n) => Some(Value::int(*n, ty)),
            Term::Apply(callee, _) => {
                let operands = self.operands(law, term, values)?;
                match self.is_subject(law, *callee) {
                    false => Some(law.op(*callee)?.call(&operands)),
                    true if self.known.contains(&operands) => Some(self.value(&operands)),
                    true => None,
                }
            }
            Term::WrappingSum([l, r]) => {
                let ty = law.type_of(l).or_else(|| law.type_of(r)).unwrap_or(ty);
                let (l, r) = (
                    self.term(law, l, values, ty)?,
                    self.term(law, r, values, ty)?,
                );
                sum(&l, &r)
            }
        }
    }

    /// The operands of an application.
    fn operands(&mut self, law: &TypedLaw, term: &Term, values: &[Value]) -> Option<Vec<Value>> {
        let Term::Apply(callee, args) = term else {
            return None;
        };
        let types = law.op(*callee)?.signature.operands;
        let args = args.iter().zip(types);
        args.map(|(arg, ty)| self.term(law, arg, values, *ty))
            .collect()
    }

    /// The inputs of an application of the op.
    fn inputs(&mut self, law: &TypedLaw, term: &Term, values: &[Value]) -> Option<Vec<Value>> {
        match term {
            Term::Apply(callee, _) if self.is_subject(law, *callee) => {
                self.operands(law, term, values)
            }
            _ => None,
        }
    }

    fn sides(
        &mut self,
        law: &TypedLaw,
        l: &Term,
        r: &Term,
        values: &[Value],
    ) -> [Option<Value>; 2] {
        let ty = law.type_of(l).or_else(|| law.type_of(r));
        let ty = ty.unwrap_or(ValueType::U32);
        [self.term(law, l, values, ty), self.term(law, r, values, ty)]
    }

    /// The truth of a claim, if known.
    fn truth(&mut self, law: &TypedLaw, claim: &Claim, values: &[Value]) -> Option<bool> {
        match claim {
            Claim::Equal(l, r) => match self.sides(law, l, r, values) {
                [Some(l), Some(r)] => Some(l == r),
                _ => None,
            },
            Claim::AtMost(l, r) => match self.sides(law, l, r, values) {
                [Some(l), Some(r)] => Some(number(&l) <= number(&r)),
                _ => None,
            },
            Claim::All(claims) => self.all(law, claims, values),
            Claim::Any(claims) => {
                let truths: Vec<_> = claims.iter().map(|c| self.truth(law, c, values)).collect();
                if truths.contains(&Some(true)) {
                    Some(true)
                } else {
                    truths.iter().all(Option::is_some).then_some(false)
                }
            }
            Claim::Implies(..) | Claim::ExactlyOne(_) => None,
        }
    }

    fn all(&mut self, law: &TypedLaw, claims: &[Claim], values: &[Value]) -> Option<bool> {
        let truths: Vec<_> = claims.iter().map(|c| self.truth(law, c, values)).collect();
        if truths.contains(&Some(false)) {
            Some(false)
        } else {
            truths.iter().all(Option::is_some).then_some(true)
        }
    }

    /// Learns from a true claim.
    fn assert(&mut self, law: &TypedLaw, claim: &Claim, values: &[Value]) {
        match claim {
            Claim::Equal(l, r) => match self.sides(law, l, r, values) {
                [Some(_), None] => self.force(law, r, values),
                [None, Some(_)] => self.force(law, l, values),
                _ => {}
            },
            Claim::AtMost(l, r) => self.order(law, l, r, values),
            Claim::All(claims) => claims.iter().for_each(|c| self.assert(law, c, values)),
            Claim::Any(claims) => {
                let open = claims.iter();
                let open: Vec<&Claim> = open
                    .filter(|c| self.truth(law, c, values) != Some(false))
                    .collect();
                if let [one] = open.as_slice() {
                    self.assert(law, one, values);
                }
            }
            Claim::Implies(first, second) => {
                if self.truth(law, first, values) == Some(true) {
                    self.assert(law, second, values);
                } else if self.truth(law, second, values) == Some(false) {
                    self.deny(law, first, values);
                }
            }
            Claim::ExactlyOne(claims) => {
                let truths: Vec<_> = claims.iter().map(|c| self.truth(law, c, values)).collect();
                let open = claims.iter().zip(&truths).filter(|(_, t)| t.is_none());
                let open: Vec<&Claim> = open.map(|(claim, _)| claim).collect();
                match (truths.contains(&Some(true)), open.as_slice()) {
                    (true, open) => open.iter().for_each(|c| self.deny(law, c, values)),
                    (false, [one]) => self.assert(law, one, values),
                    _ => {}
                }
            }
        }
    }

    /// Learns from a false claim.
    fn deny(&mut self, law: &TypedLaw, claim: &Claim, values: &[Value]) {
        match claim {
            // Of two values it is the other one.
            Claim::Equal(l, r) => {
                for side in [l, r] {
                    if law.predicates.contains(side) || law.type_of(side) == Some(ValueType::Bool) {
                        self.force(law, side, values);
                    }
                }
            }
            Claim::All(claims) => {
                let open = claims.iter();
                let open: Vec<&Claim> = open
                    .filter(|c| self.truth(law, c, values) != Some(true))
                    .collect();
                if let [one] = open.as_slice() {
                    self.deny(law, one, values);
                }
            }
            _ => {}
        }
    }

    /// Learns the unknown result within a term of known value.
    fn force(&mut self, law: &TypedLaw, term: &Term, values: &[Value]) {
        if let Some(inputs) = self.inputs(law, term, values) {
            return self.learn(inputs);
        }
        match term {
            Term::WrappingSum(pair) => {
                let [l, r] = self.sides(law, &pair[0], &pair[1], values);
                match (l.is_some(), r.is_some()) {
                    (true, false) => self.force(law, &pair[1], values),
                    (false, true) => self.force(law, &pair[0], values),
                    _ => {}
                }
            }
            Term::Apply(callee, args) => {
                let Some(op) = law.op(*callee).copied() else {
                    return;
                };
                let types = op.signature.operands;
                let found: Vec<Option<Value>> = args
                    .iter()
                    .zip(types)
                    .map(|(arg, ty)| self.term(law, arg, values, *ty))
                    .collect();
                let mut open = found.iter().enumerate().filter(|(_, v)| v.is_none());
                if let (Some((k, _)), None) = (open.next(), open.next())
                    && !self.is_subject(law, *callee)
                    && (self.injective)(&op, k)
                {
                    self.force(law, &args[k], values);
                }
            }
            _ => {}
        }
    }

    /// Learns from an order between two values.
    fn order(&mut self, law: &TypedLaw, l: &Term, r: &Term, values: &[Value]) {
        let [left, right] = self.sides(law, l, r, values);
        let most = right
            .as_ref()
            .map(number)
            .or_else(|| self.bound(law, r, values).map(|b| b.1));
        let least = left
            .as_ref()
            .map(number)
            .or_else(|| self.bound(law, l, values).map(|b| b.0));
        if let (None, Some(most)) = (left, most) {
            self.narrow(law, l, values, i128::MIN, most);
        }
        if let (None, Some(least)) = (right, least) {
            self.narrow(law, r, values, least, i128::MAX);
        }
    }

    fn bound(&mut self, law: &TypedLaw, term: &Term, values: &[Value]) -> Option<(i128, i128)> {
        let inputs = self.inputs(law, term, values)?;
        self.bounds.get(&inputs).copied()
    }

    fn narrow(&mut self, law: &TypedLaw, term: &Term, values: &[Value], least: i128, most: i128) {
        let Some(inputs) = self.inputs(law, term, values) else {
            return;
        };
        let bounds = self.bounds.entry(inputs.clone());
        let bounds = bounds.or_insert_with(|| ends(self.op.signature.result));
        let narrower = (bounds.0.max(least), bounds.1.min(most));
        if narrower != *bounds {
            *bounds = narrower;
            self.changed = true;
        }
        if narrower.0 == narrower.1 {
            self.learn(inputs);
        }
    }
}

/// The minimum and maximum of a type.
const fn ends(ty: ValueType) -> (i128, i128) {
    match ty {
        ValueType::I32 => (i32::MIN as i128, i32::MAX as i128),
        ValueType::Bool => (0, 1),
        ValueType::U64 => (0, u64::MAX as i128),
        ValueType::U32 => (0, u32::MAX as i128),
        _ => (i128::MIN, i128::MAX),
    }
}

/// The wrapping sum of two integers.
fn sum(l: &Value, r: &Value) -> Option<Value> {
    let bits = number(l).wrapping_add(number(r));
    match l.ty() {
        ValueType::U32 | ValueType::I32 | ValueType::U64 if l.ty() == r.ty() => Some(
            Value::from_words(l.ty(), &[bits as u32, (bits >> 32) as u32]),
        ),
        _ => None,
    }
}
