//! Laws: the terms are computed on the device, each application by a run of its own, and the claim is evaluated here.

use super::expected::{columns, filled, in_parallel, reference, results};
use super::replay::Replay;
use super::settle::Question;
use super::{KitBackend, chunks};
use crate::draft::{Cases, Draft, StepDraft};
use crate::source::SourceSpec;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::law::plan::{LawPlan, LawStep};
use vyre_conform_suite::backend::law::term_by_term_in;
use vyre_conform_suite::backend::{BackendError, BackendLaw, LawCheck, layout};
use vyre_conform_suite::failing::Tally;

/// Most cases of a law that is evaluated while a kit is planned: such as the witness that breaks one.
const FEW: u64 = 1024;

/// Cases in a part of the evaluation.
const PART: usize = 1 << 16;

impl KitBackend {
    /// Checks a law on cases of a source.
    pub(super) fn law_on(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        let plan = LawPlan::of(law)?;
        plan.check_source(law, source)?;
        let of_law = OfLaw::new(self, law, &plan)?;
        let spec = SourceSpec::of(source);
        let spec = Arc::new(
            spec.ok_or_else(|| BackendError::Validation("the cases do not travel".to_owned()))?,
        );
        let mut all = LawCheck::default();
        for chunk in chunks(&range, source.len()) {
            let part = chunk.start.max(range.start)..chunk.end.min(range.end);
            let draft = of_law.draft(&spec, &chunk);
            let found = of_law.check(&draft, source, (&chunk, &part))?;
            all.tally.add(found.tally);
        }
        all.bytes = all.tally.cases * plan.bytes_per_case();
        Ok(all)
    }
}

/// A law with its plan.
struct OfLaw<'l> {
    backend: &'l KitBackend,
    law: &'l BackendLaw<'l>,
    plan: &'l LawPlan<'l>,
    references: Vec<&'static OpRef>,
    steps: Arc<Vec<(StepDraft, &'static str)>>,
    /// The applications whose results the claim compares, or reads through a sum.
    compared: Vec<usize>,
}

impl<'l> OfLaw<'l> {
    fn new(
        backend: &'l KitBackend,
        law: &'l BackendLaw<'l>,
        plan: &'l LawPlan<'l>,
    ) -> Result<Self, BackendError> {
        let shaders = plan.ops.iter().map(|op| backend.shader_of(op));
        let shaders = shaders.collect::<Result<Vec<_>, _>>()?;
        let references = plan.ops.iter().map(|op| reference(op.id));
        let references = references.collect::<Result<Vec<_>, _>>()?;
        let steps = plan.steps.iter().map(|(step, ty)| {
            let step = match step {
                LawStep::Variable(k) => StepDraft::Variable(*k),
                LawStep::Constant(value) => StepDraft::Constant(value.words().to_vec()),
                LawStep::Apply(op, operands) => {
                    StepDraft::Apply(shaders[*op].clone(), operands.clone())
                }
                LawStep::Sum(left, right) => StepDraft::Sum(*left, *right),
            };
            (step, ty.family())
        });
        Ok(Self {
            backend,
            law,
            plan,
            references,
            steps: Arc::new(steps.collect()),
            compared: compared(plan),
        })
    }

    fn draft(&self, spec: &Arc<SourceSpec>, chunk: &Range<u64>) -> Draft {
        Draft::Law {
            cases: Cases {
                source: spec.clone(),
                start: chunk.start,
                cases: chunk.end - chunk.start,
            },
            steps: self.steps.clone(),
            compared: self.compared.clone(),
        }
    }

