//! What every other implementation says about a failing input: the grounds of a verdict.

use super::Run;
use super::bounds::{self, Noting};
use super::evaluators::Interpreted;
use super::inputs::Spread;
use crate::compare::{Blame, Exceeded, LawFinding, TRANSLATED_BODY, Testimony, Verdict, judge};
use crate::generate::{self, Source};
use crate::plan::Implementation;
use crate::registry::Lowering;
use crate::strategy::{Evaluate, Reference, RowFailure, TypedLaw};
use crate::value::Value;

/// Edge cases on which the reference's other laws are tried for a verdict.
const EDGES_FOR_VERDICT: u64 = 20_000;

impl Run<'_> {
    /// The verdict on differing values.
    pub(super) fn judge_values(&self, inputs: &[Value], found: Value, reference: Value) -> Verdict {
        let again = Reference.apply(&self.op.def.op, inputs);
        if again != Ok(reference) {
            let again = again.map_or_else(|said| said, |value| value.to_string());
            let because = vec![format!(
                "asked again, the CPU reference gives {again}: it has no one answer for this input"
            )];
            return Verdict {
                blame: Blame::Reference,
                because,
            };
        }
        let rows = self.op.def.rows.iter();
        let row = rows
            .filter(|r| (r.inputs)() == inputs)
            .map(|r| (r.expected)())
            .next();
        let interpreter = Interpreted(self.context.catalog())
            .apply(&self.op.def.op, inputs)
            .ok();
        self.of_named_function(judge(&Testimony::Values {
            subject: self.obligation.question.subject.clone(),
            found,
            reference,
            interpreter,
            row,
            laws_broken: self.laws_broken(None),
            exceeded: self.exceeded(inputs),
            tolerance: self.op.def.op.tolerance,
        }))
    }

    /// A verdict on a translation, said of what was translated: the body, or the function that `lower` names, which
    /// its author wrote by hand.
    pub(super) fn of_named_function(&self, mut verdict: Verdict) -> Verdict {
        if let (Blame::Translation, Lowering::Function(_)) = (verdict.blame, self.op.def.lowering) {
            verdict.blame = Blame::NamedFunction;
            for reason in &mut verdict.because {
                *reason = reason.replace(
                    TRANSLATED_BODY,
                    "the interpreter on the function that `lower` names",
                );
            }
        }
        verdict
    }

    /// Whether the function that `lower` names contradicts a row, on the interpreter.
    pub(super) fn named_function_differs(&self, row: &RowFailure) -> bool {
        let op = &self.op.def.op;
        let found = || Interpreted(self.context.catalog()).apply(op, &row.inputs);
        let agrees = |found: Value| {
            let due = &row.expected;
            op.tolerance.accepts(due.ty(), due.words(), found.words())
        };
        matches!(self.op.def.lowering, Lowering::Function(_)) && !found().is_ok_and(agrees)
    }

    /// The stated bound that the op exceeds on this input, if it does.
    pub(super) fn exceeded(&self, inputs: &[Value]) -> Option<Exceeded> {
        let module = self.op.module().as_ref().ok()?;
        bounds::exceeded(module, inputs, self.op.def.op.signature.result)
    }

    /// Declared laws, but for one, that the reference breaks in the edge set.
    fn laws_broken(&self, but: Option<usize>) -> Vec<String> {
        let laws = (0..self.op.def.laws.len()).filter(|k| Some(*k) != but);
        let typed = laws.filter_map(|k| self.typed_law(k).ok());
        typed
            .filter(|law| match &law.witness {
                Some(witness) => law.holds(witness),
                None => {
                    let source = generate::edges(&law.variables);
                    let some = Spread::new(&*source, EDGES_FOR_VERDICT);
                    (0..some.len()).any(|k| !law.holds(&generate::case(&some, k)))
                }
            })
            .map(|law| law.text)
            .collect()
    }

    /// How a broken law does on every other implementation, on the same values.
    pub(super) fn law_finding(&self, index: usize, law: &TypedLaw, values: &[Value]) -> LawFinding {
        let def = self.op.def;
        let rows = def.rows.iter();
        let interpreted = Noting::new(self.context.catalog());
        let mut on_alternates = vec![];
        let mut on_lowerings = vec![];
        for slug in self.context.slugs() {
            for name in std::iter::once("").chain(def.alternates.iter().map(|a| a.name)) {
                let Some(holds) = self.holds_on(&slug, name, law, values) else {
                    continue;
                };
                if name.is_empty() {
                    on_lowerings.push((slug.clone(), holds));
                } else {
                    on_alternates.push((name.to_owned(), holds));
                }
            }
        }
        LawFinding {
            on_reference: law.holds_with(values, &Reference).unwrap_or(false),
            on_interpreter: law.holds_with(values, &interpreted).ok(),
            exceeded: interpreted.exceeded(),
            on_lowerings,
            on_alternates,
            other_laws_broken: self.laws_broken(Some(index)),
            other_laws: def.laws.len() - 1,
            rows_broken: rows
                .filter(|r| Reference.apply(&def.op, &(r.inputs)()) != Ok((r.expected)()))
                .count(),
        }
    }

    /// Whether the law holds on the lowering (`name` empty) or an alternate on a backend, if that
    /// can be run at all.
    fn holds_on(&self, slug: &str, name: &str, law: &TypedLaw, values: &[Value]) -> Option<bool> {
        let (op, backend) = (self.op.def.id.into(), slug.to_owned());
        let subject = match name {
            "" => Implementation::Lowering { op, backend },
            name => Implementation::Alternate {
                op,
                name: name.into(),
                backend,
            },
        };
        let mut obligation = self.obligation.clone();
        obligation.question.subject = subject;
        let run = Run {
            context: self.context,
            obligation: &obligation,
            op: self.op,
        };
        let loaded = run.loaded_for_law(law).ok()?;
        law.holds_with(values, &loaded).ok()
    }
}
