//! `laws`: undeclared laws that hold (`docs/book/proofs.md`).

mod report;

use super::background::run_until;
use super::counting::Counting;
use super::exit::{Failure, Status};
use super::interrupt::{interrupted, listen_saying};
use super::loudness::Verbosity;
use super::names;
use super::stdout;
use clap::Args;
use rayon::prelude::*;
use report::{Grade, LawFindings, Row};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_prove::claim::{DeclaredLaw, LawArgument};
use vyre_conform_prove::method::{LawOutcome, ProverSettings, decide};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::discover::{
    DeclaredLaws, DiscoveredLaw, Effort, LawTrial, discover, has_floats,
};
use vyre_conform_suite::strategy::{self, TypedLaw, implied};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops, such as `u32::popcount`, by names as in `check`; every op without floats by default.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Time of the prover for each law; 0s turns the prover off.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Time for all ops together, such as `5m`. Unfinished ops are listed.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Witnesses for each law, after the edge set.
    #[arg(long, value_name = "N", default_value_t = 1 << 16)]
    witnesses: u64,
    /// Print one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `laws`. It ends within a second of its budget, or of the first Ctrl-C, with the finished ops; running work is
/// abandoned.
pub(super) fn laws(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    if arguments.budget.is_some_and(|budget| budget.is_zero()) {
        return Err(Failure::usage(
            "--budget 0s: laws need some time, such as 5m",
        ));
    }
    let ids: Vec<&'static str> = ops(catalog, &arguments.names)?
        .iter()
        .map(|op| op.def.id)
        .collect();
    listen_saying("interrupted: the results so far follow");
    let begin = Instant::now();
    if !loudness.is_quiet() {
        let ops = pluralize(ids.len() as u64, "op", "ops");
        warn(format_args!("{ops}: bytes, witnesses, and the prover last"));
    }
    let search = LawSearch {
        ids: ids.clone(),
        time: arguments.time,
        effort: Effort::new(true, arguments.witnesses),
        begin,
        loudness,
    };
    let is_spent = || {
        arguments
            .budget
            .is_some_and(|budget| begin.elapsed() >= budget)
    };
    let is_over = || interrupted() || is_spent();
    let mut found: Vec<Option<Result<LawFindings, Failure>>> = ids.iter().map(|_| None).collect();
    let work = move |done: Sender<OpResult>| search.each(&done);
    let ended = run_until(work, &is_over, |done| found[done.place] = Some(done.found));
    let left: Vec<&str> = ids
        .iter()
        .zip(&found)
        .filter(|(_, found)| found.is_none())
        .map(|(id, _)| *id)
        .collect();
    let done: Result<Vec<LawFindings>, Failure> = found.into_iter().flatten().collect();
    let done = done?;
    if arguments.json {
        stdout::json(&done);
    } else {
        say!("{}", report::text(&done, begin.elapsed(), loudness));
    }
    if !left.is_empty() {
        warn(report::left(&left, arguments.budget, loudness));
    }
    Ok(match ended && left.is_empty() {
        false if interrupted() => Status::Interrupted,
        true if done.iter().all(LawFindings::is_complete) => Status::Success,
        _ => Status::Refuted,
    })
}

/// Result of an op.
struct OpResult {
    /// Its index among the requested ops.
    place: usize,
    found: Result<LawFindings, Failure>,
}

/// A search for laws on a thread of its own.
struct LawSearch {
    ids: Vec<&'static str>,
    time: Duration,
    effort: Effort,
    begin: Instant,
    loudness: Verbosity,
}

impl LawSearch {
    fn each(&self, done: &Sender<OpResult>) {
        // A second instance of the catalog, for this thread.
        let Ok(catalog) = Catalog::linked() else {
            return;
        };
        let solvers = Solvers::on_path();
        let settings = ProverSettings::with(&solvers, self.time);
        let known = DeclaredLaws::new(&catalog);
        let counting = Counting::new("ops", self.begin, self.loudness);
        counting.expect(self.ids.len());
        let ask = |(place, id): (usize, &&'static str)| {
            let Some(op) = catalog.find(id).filter(|_| !interrupted()) else {
                return;
            };
            let _running = counting.begin(id);
            let found = one(&catalog, op, &known, self.effort, &settings);
            counting.done();
            // Nobody receives after the end of the command.
            let _ = done.send(OpResult { place, found });
        };
        counting.watching(|| self.ids.par_iter().enumerate().for_each(ask));
    }
}

/// The findings about one op.
fn one(
    catalog: &Catalog,
    op: &Op,
    known: &DeclaredLaws,
    effort: Effort,
    settings: &ProverSettings<'_>,
) -> Result<LawFindings, Failure> {
    let found = discover(catalog, op, known, effort)
        .map_err(|error| Failure::nothing(format!("`{}`: {error}", op.def.id)))?;
    let row = |found: &DiscoveredLaw| {
        let grade = match &found.trial {
            LawTrial::Small(values) => {
                Grade::Small(values.iter().map(ToString::to_string).collect())
            }
            LawTrial::Holds(cases) if found.follows.is_some() => Grade::Tried(*cases),
            LawTrial::Holds(cases) => grade(catalog, op, &found.law, *cases, settings),
            _ => Grade::Tried(0),
        };
        Row {
            law: found.law.text.clone(),
            name: found.law.law.name,
            grade,
            follows: found.follows.clone(),
        }
    };
    Ok(LawFindings {
        op: op.def.id.to_owned(),
        found: found.iter().map(row).collect(),
        implied: implied(known.laws(op))
            .into_iter()
            .map(|implied| (implied.law.clone(), implied.laws()))
            .collect(),
    })
}

/// The grade of a law that holds on every case: a proof, if there is one.
fn grade(
    catalog: &Catalog,
    op: &Op,
    law: &TypedLaw,
    cases: u64,
    settings: &ProverSettings<'_>,
) -> Grade {
    if settings.time.is_zero() {
        return Grade::Tried(cases);
    }
    let argument = |argument: &strategy::Argument| match argument {
        strategy::Argument::Value(value) => LawArgument::Value(*value),
        strategy::Argument::Op(op) => LawArgument::Op(*op),
        _ => LawArgument::Holds,
    };
    let arguments = law.arguments.iter().map(argument).collect();
    let declared = DeclaredLaw::of(catalog, op, law.law, law.text.clone(), arguments);
    match declared.map(|declared| decide(&declared, settings)) {
        Ok(LawOutcome::Proved(proof)) => Grade::Proved(proof.method.name()),
        Ok(LawOutcome::Refuted { inputs, .. }) => {
            Grade::Small(inputs.iter().map(ToString::to_string).collect())
        }
        Ok(LawOutcome::Contradiction(message)) => Grade::Contradiction(message),
        Ok(_) | Err(_) => Grade::Tried(cases),
    }
}

/// The requested ops: without floats, except those named individually.
fn ops<'c>(catalog: &'c Catalog, written: &[String]) -> Result<Vec<&'c Op>, Failure> {
    let mut ops = names::ops(catalog, written)?;
    ops.retain(|op| !has_floats(op) || names::is_named(catalog, written, op));
    if ops.is_empty() {
        return Err(Failure::nothing(
            "the names select float ops only, and `laws` searches the laws of integer ops: name an integer op",
        ));
    }
    Ok(ops)
}
