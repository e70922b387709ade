//! Rows that a function contradicts and laws that it breaks, independent of the failing input (over the edge set) and
//! on values of that input.

use super::evaluators::ops_of;
use super::functions::Function;
use super::random_function::is_of_any_function;
use super::subject::Run;
use crate::body_evaluator::BodyEvaluator;
use crate::conduct::{Deviations, ImplementationKey};
use crate::spread::SampledSource;
use std::sync::Mutex;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{self, List, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{Tolerance, ValueType};
use vyre_conform_suite::failing::{FailingCase, NoValue};
use vyre_conform_suite::strategy::{self, CheckOptions, Evaluate, Reference, TypedLaw};

/// Number of edge cases for laws of the reference in a diagnosis.
const EDGES_FOR_DIAGNOSIS: u64 = 20_000;

/// Number of edge cases for slower implementations.
const EDGES_ELSEWHERE: u64 = 1_000;

/// Maximal number of laws tried on values of the failing input, and of assignments for each.
const MAX_LAWS: usize = 64;
const MAX_ASSIGNMENTS: usize = 64;

/// A call of an op and its result.
pub(super) struct CallRecord {
    pub(super) op: OpRef,
    pub(super) operands: Vec<Value>,
    pub(super) value: Value,
}

/// Evaluates with another evaluator and records the calls.
struct RecordingEvaluator<'a> {
    with: &'a dyn Evaluate,
    calls: Mutex<Vec<CallRecord>>,
}

impl Evaluate for RecordingEvaluator<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let value = self.with.apply(op, operands)?;
        let called = CallRecord {
            op: *op,
            operands: operands.to_vec(),
            value,
        };
        lock(&self.calls).push(called);
        Ok(value)
    }
}

/// The calls of a law on these values, in order, and the truth of the law, as far as the evaluator can compute it.
pub(super) fn calls(
    law: &TypedLaw,
    values: &[Value],
    with: &dyn Evaluate,
) -> (Vec<CallRecord>, Option<bool>) {
    let noting = RecordingEvaluator {
        with,
        calls: Mutex::default(),
    };
    let holds = law.holds_with(values, &noting).ok();
    let calls = noting.calls.into_inner();
    (calls.unwrap_or_else(|e| e.into_inner()), holds)
}

