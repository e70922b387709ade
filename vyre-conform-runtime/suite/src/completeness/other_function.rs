//! A search for another function that satisfies the rows and the laws.

use super::propagate::Instance;
use crate::failing::NoValue;
use crate::strategy::{Evaluate, TypedLaw};
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{OpDef, OpRef};
use vyre_conform_spec::{Claim, LawCallee, Term, ValueType};

/// Number of inputs that are changed one after the other until a change can be repaired.
const TRIED: usize = 6;
/// Maximal number of changed results in a repaired function.
const CHANGED: usize = 64;

/// A difference between two functions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherResult {
    /// The operands.
    pub inputs: Vec<Value>,
    /// The op's result.
    pub op_result: Value,
    /// The other function's result.
    pub other_result: Value,
}

impl Display for OtherResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs: Vec<String> = self.inputs.iter().map(ToString::to_string).collect();
        let inputs = inputs.join(", ");
        write!(
            f,
            "f({inputs}) = {} in place of {}",
            self.other_result, self.op_result
        )
    }
}

/// The op with some results changed.
struct ChangedOp<'a> {
    op: &'a OpRef,
    to: HashMap<Vec<Value>, Value>,
}

impl Evaluate for ChangedOp<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let is_op = (op.key.id)() == (self.op.key.id)();
        let changed = self.to.get(operands).filter(|_| is_op);
        Ok(changed.copied().unwrap_or_else(|| op.call(operands)))
    }
}

/// The differences of another function that satisfies all rows and these instances of all laws; empty if none is found.
pub(super) fn another(
    def: &OpDef,
    laws: &[TypedLaw],
    instances: &[Instance<'_>],
    known: &HashSet<Vec<Value>>,
    open: &[&Vec<Value>],
) -> Vec<OtherResult> {
    let witnesses = |changed: &ChangedOp<'_>| {
        let mut negative = laws
            .iter()
            .filter_map(|law| Some((law, law.witness.as_ref()?)));
        negative.all(|(law, witness)| law.holds_with(witness, changed) == Ok(false))
    };
    for inputs in open.iter().take(TRIED) {
        let expected = def.op.call(inputs);
        for value in instead(&expected) {
            let mut changed = ChangedOp {
                op: &def.op,
                to: HashMap::from([((*inputs).clone(), value)]),
            };
            if repaired(&mut changed, instances, known) && witnesses(&changed) {
                let mut all: Vec<OtherResult> = changed
                    .to
                    .into_iter()
                    .map(|(inputs, other_result)| OtherResult {
                        op_result: def.op.call(&inputs),
                        inputs,
                        other_result,
                    })
                    .filter(|difference| difference.op_result != difference.other_result)
                    .collect();
                all.sort_by_key(|difference| {
                    let words = difference.inputs.iter().map(|v| v.words().to_vec());
                    words.collect::<Vec<_>>()
                });
                return all;
            }
        }
    }
    vec![]
}

/// Alternatives to a value.
fn instead(expected: &Value) -> Vec<Value> {
    let ty = expected.ty();
    let low = expected.words().first().copied().unwrap_or(0);
    let words = |low: u32| {
        let rest = expected.words().iter().skip(1).copied();
        std::iter::once(low).chain(rest).collect::<Vec<u32>>()
    };
    let lows = [low.wrapping_add(1), low.wrapping_sub(1), 0, 1, low ^ 2];
    let mut all: Vec<Value> = lows
        .iter()
        .map(|low| Value::from_words(ty, &words(*low)))
        .collect();
    if ty == ValueType::Bool {
        all = vec![Value::of(low == 0)];
    }
    all.retain(|value| value != expected);
    all.dedup();
    all
}

/// Changes results until every instance holds; returns true if that succeeds without touching forced results.
fn repaired(
    changed: &mut ChangedOp<'_>,
    instances: &[Instance<'_>],
    known: &HashSet<Vec<Value>>,
) -> bool {
    loop {
        let broken = instances
            .iter()
            .find(|(law, values)| law.holds_with(values, changed) != Ok(true));
        let Some((law, values)) = broken else {
            return true;
        };
        let Some((inputs, value)) = repair(changed, law, law.claim, values) else {
            return false;
        };
        let is_new = !changed.to.contains_key(&inputs);
        if known.contains(&inputs) || !is_new || changed.to.len() >= CHANGED {
            return false;
        }
        changed.to.insert(inputs, value);
    }
}

/// A result, not yet changed, that must change for an equation to hold, with its new value.
fn repair(
    changed: &ChangedOp<'_>,
    law: &TypedLaw,
    claim: &Claim,
    values: &[Value],
) -> Option<(Vec<Value>, Value)> {
    match claim {
        Claim::Equal(l, r) => [(l, r), (r, l)].into_iter().find_map(|(side, other)| {
            let Term::Apply(LawCallee::Subject, args) = side else {
                return None;
            };
            let types = law.subject.signature.operands;
            let operands = args.iter().zip(types);
            let inputs: Option<Vec<Value>> = operands
                .map(|(arg, ty)| value(changed, law, arg, values, *ty))
                .collect();
            let inputs = inputs?;
            let due = value(changed, law, other, values, law.subject.signature.result)?;
            let now = changed.apply(&law.subject, &inputs).ok()?;
            (due != now && !changed.to.contains_key(&inputs)).then_some((inputs, due))
        }),
        Claim::All(claims) => claims.iter().find_map(|c| repair(changed, law, c, values)),
        _ => None,
    }
}

fn value(
    changed: &ChangedOp<'_>,
    law: &TypedLaw,
    term: &Term,
    values: &[Value],
    ty: ValueType,
) -> Option<Value> {
    match term {
        Term::Var(k) => values.get(*k).copied(),
        Term::Param(k) => law.value(*k),
        Term::Int(n) => Some(Value::int(*n, ty)),
        Term::Apply(callee, args) => {
            let op = law.op(*callee)?;
            let operands = args.iter().zip(op.signature.operands);
            let operands: Option<Vec<Value>> = operands
                .map(|(arg, ty)| value(changed, law, arg, values, *ty))
                .collect();
            changed.apply(op, &operands?).ok()
        }
        Term::WrappingSum(_) => None,
    }
}
