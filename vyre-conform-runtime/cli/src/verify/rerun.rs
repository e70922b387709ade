//! Runs a random share of the evidence again and compares.

mod choice;
mod device;
mod kernels;
mod left_out;
mod mutants;

use crate::exit::Failure;
use crate::prover::SolverProver;
use choice::{all_left_out, chance, choose, count, print_left_out, print_undecided, word};
use device::{Device, device};
use kernels::kernels;
use left_out::{leaves_out_by_word, same_left_out};
use mutants::kills;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use vyre_conform_certificate::certificate::{Certificate, OutcomeName, Part, ProofEvidence};
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::{options_of, stand_in};
use vyre_conform_harness::report::pluralize;
use vyre_conform_harness::run::{Task, WorkOutcome, run_task};
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::Outcome;

/// Maximal number of named parts of a kind; the others are counted.
pub(super) const NAMED: usize = 8;

/// Time limit of a law that is proved again.
const PROOF_TIME: Duration = Duration::from_secs(60);

/// Result of a rerun.
#[derive(Debug, Serialize)]
pub(super) struct Rerun {
    /// The requested share of the evidence.
    share: f64,
    /// The seed of the choice, for `--seed`.
    seed: String,
    /// Number of repeated parts.
    run: usize,
    /// Number of parts that this machine can repeat.
    of: usize,
    /// Number of cases that ran.
    cases: u64,
    /// Parts that were left out, with reasons.
    left_out: Vec<LeftOut>,
    /// Irrelevant differences of this machine's device from the certificate's features and limits.
    differences: Vec<String>,
    /// Results that differ.
    pub(super) problems: Vec<String>,
    /// True if a repeated part gave another result.
    #[serde(skip)]
    pub(super) differs: bool,
}

/// Parts that were not repeated, for one reason.
#[derive(Debug, Serialize)]
struct LeftOut {
    reason: &'static str,
    parts: Vec<String>,
}

/// Parameters of a rerun.
pub(super) struct RerunRequest<'a> {
    /// The share of the evidence.
    pub(super) share: f64,
    /// The seed of the choice, from the clock by default.
    pub(super) seed: Option<u64>,
    /// True if a part that cannot be repeated is a problem.
    pub(super) require_all: bool,
    /// Maximal number of named parts per reason for leaving them out.
    pub(super) named: usize,
    /// Prints a line of text.
    pub(super) tell: &'a dyn Fn(&str),
    /// Prints the line of a repeated part, in verbose mode.
    pub(super) tell_all: &'a dyn Fn(&str),
}

/// Repeats each part that is not a range of cases with this probability, and of every range this share of its cases at
/// a random place. At least one part is repeated.
pub(super) fn rerun(
    certificate: &Certificate,
    request: &RerunRequest<'_>,
) -> Result<Rerun, Failure> {
    let (share, tell) = (request.share, request.tell);
    let seed = request.seed.unwrap_or_else(clock);
    tell(&format!(
        "running {} % again, --seed {seed:#x}",
        share * 100.0
    ));
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let Device {
        backend,
        differences,
    } = device(certificate, &catalog)?;
    print_differences(request, &differences);
    let here: Vec<&'static dyn Backend> = backend.into_iter().collect();
    let with_backend = !here.is_empty();
    let prover = SolverProver::with(PROOF_TIME, None).again(certificate);
    let with_solver = prover.solvers.cadical.is_some();
    let context = context_of(certificate, catalog, here, prover)?;
    let (parts, left_out) = choose(certificate, with_backend, with_solver);
    print_left_out(request, &left_out);
    if parts.is_empty() {
        return Err(Failure::nothing("no part can be run again on this machine"));
    }
    let RepeatedParts {
        run,
        cases,
        mut problems,
    } = repeat(request, &context, &parts, seed);
    let judged = kills(&context, certificate, |n| {
        chance(seed, 2 * (parts.len() + n) as u64) < share
    });
    print_undecided(request, &judged.undecided);
    problems.extend(judged.problems);
    if with_backend {
        problems.extend(kernels(&context, certificate));
    }
    tell(&format!(
        "{run} of {} run again, {}",
        count(parts.len()),
        pluralize(cases, "case", "cases")
    ));
    let left_out = all_left_out(left_out, judged.undecided);
    let missing = left_out.iter().map(|of| of.parts.len()).sum();
    let differs = !problems.is_empty();
    problems.extend(conclusion(request, missing, differs));
    Ok(Rerun {
        share,
        seed: format!("{seed:#x}"),
        run,
        of: parts.len(),
        cases,
        left_out,
        differences,
        problems,
        differs,
    })
}

