//! Runs a random share of the evidence again and compares.

use super::{context_of, refuted};
use crate::backend::Backend;
use crate::catalog::Catalog;
use crate::certify::certificate::{Certificate, OutcomeName, Part};
use crate::cli::exit::{Failure, Status};
use crate::harness::{self, Context};
use crate::plan::Obligation;
use crate::record::Outcome;
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs each part that is no range of cases with this probability, and of every range this share of
/// its cases, somewhere in it. At least one part is run.
pub(super) fn rerun(
    certificate: &Certificate,
    share: f64,
    seed: Option<u64>,
) -> Result<Status, Failure> {
    let clock = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |t| t.as_nanos() as u64)
    };
    let seed = seed.unwrap_or_else(clock);
    sayln!("running {} % again, --seed {seed:#x}", share * 100.0);
    let here = same_backend(certificate);
    let with_backend = !here.is_empty();
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let context = context_of(certificate, catalog, here)?;
    let obligations = context.plan().obligations().iter();
    let by_id: HashMap<&str, &Obligation> = obligations.map(|o| (o.id.as_str(), o)).collect();
    // A replay needs the values, which are in the author's crate and not in the certificate.
    let possible = |p: &&Part| {
        let ran = matches!(p.outcome, OutcomeName::Passed | OutcomeName::Failed);
        let ran = ran || p.range.is_some();
        ran && (with_backend || !p.on_backend()) && p.part != "regressions"
    };
    let parts: Vec<&Part> = certificate.parts().filter(possible).collect();
    let away = certificate.parts().filter(|p| p.on_backend()).count();
    if !with_backend && away > 0 {
        sayln!(
            "{away} parts of {} are not run again: the backend is not on this machine",
            certificate.evidence.backend.slug
        );
    }
    if parts.is_empty() {
        return Err(Failure::nothing("no part can be run again on this machine"));
    }
    let word = |n: u64| {
        let hash = blake3::hash(&[seed.to_le_bytes(), n.to_le_bytes()].concat());
        u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("32 bytes"))
    };
    let chance = |n: u64| (word(n) >> 11) as f64 / (1u64 << 53) as f64;
    let always = (word(u64::MAX) % parts.len() as u64) as usize;
    let (mut run, mut cases, mut problems) = (0, 0, vec![]);
    for (k, part) in parts.iter().enumerate() {
        let n = 2 * k as u64;
        let obligation = by_id[part.id.as_str()];
        let found = match part.range {
            Some([start, end]) if !refuted(part) => {
                let len = ((end - start) as f64 * share).ceil() as u64;
                let len = len.clamp(1, end - start);
                let at = start + (chance(n) * (end - start - len + 1) as f64) as u64;
                range(&context, obligation, at..at + len)
            }
            _ if k != always && chance(n) >= share => continue,
            _ => whole(&context, obligation, part),
        };
        run += 1;
        match found {
            Ok(n) => cases += n,
            Err(problem) => problems.push(format!("\n  {}: {problem}", part.id)),
        }
    }
    sayln!("{run} of {} parts run again, {cases} cases", parts.len());
    match problems.is_empty() {
        true => Ok(Status::Success),
        false => Err(Failure::refuted(format!(
            "the evidence does not come out again:{}",
            problems.concat()
        ))),
    }
}

fn range(
    context: &Context,
    obligation: &Obligation,
    range: std::ops::Range<u64>,
) -> Result<u64, String> {
    match harness::execute_range(context, obligation, range.clone()) {
        Ok(tally) if tally.failures == 0 => Ok(tally.cases),
        Ok(tally) => Err(format!("{} of the cases {range:?} fail", tally.failures)),
        Err(outcome) => Err(words(&outcome)),
    }
}

fn whole(context: &Context, obligation: &Obligation, part: &Part) -> Result<u64, String> {
    let record = harness::execute(context, obligation);
    let cases = record.cases;
    match (record.outcome, part.outcome) {
        (Outcome::Passed, OutcomeName::Passed) if cases == part.cases => Ok(cases),
        (Outcome::Passed, OutcomeName::Passed) => Err(format!(
            "it ran {cases} cases, the certificate has {}",
            part.cases
        )),
        (Outcome::Failed(failure), OutcomeName::Failed) => {
            let inputs = part.counterexample.as_ref().map(|c| {
                c.inputs
                    .iter()
                    .filter_map(|v| v.value())
                    .collect::<Vec<_>>()
            });
            match inputs.unwrap_or_default() == failure.inputs {
                true => Ok(cases),
                false => Err("it fails with another counterexample".into()),
            }
        }
        (outcome, _) => Err(words(&outcome)),
    }
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed => "it passes now".into(),
        Outcome::Failed(failure) => failure.headline.clone(),
        Outcome::UnsupportedByBackend { hardware } => format!("the backend lacks {hardware}"),
        Outcome::NotRun(why) => format!("{why:?}"),
    }
}

/// The adapter of this machine that the certificate was issued for.
fn same_backend(certificate: &Certificate) -> Vec<&'static dyn Backend> {
    let wanted = &certificate.evidence.backend;
    let all = crate::harness::backends::all().map_or(vec![], |all| all.list);
    let same = |b: &&'static dyn Backend| {
        let id = b.identity();
        (&id.slug, &id.device, &id.driver, &id.kind)
            == (&wanted.slug, &wanted.device, &wanted.driver, &wanted.kind)
    };
    all.into_iter().filter(same).take(1).collect()
}
