//! A declared law over a domain, on the reference, a lowering or an alternate.

use super::{Interruption, PartOutcome, PartResult, RangedPart, Run};
use crate::regressions::SavedClaim;
use std::ops::Range;
use vyre_conform_runtime::generate::{self, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::backend::BackendLaw;
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::plan::{Domain, Part};
use vyre_conform_suite::strategy::{self, CheckError, CheckOptions, TypedLaw};

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: Some(|run, first| {
        let (law, _) = law_and_domain(run);
        run.save(SavedClaim::Law(run.op().def.laws[law].text.into()), first)
    }),
};

/// The law and the domain of the obligation.
fn law_and_domain(run: &Run<'_>) -> (usize, Domain) {
    match run.obligation.part {
        Part::Law { law, domain } => (law, domain),
        _ => unreachable!("the table has this part only for laws"),
    }
}

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let (index, domain) = law_and_domain(run);
    let law = run.typed_law(index)?;
    let Some(witness) = &law.witness else {
        debug_assert!(
            domain != Domain::Witness,
            "a law with a witness is negative"
        );
        return CASES.every_case(run);
    };
    // For a law declared not to hold, the witness must break it on the subject.
    let holds = run.holds_on_subject(&law, witness)?;
    run.note(1);
    if holds {
        Err(run.witness_refuted(index, &law, witness))
    } else {
        PartResult::cases(1)
    }
}

fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let (index, domain) = law_and_domain(run);
    let law = run.typed_law(index)?;
    let sources = run.domain(&law, domain)?;
    run.tally_range(&sources, &range, |source, range| {
        match run.obligation.backend() {
            None => run.law_on_reference(index, &law, source, range),
            Some(_) => run.law_on_backend(&law, source, range),
        }
    })
}

/// The outcome of the whole domain; for a failing case, a report.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    let Some(first) = &tally.first else {
        return run.none_failed(tally);
    };
    let (index, _) = law_and_domain(run);
    let law = run.typed_law(index)?;
    Err(run.law_refuted(index, &law, first, tally.into()))
}

impl Run<'_> {
    /// Checks the law on cases of a source, on the reference.
    fn law_on_reference(
        &self,
        index: usize,
        law: &TypedLaw,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<Tally, Interruption> {
        // Trials already run in parallel, one per core.
        let options = CheckOptions {
            threads: 1,
            ..CheckOptions::default()
        };
        // A range does not know which of its cases mirror others within it, so the whole source runs without mirroring.
        let whole = range == (0..source.len());
        let part = generate::SequencePart::new(source, range.clone());
        let source = if whole { source } else { &part };
        let outcomes = strategy::check(&[law], source, options).map_err(|e| match e {
            CheckError::Panicked { values, .. } if !values.is_empty() => {
                self.law_panicked(index, law, &values)
            }
            e => Interruption::Impossible(e.to_string()),
        })?;
        let outcome = outcomes.into_iter().next().expect("one outcome a law");
        if let Some(case) = outcome.unconfirmed {
            return Err(Interruption::Impossible(format!(
                "the reference is not deterministic: case {} ({:?}) broke {} in a block and not alone",
                case.case + range.start,
                case.inputs,
                law.text
            )));
        }
        let mut tally = outcome.tally;
        if let Some(first) = &mut tally.first {
            first.case += range.start;
        }
        Ok(tally)
    }

    /// Checks the law on the subject's backend.
    pub(in crate::run) fn law_on_backend(
        &self,
        law: &TypedLaw,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<Tally, Interruption> {
        let backend = self.backend()?;
        let codes = self.runnables(law, backend)?;
        let code = |op: &OpRef| {
            let same = codes.iter().find(|(key, _)| *key == (op.key.id)());
            same.map(|(_, runnable)| runnable.code().clone())
        };
        let on_device = BackendLaw::of(law, &code)?;
        Ok(backend.law(&on_device, source, range)?.tally)
    }
}