/// Prints the irrelevant differences of the device.
fn print_differences(request: &RerunRequest<'_>, differences: &[String]) {
    if !differences.is_empty() {
        (request.tell)(&format!(
            "the device differs in facts that no part depends on: {}",
            plain(&differences.join(", "))
        ));
    }
}

/// The time in nanoseconds, as a seed.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}

/// Results of repeated parts.
#[derive(Default)]
struct RepeatedParts {
    run: usize,
    cases: u64,
    problems: Vec<String>,
}

/// Repeats the chosen parts and ranges.
fn repeat(
    request: &RerunRequest<'_>,
    context: &Context,
    parts: &[&Part],
    seed: u64,
) -> RepeatedParts {
    let share = request.share;
    let obligations = context.plan().obligations().iter();
    let by_id: HashMap<&str, &Obligation> = obligations.map(|o| (o.id.as_str(), o)).collect();
    let always = (word(seed, u64::MAX) % parts.len() as u64) as usize;
    let mut repeated = RepeatedParts::default();
    for (k, part) in parts.iter().enumerate() {
        let n = 2 * k as u64;
        let obligation = by_id[part.id.as_str()];
        let began = Instant::now();
        let result = match part.range {
            Some([start, end]) if part.outcome != OutcomeName::Failed => {
                // Cases skipped for limits are counted by running all cases.
                let share = if leaves_out_by_word(part) { 1.0 } else { share };
                let len = ((end - start) as f64 * share).ceil() as u64;
                let len = len.clamp(1, end - start);
                let at = start + (chance(seed, n) * (end - start - len + 1) as f64) as u64;
                range(context, obligation, at..at + len, part)
            }
            _ if k != always && chance(seed, n) >= share => continue,
            _ => whole(context, obligation, part),
        };
        repeated.run += 1;
        match result {
            Ok(n) => {
                repeated.cases += n;
                let (id, n) = (plain(&part.id), pluralize(n, "case", "cases"));
                let seconds = began.elapsed().as_secs_f64();
                (request.tell_all)(&format!("  {id}: {n} in {seconds:.3} s"));
            }
            Err(problem) => {
                let problem = format!("{}: {}", plain(&part.id), plain(&problem));
                repeated.problems.push(problem);
            }
        }
    }
    repeated
}

/// Prints the conclusion of a rerun, and returns the problem of parts that this machine cannot repeat.
fn conclusion(request: &RerunRequest<'_>, missing: usize, differs: bool) -> Option<String> {
    if !differs {
        (request.tell)(if request.share >= 1.0 && missing == 0 {
            "every part was run again, and gave the same result"
        } else {
            "what was run again gave the same results"
        });
    }
    (request.require_all && missing > 0).then(|| {
        format!(
            "{} cannot be run again on this machine, and --require-all asks for all",
            pluralize(
                missing as u64,
                "part or kill score",
                "parts and kill scores"
            )
        )
    })
}