    /// Checks the cases `part` of a chunk.
    fn check(
        &self,
        draft: &Draft,
        source: &dyn Source,
        (chunk, part): (&Range<u64>, &Range<u64>),
    ) -> Result<LawCheck, BackendError> {
        let outputs: Vec<usize> = self
            .compared
            .iter()
            .map(|k| self.plan.steps[*k].1.words())
            .collect();
        let question = Question {
            family: self.law.subject.id,
            draft,
            outputs: &outputs,
            first: chunk.start,
            repeated: false,
            inputs: &|range| {
                let block = filled(source, &range);
                layout::canonical(source.types(), &block.columns)
            },
        };
        if self.backend.is_planning() {
            self.backend.plan(&question);
            if part.end - part.start > FEW {
                return Ok(LawCheck {
                    tally: Tally {
                        cases: part.end - part.start,
                        ..Tally::default()
                    },
                    ..LawCheck::default()
                });
            }
        }
        if self.backend.is_right(draft) {
            let steps = self.expected(source, part)?;
            return self.replayed(steps, source, (part, part));
        }
        let mut steps = self.expected(source, chunk)?;
        let expected = self
            .compared
            .iter()
            .map(|k| std::mem::take(&mut steps[*k]))
            .collect();
        let found = self.backend.resolve(&question, expected)?;
        for (k, words) in self.compared.iter().zip(found) {
            steps[*k] = words;
        }
        self.replayed(steps, source, (chunk, part))
    }

    /// The claim, evaluated by the suite on the device's results.
    fn replayed(
        &self,
        mut steps: Vec<Vec<u32>>,
        source: &dyn Source,
        (chunk, part): (&Range<u64>, &Range<u64>),
    ) -> Result<LawCheck, BackendError> {
        let applications = self.plan.steps.iter().enumerate();
        let applications = applications.filter(|(_, (step, _))| matches!(step, LawStep::Apply(..)));
        let results = applications.map(|(k, (_, ty))| (std::mem::take(&mut steps[k]), ty.words()));
        let replay = Replay {
            identity: self.backend.identity.clone(),
            results: results.collect(),
            place: Mutex::new((0, (part.start - chunk.start) as usize)),
        };
        term_by_term_in(&replay, self.law, source, part.clone(), PART)
    }

    /// The words of every step by the references.
    fn expected(
        &self,
        source: &dyn Source,
        cases: &Range<u64>,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        in_parallel(cases.clone(), |cases| {
            let block = filled(source, &cases);
            let variables = layout::canonical(source.types(), &block.columns);
            let mut steps: Vec<Vec<u32>> = vec![];
            for (step, ty) in &self.plan.steps {
                let words = match step {
                    LawStep::Variable(k) => variables[*k].clone(),
                    LawStep::Constant(value) => value.words().repeat(block.len()),
                    LawStep::Sum(left, right) => sum(*ty, &steps[*left], &steps[*right]),
                    LawStep::Apply(op, operands) => {
                        let types = self.references[*op].signature.operands.iter();
                        let all = operands.iter().zip(types);
                        let all = all.flat_map(|(k, ty)| columns(&steps[*k], ty.words()));
                        let all: Vec<Vec<u32>> = all.collect();
                        let all: Vec<&[u32]> = all.iter().map(Vec::as_slice).collect();
                        results(self.references[*op], &all, block.len())?
                    }
                };
                steps.push(words);
            }
            Ok(steps)
        })
    }
}

/// The applications that the claim compares, or adds up to what it compares.
fn compared(plan: &LawPlan<'_>) -> Vec<usize> {
    let mut found = vec![];
    let mut next = plan.compared();
    while let Some(step) = next.pop() {
        match &plan.steps[step].0 {
            LawStep::Apply(..) => found.push(step),
            LawStep::Sum(left, right) => next.extend([left, right]),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Wrapping sums by type.
fn sum(ty: ValueType, left: &[u32], right: &[u32]) -> Vec<u32> {
    let pairs = || left.iter().zip(right);
    match ty {
        ValueType::U64 => {
            let each = left.as_chunks::<2>().0.iter().zip(right.as_chunks::<2>().0);
            let wide = |[low, high]: [u32; 2]| u64::from(low) | u64::from(high) << 32;
            let sums = each.map(|(l, r)| wide(*l).wrapping_add(wide(*r)));
            sums.flat_map(|sum| [sum as u32, (sum >> 32) as u32])
                .collect()
        }
        ValueType::Bool => pairs().map(|(l, r)| l ^ r).collect(),
        _ => pairs().map(|(l, r)| l.wrapping_add(*r)).collect(),
    }
}