impl Run<'_> {
    /// The conduct of a function, independent of the failing input.
    pub(super) fn deviations(&self, function: &Function) -> Deviations {
        let conducts = self.context.conducts();
        conducts.get_or_compute(self.op().def.id, &function.implementation, || Deviations {
            rows: self.rows_against(function),
            laws: self.laws_against(function),
        })
    }

    /// False for laws of an approximate op on anything except its reference.
    fn has_laws(&self, who: &ImplementationKey) -> bool {
        *who == ImplementationKey::Reference || self.op().def.op.track().is_strict()
    }

    /// Rows that a function contradicts. A backend without a result contradicts none.
    fn rows_against(&self, function: &Function) -> Vec<(usize, Option<Value>)> {
        let def = self.op().def;
        let within = match function.implementation {
            ImplementationKey::Reference => Tolerance::EXACT,
            _ => def.op.tolerance,
        };
        let wrong = |with: &dyn Evaluate| strategy::rows(def, with, within).failures;
        let wrong = self.on(function, &[def.op], wrong).unwrap_or_default();
        let given = |row: &FailingCase| {
            let words = row.found()?;
            Some(Value::from_words(def.op.signature.result, words))
        };
        let of = wrong.iter().map(|row| (row.case as usize, given(row)));
        of.filter(|(_, given)| {
            given.is_some() || !matches!(function.implementation, ImplementationKey::On(..))
        })
        .collect()
    }

    /// Declared laws that a function breaks on the edge set.
    fn laws_against(&self, function: &Function) -> Vec<(usize, Vec<Value>)> {
        let laws =
            (0..self.op().def.laws.len()).filter(|_| self.has_laws(&function.implementation));
        let broken = laws.filter_map(|k| Some((k, self.broken_on_edges(function, k)?)));
        broken.collect()
    }

    /// Values of the edge set on which a function breaks a declared law.
    fn broken_on_edges(&self, function: &Function, index: usize) -> Option<Vec<Value>> {
        let law = self.typed_law(index).ok()?;
        if let Some(witness) = &law.witness {
            let holds = self.on(function, &ops_of(&law), |with| {
                law.holds_with(witness, with) == Ok(true)
            });
            return holds.unwrap_or(false).then(|| witness.clone());
        }
        let source = generate::edges(&law.variables);
        let limit = match function.implementation {
            ImplementationKey::Reference => EDGES_FOR_DIAGNOSIS,
            _ => EDGES_ELSEWHERE,
        };
        let some = SampledSource::new(&*source, limit);
        self.first_broken(function, &law, &some)
    }

    /// The first case in which a function breaks a law.
    fn first_broken(
        &self,
        function: &Function,
        law: &TypedLaw,
        cases: &dyn Source,
    ) -> Option<Vec<Value>> {
        match function.implementation {
            ImplementationKey::Reference => {
                let options = CheckOptions {
                    threads: 1,
                    stop_early: true,
                };
                let outcomes = strategy::check(&[law], cases, options).ok()?;
                let first = outcomes.into_iter().next()?.tally.first?;
                Some(first.inputs)
            }
            ImplementationKey::On(..) => self.with_subject(function.subject.clone(), |run| {
                let found = run.law_on_backend(law, cases, 0..cases.len()).ok()?;
                Some(found.first?.inputs)
            }),
            ImplementationKey::Module | ImplementationKey::Device(_) => {
                let interpreted = BodyEvaluator(self.context.catalog());
                let mut cases = (0..cases.len()).map(|k| generate::case(cases, k));
                cases.find(|case| law.holds_with(case, &interpreted) == Ok(false))
            }
        }
    }

    /// Declared laws that a function breaks on values of the failing input, each with these values.
    pub(super) fn broken_near(
        &self,
        function: &Function,
        near: &[Value],
    ) -> Vec<(usize, Vec<Value>)> {
        if near.is_empty() || !self.has_laws(&function.implementation) {
            return vec![];
        }
        let laws = 0..self.op().def.laws.len().min(MAX_LAWS);
        let broken = laws.filter_map(|k| {
            let law = self.typed_law(k).ok().filter(|law| !law.is_negative())?;
            let cases = assignments(&law.variables, near);
            let source = List::new(&law.variables, &cases);
            Some((k, self.first_broken(function, &law, &source)?))
        });
        broken.collect()
    }

    /// True if other laws that hold on the reference cover every call of the op in this law.
    pub(super) fn vouched(&self, index: usize, law: &TypedLaw, values: &[Value]) -> bool {
        let own = (self.op().def.op.key.id)();
        let (mut open, _) = calls(law, values, &Reference);
        open.retain(|called| (called.op.key.id)() == own);
        if open.is_empty() {
            return false;
        }
        let others = (0..self.op().def.laws.len()).filter(|k| *k != index);
        for other in others.take(MAX_LAWS).filter_map(|k| self.typed_law(k).ok()) {
            if other.is_negative() {
                continue;
            }
            for case in assignments(&other.variables, values) {
                let (made, holds) = calls(&other, &case, &Reference);
                if holds == Some(true) && !is_of_any_function(&other, &case) {
                    open.retain(|called| {
                        let same = |m: &CallRecord| {
                            (m.op.key.id)() == own && m.operands == called.operands
                        };
                        !made.iter().any(same)
                    });
                }
            }
        }
        open.is_empty()
    }
}

impl Run<'_> {
    /// Edge cases in which a law that is declared to hold fails on the reference, and the number tried.
    pub(super) fn fails_on_edges(&self, law: &TypedLaw) -> (u64, u64) {
        if law.is_negative() {
            return (0, 0);
        }
        let source = generate::edges(&law.variables);
        let some = SampledSource::new(&*source, EDGES_FOR_DIAGNOSIS);
        let options = CheckOptions {
            threads: 1,
            stop_early: false,
        };
        let found = strategy::check(&[law], &some, options).unwrap_or_default();
        let first = found.first();
        first.map_or((0, 0), |found| (found.tally.failures, found.tally.cases))
    }

    /// True if a row, or another law that is not a tautology, constrains the op.
    pub(super) fn tells(&self, index: usize, values: &[Value]) -> bool {
        let others = (0..self.op().def.laws.len()).filter(|k| *k != index);
        let mut others = others.take(MAX_LAWS).filter_map(|k| self.typed_law(k).ok());
        !self.op().def.rows.is_empty()
            || others.any(|law| {
                let cases = assignments(&law.variables, values);
                !law.is_negative() && !cases.iter().all(|case| is_of_any_function(&law, case))
            })
    }
}

/// Assignments of these values to variables of these types, up to the limit.
fn assignments(types: &[ValueType], values: &[Value]) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    for ty in types {
        let mut some: Vec<Value> = values.iter().copied().filter(|v| v.ty() == *ty).collect();
        if some.is_empty() {
            some = vec![Value::int(0, *ty), Value::int(1, *ty)];
        }
        let mut distinct: Vec<Value> = vec![];
        some.retain(|value| {
            let new = !distinct.contains(value);
            distinct.extend(new.then_some(*value));
            new
        });
        let longer = all.iter().flat_map(|case| {
            some.iter().map(|value| {
                let mut case = case.clone();
                case.push(*value);
                case
            })
        });
        all = longer.collect();
        all.truncate(MAX_ASSIGNMENTS);
    }
    all
}
