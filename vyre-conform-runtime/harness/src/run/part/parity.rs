//! The subject compared with the reference over one input set.

use super::{Interruption, PartOutcome, RangedPart, Run};
use crate::regressions::{SavedCase, SavedClaim, StoreError};
use std::ops::Range;
use std::path::PathBuf;
use vyre_conform_runtime::generate::{Set, Source};
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::{self, BackendError, LoadedOp, ParityError, digest};
use vyre_conform_suite::failing::{FailingCase, Tally};
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::plan::cases::DIGESTED_WITNESSES;

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: Some(|run, first| run.save(SavedClaim::Parity, first)),
};

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    CASES.every_case(run)
}

fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let Part::Parity(set) = run.obligation.part else {
        return Ok(Tally::default());
    };
    run.tally_range(&[run.inputs(set)?], &range, |source, range| {
        run_range(run, set, source, range)
    })
}

fn run_range(
    run: &Run<'_>,
    set: Set,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<Tally, Interruption> {
    let loaded = run.subject()?;
    let by_digest =
        digested(run, set, source) && loaded.generates(source) && loaded.digests_of(source);
    let tally = if by_digest {
        parity_by_digest(run, &*loaded, set, source, range)?
    } else {
        backend::parity(&*loaded, &run.op().def.op, source, range)?
    };
    Ok(Tally {
        by_digest: if by_digest { tally.cases } else { 0 },
        ..tally
    })
}

/// True if an input set is compared by digests: every input, or very many witnesses. This depends on the whole set and
/// not on the range that runs, because certificates state the number. Digests detect inequality, not distance, so an op
/// with a tolerance returns every result.
fn digested(run: &Run<'_>, set: Set, source: &dyn Source) -> bool {
    let many = match set {
        Set::ExhaustiveFull => true,
        Set::Witnessed => source.len() >= DIGESTED_WITNESSES,
        _ => false,
    };
    many && run.op().def.op.tolerance.is_exact()
}

/// Parity on a backend that generates cases faster than they can be sent. It digests its results, so that they need not
/// be returned either.
fn parity_by_digest(
    run: &Run<'_>,
    loaded: &dyn LoadedOp,
    set: Set,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<Tally, ParityError> {
    let op = digest::DigestReference::of(run.op().def)?;
    let digests = run.context.digests(run.op(), set);
    let key = digests.key();
    let threads = cores();
    let by_digest = digest::parity_by_digest(loaded, op, source, range, key, &*digests, threads);
    digests.save();
    by_digest.unwrap_or_else(|| {
        Err(BackendError::Validation(
            "the backend announced a digest of these results and returned none".to_owned(),
        )
        .into())
    })
}

/// The outcome of the whole range; for a failing case, a report.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    let Some(first) = &tally.first else {
        return run.none_failed(tally);
    };
    Err(run.parity_refuted(first, tally.into()))
}

impl Run<'_> {
    /// Saves a failing case unreduced.
    pub(super) fn save(
        &self,
        claim: SavedClaim,
        first: &FailingCase,
    ) -> Result<PathBuf, StoreError> {
        let case = SavedCase::new(claim, &first.inputs, &self.obligation.id);
        let due = first.expected();
        let case = case.with_expected(due.as_ref(), self.obligation.oracle.name());
        self.context.save(self.op().def.id, case)
    }
}
