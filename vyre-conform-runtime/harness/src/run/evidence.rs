//! The contradictions of an op: results of each of its functions for rows, laws and the failing input.

use super::conduct::{CallRecord, calls};
use super::evaluators::ops_of;
use super::functions::Function;
use super::subject::Run;
use std::sync::Mutex;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::compare::{Coincidence, Conflict, Evidence, Suspect};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::strategy::{Evaluate, TypedLaw};

/// Evaluates ops by rows of spec tables alone, and records the rows it used.
struct RowEvaluator<'a> {
    run: &'a Run<'a>,
    used: Mutex<Vec<usize>>,
}

impl Evaluate for RowEvaluator<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let found = self.run.row(op, operands).ok_or(NoValue::NoRow)?;
        if (op.key.id)() == (self.run.op().def.op.key.id)() {
            lock(&self.used).push(found.0);
        }
        Ok(found.1)
    }
}

/// Results of a law on a function for some values.
struct LawCalls<'f> {
    function: &'f Function,
    calls: Vec<CallRecord>,
    is_kept: bool,
}

impl Run<'_> {
    /// Evidence from the op's rows and from its laws over the edge set, independent of the failing input.
    pub(super) fn evidence(&self, functions: &[Function]) -> Evidence {
        let def = self.op().def;
        let mut evidence = Evidence {
            laws: def.laws.iter().map(|law| law.text.to_owned()).collect(),
            ..Evidence::default()
        };
        let mut broken: Vec<(usize, Vec<Value>)> = vec![];
        let mut rows: Vec<Vec<(usize, Option<Value>)>> = vec![];
        for function in functions {
            let known = self.deviations(function);
            rows.push(known.rows);
            let new = known.laws.into_iter().filter(|of| !broken.contains(of));
            let new: Vec<_> = new.collect();
            broken.extend(new);
        }
        self.rows_evidence(functions, &rows, &mut evidence);
        for (law, values) in broken {
            evidence.add(self.law_evidence(functions, law, &values, false));
        }
        evidence
    }

    /// [`evidence`](Self::evidence), and that from laws on values of the failing input.
    pub(super) fn evidence_near(&self, functions: &[Function], near: &[Value]) -> Evidence {
        let mut evidence = self.evidence(functions);
        let own = self.obligation.backend();
        for function in functions {
            // A backend is only queried if its own text is in question.
            let is_other =
                function.subject.backend().is_some() && function.subject.backend() != own;
            if is_other {
                continue;
            }
            for (law, values) in self.broken_near(function, near) {
                evidence.add(self.law_evidence(functions, law, &values, true));
            }
        }
        evidence
    }

    /// Adds functions that contradict rows, in equal or different ways.
    fn rows_evidence(
        &self,
        functions: &[Function],
        wrong: &[Vec<(usize, Option<Value>)>],
        evidence: &mut Evidence,
    ) {
        for row in 0..self.op().def.rows.len() {
            let given = |k: usize| wrong[k].iter().find(|(place, _)| *place == row);
            let who = |k: usize| functions[k].suspect.clone();
            for a in 0..functions.len() {
                let Some((_, of_a)) = given(a) else { continue };
                evidence.conflict(Conflict::new([who(a), Suspect::Row(row)], false));
                for b in (0..functions.len()).filter(|b| *b != a) {
                    match given(b) {
                        Some((_, of_b)) if of_a == of_b && a < b => {
                            let new = Coincidence::new([who(a), who(b)], Suspect::Row(row));
                            evidence.coincidences.push(new);
                        }
                        Some((_, of_b)) if of_a == of_b => {}
                        _ => evidence.conflict(Conflict::new([who(a), who(b)], false)),
                    }
                }
            }
        }
    }

    /// Evidence from the functions on a law for these values, if one of them breaks it.
    pub(super) fn law_evidence(
        &self,
        functions: &[Function],
        index: usize,
        values: &[Value],
        here: bool,
    ) -> Evidence {
        let mut evidence = Evidence::default();
        let Ok(law) = self.typed_law(index) else {
            return evidence;
        };
        let own = Suspect::Law(index);
        let of = self.each_on_law(functions, &law, values);
        for (k, one) in of.iter().enumerate() {
            let who = one.function.suspect.clone();
            if !one.is_kept {
                evidence.conflict(Conflict::new([who.clone(), own.clone()], here));
            }
            for other in &of[k + 1..] {
                let pair = [who.clone(), other.function.suspect.clone()];
                match parted(&one.calls, &other.calls) {
                    true => evidence.conflict(Conflict::new(pair, here)),
                    false if !one.is_kept => {
                        let new = Coincidence::new(pair, own.clone());
                        evidence.coincidences.push(new);
                    }
                    false => {}
                }
            }
        }
        evidence.add(self.law_by_rows(index, &law, values, here).1);
        if self.says_nothing(&law, values) {
            evidence.conflict(Conflict::new([own], here));
        }
        evidence
    }

    /// The truth of the law for these values according to rows alone, if they decide it, and the contradiction if they
    /// break it.
    pub(super) fn law_by_rows(
        &self,
        index: usize,
        law: &TypedLaw,
        values: &[Value],
        here: bool,
    ) -> (Option<bool>, Evidence) {
        let rows = RowEvaluator {
            run: self,
            used: Mutex::default(),
        };
        let mut evidence = Evidence::default();
        let holds = law.holds_with(values, &rows).ok();
        if holds.is_some_and(|holds| holds == law.is_negative()) {
            let used = lock(&rows.used).clone();
            let used = used.into_iter().map(Suspect::Row);
            evidence.conflict(Conflict::new(used.chain([Suspect::Law(index)]), here));
        }
        (holds, evidence)
    }

    fn each_on_law<'f>(
        &self,
        functions: &'f [Function],
        law: &TypedLaw,
        values: &[Value],
    ) -> Vec<LawCalls<'f>> {
        let each = functions.iter().filter_map(|function| {
            let evaluate = |with: &dyn Evaluate| calls(law, values, with);
            let (calls, holds) = self.on(function, &ops_of(law), evaluate)?;
            Some(LawCalls {
                function,
                calls,
                is_kept: holds? != law.is_negative(),
            })
        });
        each.collect()
    }

    /// Evidence from the values that functions return on the failing input.
    pub(super) fn values_evidence(&self, given: &[(Suspect, Value)]) -> Evidence {
        let op = &self.op().def.op;
        let mut evidence = Evidence::default();
        let alike = |a: &Value, b: &Value| a == b || op.accepts(a.words(), b.words());
        for (k, (a, of_a)) in given.iter().enumerate() {
            for (b, of_b) in &given[k + 1..] {
                let pair = [a.clone(), b.clone()];
                if !alike(of_a, of_b) {
                    evidence.conflict(Conflict::new(pair, true));
                    continue;
                }
                let others = given.iter().filter(|(_, value)| !alike(of_a, value));
                let new = others.map(|(other, _)| Coincidence::new(pair.clone(), other.clone()));
                evidence.coincidences.extend(new);
            }
        }
        evidence
    }

    /// True if these values refute the law for no function.
    fn says_nothing(&self, law: &TypedLaw, values: &[Value]) -> bool {
        law.is_negative() && super::random_function::is_of_any_function(law, values)
    }
}

/// True if two functions differ in a call that both make.
fn parted(one: &[CallRecord], other: &[CallRecord]) -> bool {
    let mut pairs = one.iter().zip(other);
    let same = |a: &CallRecord, b: &CallRecord| {
        (a.op.key.id)() == (b.op.key.id)() && a.operands == b.operands
    };
    pairs.any(|(a, b)| same(a, b) && a.value != b.value)
}
