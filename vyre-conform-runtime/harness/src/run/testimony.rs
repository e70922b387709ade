//! Findings of all other implementations about a failing input: the grounds of a diagnosis.

use super::conduct::{CallRecord, calls};
use super::evaluators::{ops_of, run_one_case};
use super::functions::{Function, text_name};
use super::origin::origin;
use super::subject::Run;
use crate::body_evaluator::BodyEvaluator;
use crate::bounds::{self, BoundRecorder};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::compare::{
    Blame, Conflict, DeclarationSupport, Diagnosis, DifferingCall, ExceededBound, InputEvidence,
    InputRow, LawFinding, Origin, Party, Reason, Suspect, ValueFinding, diagnose,
};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

impl Run<'_> {
    /// The diagnosis of a value that differs from the reference's.
    pub(super) fn diagnose_values(
        &self,
        inputs: &[Value],
        found: Value,
        reference: Value,
    ) -> Diagnosis {
        self.diagnose_found(inputs, found, Ok(reference), FindingContext::default())
    }

    /// [`diagnose_values`](Self::diagnose_values) with the circumstances of the finding: seen only in a batch, or
    /// compared with a row. `expected` is the reference's value.
    pub(super) fn diagnose_found(
        &self,
        inputs: &[Value],
        found: Value,
        expected: Result<Value, NoValue>,
        grounds: FindingContext,
    ) -> Diagnosis {
        let def = self.op().def;
        let again = Reference.apply(&def.op, inputs);
        if let Ok(value) = expected
            && again != Ok(value)
        {
            let then = again.map_or_else(|message| message.to_string(), |value| value.to_string());
            let who = Party::Reference;
            return Diagnosis::new(Blame::Reference, Reason::Inconstant { who, then });
        }
        diagnose(&InputEvidence::Values(
            self.value_finding(inputs, found, expected, grounds),
        ))
    }

    /// All findings about a value.
    fn value_finding(
        &self,
        inputs: &[Value],
        found: Value,
        reference: Result<Value, NoValue>,
        grounds: FindingContext,
    ) -> ValueFinding {
        let def = self.op().def;
        let subject = self.obligation.question.subject.clone();
        let interpreter = BodyEvaluator(self.context.catalog())
            .apply(&def.op, inputs)
            .ok();
        let functions = self.functions();
        let others = self.others(inputs);
        let mut evidence = self.evidence_near(&functions, inputs);
        let row = self.row(&def.op, inputs).map(|(index, expected)| InputRow {
            index,
            expected,
            is_claim: grounds.held_to_row,
        });
        let is_named = functions
            .iter()
            .any(|of| of.suspect == Suspect::LowerFunction);
        let named = interpreter.filter(|_| is_named);
        let texts = others.iter();
        let texts = texts.map(|(name, value)| (Suspect::Text(name.clone()), *value));
        let reference_value = reference.as_ref().ok().copied();
        let mut given: Vec<(Suspect, Value)> = texts
            .chain(reference_value.map(|value| (Suspect::Reference, value)))
            .chain(named.map(|value| (Suspect::LowerFunction, value)))
            .collect();
        let origin = origin(def, &subject);
        if origin == Origin::HandWritten {
            given.push((Suspect::Text(text_name(&subject)), found));
        }
        evidence.add(self.values_evidence(&given));
        if let Some(row) = row {
            // The contradiction of the failing input's row was observed on that input.
            let of_row =
                |conflict: &&mut Conflict| conflict.components.contains(&Suspect::Row(row.index));
            let conflicts = evidence.conflicts.iter_mut().filter(of_row);
            conflicts.for_each(|conflict| conflict.on_failing_input = true);
        }
        ValueFinding {
            found,
            reference,
            interpreter,
            row,
            declared: (def.rows.len(), def.laws.len()),
            device_wrong: self.device_wrong(inputs),
            others,
            evidence,
            batch_only: grounds.batch_only,
            exceeded: self.exceeded(inputs),
            tolerance: def.op.tolerance,
            origin,
            subject,
        }
    }

    /// The spec table's value for these operands, with the index of the row.
    pub(super) fn row(&self, op: &OpRef, operands: &[Value]) -> Option<(usize, Value)> {
        let found = self.context.catalog().by_key(op.key)?;
        let mut rows = found.def.rows.iter().enumerate();
        let (place, row) = rows.find(|(_, row)| (row.inputs)() == operands)?;
        Some((place, (row.expected)()))
    }

    /// The stated bound that the op exceeds on this input, if any.
    pub(super) fn exceeded(&self, inputs: &[Value]) -> Option<ExceededBound> {
        let module = self.op().module().as_ref().ok()?;
        bounds::exceeded(module, inputs, self.op().def.op.signature.result)
    }

    /// True if the backend of an alternate computes its own lowering differently from the interpreter on the same text.
    fn device_wrong(&self, inputs: &[Value]) -> bool {
        match &self.obligation.question.subject {
            Implementation::Alternate { backend, .. } => self.runs_wrong(backend, inputs),
            _ => false,
        }
    }

    /// Results of hand-written texts other than the subject, on backends that compute this input correctly.
    fn others(&self, inputs: &[Value]) -> Vec<(String, Value)> {
        let result = self.op().def.op.signature.result;
        let own = text_name(&self.obligation.question.subject);
        let others = self
            .hand_written_texts()
            .into_iter()
            .filter(|(who, _)| *who != own);
        let given = others.filter_map(|(who, other)| {
            if self.runs_wrong(other.backend()?, inputs) {
                return None;
            }
            let words = self.with_subject(other, |run| {
                let loaded = run.subject().ok()?;
                run_one_case(&*loaded, inputs, &[]).ok()
            });
            Some((who, Value::from_words(result, &words?)))
        });
        given.collect()
    }

    /// Results of a broken law on every other implementation, for the same values. `batch_only` is true if it failed in
    /// a batch and not alone.
    pub(super) fn law_finding(
        &self,
        index: usize,
        law: &TypedLaw,
        values: &[Value],
        batch_only: bool,
    ) -> LawFinding {
        let def = self.op().def;
        let subject = self.obligation.question.subject.clone();
        let interpreted = BoundRecorder::new(self.context.catalog());
        let on_interpreter = law.holds_with(values, &interpreted).ok();
        let on_reference = law.holds_with(values, &Reference).unwrap_or(false);
        let (made, _) = calls(law, values, &Reference);
        let plain = Implementation::Reference { op: def.id.into() };
        let named = made.iter().any(|called| {
            let op = self.context.catalog().by_key(called.op.key);
            op.is_some_and(|op| origin(op.def, &plain) == Origin::LowerFunction)
        });
        let functions = self.functions();
        let mut evidence = self.evidence_near(&functions, values);
        evidence.add(self.law_evidence(&functions, index, values, true));
        LawFinding {
            law: law.text.clone(),
            law_index: index,
            negative: law.is_negative(),
            by_rows: self.law_by_rows(index, law, values, true).0,
            on_reference,
            on_interpreter,
            named,
            batch_only,
            call: self.first_call(law, values).map(Box::new),
            evidence,
            others: self.others_on_law(&functions, law, values),
            support: self.vouching(index, law, values),
            declared: (def.rows.len(), def.laws.len() - 1),
            exceeded: interpreted.exceeded(),
            subject,
        }
    }

    /// Results of the law on functions independent of the reference.
    fn others_on_law(
        &self,
        functions: &[Function],
        law: &TypedLaw,
        values: &[Value],
    ) -> Vec<(String, bool)> {
        let apart = functions.iter().filter_map(|function| {
            let name = match &function.suspect {
                Suspect::Text(name) => name.clone(),
                Suspect::LowerFunction => "the function that `lower` names".to_owned(),
                _ => return None,
            };
            let holds = self.on(function, &ops_of(law), |with| law.holds_with(values, with));
            Some((name, holds?.ok()?))
        });
        apart.collect()
    }

    /// Support for a law apart from rows and functions.
    fn vouching(&self, index: usize, law: &TypedLaw, values: &[Value]) -> DeclarationSupport {
        let own = (self.op().def.op.key.id)();
        let (made, _) = calls(law, values, &Reference);
        let mut open: Vec<String> = vec![];
        for called in made.iter().filter(|called| (called.op.key.id)() == own) {
            let line = format!("{} => {}", self.called(called), called.value);
            if self.row(&called.op, &called.operands).is_none() && !open.contains(&line) {
                open.push(line);
            }
        }
        DeclarationSupport {
            covers_calls: self.vouched(index, law, values),
            constrains_op: self.tells(index, values),
            failure_ratio: self.fails_on_edges(law),
            calls: open,
        }
    }

    /// A call in words, such as `add(0x0000_0001, 0x0000_0002)`.
    fn called(&self, called: &CallRecord) -> String {
        let shown: Vec<String> = called.operands.iter().map(Value::to_string).collect();
        let op = self.context.catalog().by_key(called.op.key);
        let name = op.map_or("f", |op| op.def.name);
        format!("{name}({})", shown.join(", "))
    }

    /// The first call in a law for which the subject differs from the reference.
    fn first_call(&self, law: &TypedLaw, values: &[Value]) -> Option<DifferingCall> {
        let made = match &self.obligation.question.subject {
            Implementation::Reference { .. } => return None,
            Implementation::Interpreter { .. } => {
                calls(law, values, &BodyEvaluator(self.context.catalog())).0
            }
            _ => calls(law, values, &self.loaded_for_law(law).ok()?).0,
        };
        made.into_iter().find_map(|called| {
            let reference = Reference.apply(&called.op, &called.operands).ok()?;
            if reference == called.value {
                return None;
            }
            let op = self.context.catalog().by_key(called.op.key)?;
            let text = self.called(&called);
            let values = self.with_op(op, |run| {
                let (operands, expected) = (&called.operands, Ok(reference));
                run.value_finding(operands, called.value, expected, FindingContext::default())
            });
            Some(DifferingCall {
                text,
                reference,
                values,
            })
        })
    }

    /// Runs `ask` for a call of an op that a law names: this op, or another on the same backend.
    fn with_op<R>(&self, op: &Op, ask: impl FnOnce(&Run<'_>) -> R) -> R {
        if op.def.id == self.op().def.id {
            return ask(self);
        }
        let mut obligation = self.obligation.clone();
        let id = || op.def.id.to_owned();
        obligation.op = id();
        obligation.question.subject = match self.obligation.backend() {
            Some(backend) => Implementation::Lowering {
                op: id(),
                backend: backend.to_owned(),
            },
            None => Implementation::Interpreter { op: id() },
        };
        ask(&Run::new(self.context, &obligation))
    }
}

/// Circumstances in which a value was found wrong.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FindingContext {
    /// True if it was seen in a batch and not when the case ran alone.
    pub(super) batch_only: bool,
    /// True if it was compared with a row of the spec table and not with the reference.
    pub(super) held_to_row: bool,
}
