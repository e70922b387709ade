//! Whether an implementation keeps what is declared, beside the failing input: its rows, its laws over the edge set,
//! and its laws on values of that input.

use super::evaluators::Interpreted;
use super::inputs::Spread;
use super::subject::Run;
use super::testimony::is_of_any_function;
use crate::conducts::{Known, Who};
use std::sync::Mutex;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{self, List, Source};
use vyre_conform_runtime::registry::{Lowering, OpDef, OpRef};
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{Tolerance, ValueType};
use vyre_conform_suite::compare::{Conduct, Origin};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::{self, CheckOptions, Evaluate, Reference, TypedLaw};

/// Edge cases on which the reference's other laws are tried for a verdict.
const EDGES_FOR_VERDICT: u64 = 20_000;

/// The same of implementations that take longer.
const EDGES_ELSEWHERE: u64 = 1_000;

/// Laws that are tried on values of the failing input, and assignments for each.
const LAWS_NEAR: usize = 64;
const CASES_NEAR: usize = 64;

/// A law that fails in one of N cases, or in more, fails in a large part of them: a few wrong results of the
/// reference explain no such thing.
const WIDE: u64 = 16;

/// A call of an op with what it gave.
pub(super) struct Called {
    pub(super) op: OpRef,
    pub(super) operands: Vec<Value>,
    pub(super) value: Value,
}

/// Evaluates with another evaluator, and notes the calls.
struct Noting<'a> {
    with: &'a dyn Evaluate,
    calls: Mutex<Vec<Called>>,
}

impl Evaluate for Noting<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let value = self.with.apply(op, operands)?;
        let called = Called {
            op: *op,
            operands: operands.to_vec(),
            value,
        };
        lock(&self.calls).push(called);
        Ok(value)
    }
}

/// The calls that a law makes for these values, in their order, and whether it holds, as far as the evaluator goes.
pub(super) fn calls(
    law: &TypedLaw,
    values: &[Value],
    with: &dyn Evaluate,
) -> (Vec<Called>, Option<bool>) {
    let noting = Noting {
        with,
        calls: Mutex::default(),
    };
    let holds = law.holds_with(values, &noting).ok();
    let calls = noting.calls.into_inner();
    (calls.unwrap_or_else(|e| e.into_inner()), holds)
}

/// The text that an op comes from where this implementation runs it.
pub(super) fn origin(def: &OpDef, subject: &Implementation) -> Origin {
    let is_subject = match subject {
        Implementation::Reference { op }
        | Implementation::Interpreter { op }
        | Implementation::Lowering { op, .. }
        | Implementation::Alternate { op, .. } => op == def.id,
    };
    let has_own_text = match subject {
        Implementation::Alternate { .. } => is_subject,
        Implementation::Lowering { .. } => {
            subject.is_native() || matches!(def.lowering, Lowering::Texts { .. })
        }
        _ => false,
    };
    match def.lowering {
        _ if has_own_text => Origin::Own,
        Lowering::Function(named) if (named.key.id)() != (def.op.key.id)() => Origin::Named,
        _ => Origin::Body,
    }
}