/// Repeats some cases of a part. Cases skipped here must be skipped there for the same reason.
fn range(
    context: &Context,
    obligation: &Obligation,
    range: std::ops::Range<u64>,
    part: &Part,
) -> Result<u64, String> {
    let task = Task {
        obligation,
        range: Some(range.clone()),
    };
    match run_task(context, &task) {
        WorkOutcome::Range(Ok(tally)) if tally.failures == 0 => {
            let is_whole = part.range == Some([range.start, range.end]);
            same_left_out(part, &tally, is_whole)?;
            Ok(tally.cases)
        }
        WorkOutcome::Range(Ok(tally)) => {
            Err(format!("{} of the cases {range:?} fail", tally.failures))
        }
        WorkOutcome::Range(Err(outcome)) => Err(words(&outcome)),
        WorkOutcome::Whole(record) => Err(words(&record.outcome)),
    }
}

fn whole(context: &Context, obligation: &Obligation, part: &Part) -> Result<u64, String> {
    let range = None;
    let WorkOutcome::Whole(record) = run_task(context, &Task { obligation, range }) else {
        unreachable!("it was met as a whole");
    };
    if let Outcome::UnsupportedByBackend { hardware } = &record.outcome {
        return lacking(part, hardware);
    }
    let cases = record.cases;
    if let (Some(found), Some(expected)) = (&record.proof, &part.proof) {
        same_proof(&ProofEvidence::of(found), expected)?;
    }
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
            if inputs.unwrap_or_default() == failure.case.inputs {
                Ok(cases)
            } else {
                Err("it fails with another counterexample".into())
            }
        }
        (Outcome::NotRun(why), OutcomeName::Failed)
            if part.reason.as_ref() == Some(&why.to_string()) =>
        {
            Ok(0)
        }
        (outcome, _) => Err(words(&outcome)),
    }
}

/// Checks that the same method decided a law from the same formula. The proof may differ between versions of the
/// solver.
fn same_proof(found: &ProofEvidence, expected: &ProofEvidence) -> Result<(), String> {
    if (&found.theorem, &found.components) != (&expected.theorem, &expected.components) {
        return Err("another theorem carries the law, or it rests on others".into());
    }
    match (found.engine == expected.engine, found.cnf == expected.cnf) {
        (true, true) => Ok(()),
        (false, _) => Err(format!(
            "`{}` proves it, but the certificate states `{}`",
            found.engine.name(),
            expected.engine.name()
        )),
        (true, false) => Err("the formula of the law differs".into()),
    }
}

/// Checks the outcome of a part for which this machine's backend lacks something.
fn lacking(part: &Part, hardware: &str) -> Result<u64, String> {
    if part.outcome == OutcomeName::Unsupported && part.reason.as_deref() == Some(hardware) {
        Ok(0)
    } else {
        Err(format!("the backend lacks {hardware}"))
    }
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed => "it passes now".into(),
        Outcome::Failed(failure) => failure.headline.clone(),
        Outcome::UnsupportedByBackend { hardware } => format!("the backend lacks {hardware}"),
        Outcome::NotRun(reason) => reason.to_string(),
    }
}

/// A context with the plan of the certificate. `here` are backends of this machine; without one, a stand-in has the
/// certificate's identity and cannot run anything.
fn context_of(
    certificate: &Certificate,
    catalog: Catalog,
    here: Vec<&'static dyn Backend>,
    prover: SolverProver,
) -> Result<Context, Failure> {
    let evidence = &certificate.evidence;
    let plan = options_of(evidence, &catalog).map_err(Failure::refuted)?;
    let settings = Settings {
        plan,
        // The parts record what was replayed; the values are in the author's crate.
        saved: Some(BTreeMap::new()),
        prover: Some(Arc::new(prover)),
        ..Settings::default()
    };
    let backends = if here.is_empty() {
        let issued: &'static dyn Backend = Box::leak(stand_in(evidence).map_err(Failure::refuted)?);
        vec![issued]
    } else {
        here
    };
    let nowhere = std::path::Path::new("");
    Ok(Context::new(catalog, settings, backends, None, nowhere)?.without_saving())
}
