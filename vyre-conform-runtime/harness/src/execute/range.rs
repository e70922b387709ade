//! Obligations that are a range of numbered cases: parity sets and the domains of laws.
//!
//! The cases of such an obligation are those of its sources, one source after the other, numbered from
//! 0. Any part of the range can run by itself, anywhere and in any order: what the parts found adds up
//! to what the whole finds.

use super::laws::Broken;
use super::{Run, Stop};
use crate::regressions::{Case, Claim, StoreError};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Set, Source};
use vyre_conform_suite::backend::{
    self, BackendError, LoadedOp, Mismatch, Parity, ParityError, digest,
};
use vyre_conform_suite::invariants::Violation;
use vyre_conform_suite::plan::{Domain, Part};
use vyre_conform_suite::record::FailingProgram;

/// A parity check of so many witnesses compares them by digests, where a backend makes them itself: to send
/// their results and compare word by word costs more than to make them. Fewer are compared word by word.
pub const DIGESTED_WITNESSES: u64 = 1_000_000_000;

/// What the cases of a range showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases run.
    pub cases: u64,
    /// Cases that fail.
    pub failures: u64,
    /// The one with the lowest number.
    pub first: Option<FirstFailure>,
    /// Cases among those run whose results were compared by the digests of their blocks.
    pub by_digest: u64,
    /// Cases of an engine at workgroup sizes that its runner cannot take, by the reason.
    pub skipped: BTreeMap<String, u64>,
}

/// The first failing case of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstFailure {
    /// Its number in the obligation.
    pub case: u64,
    /// The operands, or the values of the law's variables.
    pub inputs: Vec<Value>,
    /// For parity the reference's value and the words that were found instead.
    pub values: Option<(Value, Vec<u32>)>,
    /// Of an engine everything, where the case has just been run.
    pub violation: Option<Box<Violation>>,
    /// Of random programs what was found, where the case has just been run.
    pub program: Option<Box<FailingProgram>>,
}

impl Tally {
    /// Takes in what another range of the same obligation showed. Order does not matter.
    pub fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.failures += other.failures;
        self.by_digest += other.by_digest;
        for (why, cases) in other.skipped {
            *self.skipped.entry(why).or_default() += cases;
        }
        let lower = match (&self.first, &other.first) {
            (Some(mine), Some(theirs)) => theirs.case < mine.case,
            (mine, _) => mine.is_none(),
        };
        if lower {
            self.first = other.first;
        }
    }
}