impl Run<'_> {
    /// Who this is among those whose conduct is known.
    pub(super) fn who(&self) -> Who {
        match &self.obligation.question.subject {
            Implementation::Reference { .. } => Who::Reference,
            Implementation::Interpreter { .. } => Who::Module,
            Implementation::Lowering { backend, .. } => Who::On(backend.clone(), String::new()),
            Implementation::Alternate { name, backend, .. } => {
                Who::On(backend.clone(), name.clone())
            }
        }
    }

    /// What speaks against the reference.
    pub(super) fn conduct_of_reference(&self, but: Option<usize>, near: &[Value]) -> Conduct {
        self.conduct(&Who::Reference, but, near)
    }

    /// What speaks against the function that `lower` names.
    pub(super) fn conduct_of_module(&self, but: Option<usize>, near: &[Value]) -> Conduct {
        self.conduct(&Who::Module, but, near)
    }

    /// What speaks against the subject.
    pub(super) fn conduct_of_subject(&self, but: Option<usize>, near: &[Value]) -> Conduct {
        self.conduct(&self.who(), but, near)
    }

    fn conduct(&self, who: &Who, but: Option<usize>, near: &[Value]) -> Conduct {
        let known = self
            .context
            .conducts()
            .of(self.op().def.id, who, || self.known(who));
        let mut laws = known.laws;
        if self.has_laws(who) {
            laws.extend(self.broken_near(who, near));
        }
        laws.sort_unstable();
        laws.dedup();
        laws.retain(|k| Some(*k) != but);
        let text = |k: usize| self.op().def.laws[k].text.to_owned();
        Conduct {
            rows: known.rows,
            laws: laws.into_iter().map(text).collect(),
        }
    }

    /// The laws of an approximate op are about its reference.
    fn has_laws(&self, who: &Who) -> bool {
        *who == Who::Reference || self.op().def.op.track().is_strict()
    }

    fn known(&self, who: &Who) -> Known {
        let def = self.op().def;
        let wrong = |with: &dyn Evaluate, within| {
            let failures = strategy::rows(def, with, within).failures;
            failures.into_iter().filter(|row| match who {
                Who::On(..) => row.found().is_some(),
                _ => true,
            })
        };
        let rows = match who {
            Who::Reference => wrong(&Reference, Tolerance::EXACT).count(),
            Who::Module => wrong(&Interpreted(self.context.catalog()), def.op.tolerance).count(),
            Who::On(..) => match self.loaded_for(&[def.op]) {
                Ok(loaded) => wrong(&loaded, def.op.tolerance).count(),
                Err(_) => 0,
            },
        };
        let laws = (0..def.laws.len()).filter(|_| self.has_laws(who));
        Known {
            rows,
            laws: laws.filter(|k| self.breaks_on_edges(who, *k)).collect(),
        }
    }

    fn breaks_on_edges(&self, who: &Who, index: usize) -> bool {
        let Ok(law) = self.typed_law(index) else {
            return false;
        };
        if let Some(witness) = &law.witness {
            return self.law_on(who, &law, std::slice::from_ref(witness)) == Some(true);
        }
        let source = generate::edges(&law.variables);
        let limit = match who {
            Who::Reference => EDGES_FOR_VERDICT,
            _ => EDGES_ELSEWHERE,
        };
        let some = Spread::new(&*source, limit);
        match who {
            Who::Reference => {
                let options = CheckOptions {
                    threads: 1,
                    stop_early: true,
                };
                match strategy::check(&[&law], &some, options) {
                    Ok(outcomes) => outcomes.iter().any(|outcome| outcome.failures > 0),
                    Err(_) => true,
                }
            }
            Who::Module => {
                let interpreted = Interpreted(self.context.catalog());
                let mut cases = (0..some.len()).map(|k| generate::case(&some, k));
                cases.any(|case| law.holds_with(&case, &interpreted) == Ok(false))
            }
            Who::On(..) => {
                let found = self.law_on_backend(&law, &some, 0..some.len());
                found.is_ok_and(|found| found.failures > 0)
            }
        }
    }

    /// Whether a law holds on a party for all of these cases, if that is known.
    fn law_on(&self, who: &Who, law: &TypedLaw, cases: &[Vec<Value>]) -> Option<bool> {
        let each = |with: &dyn Evaluate| {
            let mut all = true;
            for case in cases {
                all &= law.holds_with(case, with).ok()?;
            }
            Some(all)
        };
        match who {
            Who::Reference => each(&Reference),
            Who::Module => each(&Interpreted(self.context.catalog())),
            Who::On(..) => {
                let source = List::new(&law.variables, cases);
                let found = self.law_on_backend(law, &source, 0..source.len());
                found.ok().map(|found| found.failures == 0)
            }
        }
    }

    /// Declared laws that a party breaks on values of the failing input.
    fn broken_near(&self, who: &Who, near: &[Value]) -> Vec<usize> {
        if near.is_empty() {
            return vec![];
        }
        let laws = (0..self.op().def.laws.len().min(LAWS_NEAR)).filter(|k| {
            let Ok(law) = self.typed_law(*k) else {
                return false;
            };
            let cases = assignments(&law.variables, near);
            !law.is_negative() && self.law_on(who, &law, &cases) == Some(false)
        });
        laws.collect()
    }

    /// Whether other laws that hold on the reference make every call that this one makes of the op.
    pub(super) fn vouched(&self, index: usize, law: &TypedLaw, values: &[Value]) -> bool {
        let own = (self.op().def.op.key.id)();
        let (mut open, _) = calls(law, values, &Reference);
        open.retain(|called| (called.op.key.id)() == own);
        if open.is_empty() {
            return false;
        }
        let others = (0..self.op().def.laws.len()).filter(|k| *k != index);
        for other in others
            .take(LAWS_NEAR)
            .filter_map(|k| self.typed_law(k).ok())
        {
            if other.is_negative() {
                continue;
            }
            for case in assignments(&other.variables, values) {
                let (made, holds) = calls(&other, &case, &Reference);
                if holds == Some(true) && !is_of_any_function(&other, &case) {
                    open.retain(|called| {
                        let same =
                            |m: &Called| (m.op.key.id)() == own && m.operands == called.operands;
                        !made.iter().any(same)
                    });
                }
            }
        }
        open.is_empty()
    }
}

impl Run<'_> {
    /// Whether a law that is declared to hold fails on the reference in a large part of the edge cases.
    pub(super) fn fails_widely(&self, law: &TypedLaw) -> bool {
        let source = generate::edges(&law.variables);
        let some = Spread::new(&*source, EDGES_FOR_VERDICT);
        let options = CheckOptions {
            threads: 1,
            stop_early: false,
        };
        let found = strategy::check(&[law], &some, options).unwrap_or_default();
        let wide = |found: &strategy::CheckOutcome| found.failures * WIDE >= found.cases;
        !law.is_negative() && found.first().is_some_and(wide)
    }

    /// Whether a row, or another law that is not true of any function, says something of the op.
    pub(super) fn tells(&self, index: usize, values: &[Value]) -> bool {
        let others = (0..self.op().def.laws.len()).filter(|k| *k != index);
        let mut others = others
            .take(LAWS_NEAR)
            .filter_map(|k| self.typed_law(k).ok());
        !self.op().def.rows.is_empty()
            || others.any(|law| {
                let cases = assignments(&law.variables, values);
                !law.is_negative() && !cases.iter().all(|case| is_of_any_function(&law, case))
            })
    }
}

/// Assignments of these values to variables of these types, as many as are tried.
fn assignments(types: &[ValueType], values: &[Value]) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    for ty in types {
        let mut some: Vec<Value> = values.iter().copied().filter(|v| v.ty() == *ty).collect();
        if some.is_empty() {
            some = vec![Value::int(0, *ty), Value::int(1, *ty)];
        }
        let mut seen: Vec<Value> = vec![];
        some.retain(|value| {
            let new = !seen.contains(value);
            seen.extend(new.then_some(*value));
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
        all.truncate(CASES_NEAR);
    }
    all
}