impl Run<'_> {
    /// The sources of the cases, in order; `None` for an obligation that is met as a whole.
    fn sources(&self) -> Result<Option<Vec<Box<dyn Source>>>, Stop> {
        Ok(match &self.obligation.part {
            Part::Parity(set) => Some(vec![self.inputs(*set)?]),
            Part::Law {
                domain: Domain::Witness,
                ..
            } => None,
            Part::Law { law, domain } => {
                let law = self.typed_law(*law)?;
                Some(self.domain(&law, *domain)?)
            }
            _ => None,
        })
    }

    /// Runs the cases of the range, as far as there are such.
    pub(super) fn tally(&self, range: Range<u64>) -> Result<Tally, Stop> {
        let mut tally = Tally::default();
        let mut first = 0u64;
        for source in self.sources()?.unwrap_or_default() {
            let end = first.saturating_add(source.len());
            let part = range.start.max(first)..range.end.min(end);
            if part.start < part.end {
                let mut found = self.tally_of(&*source, part.start - first..part.end - first)?;
                if let Some(failure) = &mut found.first {
                    failure.case += first;
                }
                tally.add(found);
            }
            first = end;
        }
        Ok(tally)
    }

    fn tally_of(&self, source: &dyn Source, range: Range<u64>) -> Result<Tally, Stop> {
        if let Part::Law { law: index, .. } = &self.obligation.part {
            let law = self.typed_law(*index)?;
            return match self.obligation.backend() {
                None => self.law_on_reference(*index, &law, source, range),
                Some(_) => self.law_on_backend(&law, source, range),
            };
        }
        let loaded = self.subject()?;
        let op = &self.op.def.op;
        let digested = self.digested(source);
        let digested = digested.filter(|_| loaded.generates(source) && loaded.digests_of(source));
        let found = match digested {
            Some(set) => self.parity_by_digest(&*loaded, set, source, range)?,
            None => backend::parity(&*loaded, op, source, range)?,
        };
        Ok(Tally {
            by_digest: if digested.is_some() { found.cases } else { 0 },
            cases: found.cases,
            failures: found.failures,
            first: found.first.map(|m| FirstFailure {
                case: m.case,
                inputs: m.inputs,
                values: Some((m.expected, m.found)),
                violation: None,
                program: None,
            }),
            skipped: BTreeMap::new(),
        })
    }

    /// The input set, if its cases are compared by digests: every input, or very many witnesses. It depends on
    /// the whole set and not on the range of it that runs, because the certificate says which cases were. A
    /// digest tells whether words are the same, not how far apart: an op with a tolerance sends every
    /// result back.
    fn digested(&self, source: &dyn Source) -> Option<Set> {
        let Part::Parity(set) = self.obligation.part else {
            return None;
        };
        let many = match set {
            Set::ExhaustiveFull => true,
            Set::Witnessed => source.len() >= DIGESTED_WITNESSES,
            _ => false,
        };
        (many && self.op.def.op.tolerance.is_exact()).then_some(set)
    }

    /// Parity of a backend that makes the cases faster than they can be sent: it digests its results, so that
    /// they need not be sent back either.
    fn parity_by_digest(
        &self,
        loaded: &dyn LoadedOp,
        set: Set,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<Parity, ParityError> {
        let op = digest::Reference::of(self.op.def)?;
        let expected = self.context.digests(self.op, set);
        let key = expected.key();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let by_digest =
            digest::parity_by_digest(loaded, op, source, range, key, &*expected, threads);
        expected.save();
        by_digest.unwrap_or_else(|| {
            Err(BackendError::Validation(
                "the backend said that it digests these results, and does not".to_owned(),
            )
            .into())
        })
    }

    /// What the whole range showed; where a case fails, in the words of a refutation.
    pub(super) fn conclude(&self, tally: &Tally) -> Result<u64, Stop> {
        let Some(first) = &tally.first else {
            return match tally.cases {
                0 => Err(Stop::Impossible(format!(
                    "{} ran no case: its input set is empty",
                    self.obligation.id
                ))),
                cases => Ok(cases),
            };
        };
        if let Part::Law { law: index, .. } = &self.obligation.part {
            let law = self.typed_law(*index)?;
            let broken = Broken {
                inputs: first.inputs.clone(),
                case: first.case,
                failing: tally.failures,
                cases: tally.cases,
            };
            return Err(self.law_refuted(*index, &law, broken));
        }
        let (expected, found) = match &first.values {
            Some(values) => values.clone(),
            None => return Err(Stop::Impossible("a mismatch without its values".to_owned())),
        };
        let mismatch = Mismatch {
            case: first.case,
            inputs: first.inputs.clone(),
            passed: vec![],
            expected,
            found,
        };
        let parity = Parity {
            cases: tally.cases,
            failures: tally.failures,
            first: Some(mismatch.clone()),
        };
        Err(self.parity_refuted(&parity, &mismatch))
    }

    /// Saves a failing case as it was found.
    pub(super) fn save(&self, first: &FirstFailure) -> Result<PathBuf, StoreError> {
        let claim = match self.obligation.part {
            Part::Law { law, .. } => Claim::Law(self.op.def.laws[law].text.into()),
            _ => Claim::Parity,
        };
        let case = Case::new(claim, &first.inputs, &self.obligation.id);
        let due = first.values.as_ref().map(|(due, _)| due);
        let case = case.due(due, self.obligation.oracle.name());
        self.context.save(self.op.def.id, case)
    }

    /// Every case.
    pub(super) fn every_case(&self) -> Result<u64, Stop> {
        let tally = self.tally(0..u64::MAX)?;
        self.note(tally.cases);
        self.conclude(&tally)
    }
}
