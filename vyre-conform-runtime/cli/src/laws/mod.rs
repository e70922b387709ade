//! `laws`: laws that hold of ops and that nobody declared (`docs/laws.md`).

mod shown;

use super::counting::Counting;
use super::exit::{Failure, Status};
use super::interrupt::{interrupted, listen};
use super::loudness::Loudness;
use super::near::meant;
use super::say;
use clap::Args;
use rayon::prelude::*;
use shown::{Grade, Row, Shown};
use std::time::{Duration, Instant};
use vyre_conform_harness::report::{counted, warn};
use vyre_conform_prove::claim::{Declared, LawArgument};
use vyre_conform_prove::engine::{LawOutcome, ProverSettings, decide};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::discover::{Effort, Found, Known, Tried, discover, has_floats};
use vyre_conform_suite::strategy::{self, TypedLaw, implied};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops, such as `u32::popcount`; every op without floats by default.
    #[arg(value_name = "OP")]
    names: Vec<String>,
    /// How long the prover may take for one law; with 0s it is not asked.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Witnesses that a law is tried on, behind the edge set.
    #[arg(long, value_name = "N", default_value_t = 1 << 16)]
    witnesses: u64,
    /// Give one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `laws`.
pub(super) fn laws(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Loudness,
) -> Result<Status, Failure> {
    let ops = ops(catalog, &arguments.names)?;
    listen();
    let solvers = Solvers::on_path();
    let settings = ProverSettings::with(&solvers, arguments.time);
    let effort = Effort::new(true, arguments.witnesses);
    let begin = Instant::now();
    let known = Known::new(catalog);
    if !loudness.is_quiet() {
        let ops = counted(ops.len() as u64, "op", "ops");
        warn(format_args!("{ops}: bytes, witnesses, and the prover last"));
    }
    let counting = Counting::new("ops", begin, loudness);
    counting.expect(ops.len());
    let asked = |op: &Op| {
        let _running = counting.begin(op.def.id);
        let shown = one(catalog, op, &known, effort, &settings);
        counting.done();
        shown
    };
    let each = ops.par_iter().map(|op| (!interrupted()).then(|| asked(op)));
    let found: Vec<Option<Result<Shown, Failure>>> = counting.watching(|| each.collect());
    let ended = found.iter().all(Option::is_some);
    let found: Result<Vec<Shown>, Failure> = found.into_iter().flatten().collect();
    let found = found?;
    if arguments.json {
        say::json(&found);
    } else {
        say!("{}", shown::text(&found, begin.elapsed(), loudness));
    }
    Ok(match ended {
        false => Status::Interrupted,
        true if found.iter().all(Shown::is_complete) => Status::Success,
        true => Status::Refuted,
    })
}

/// What is found of one op.
fn one(
    catalog: &Catalog,
    op: &Op,
    known: &Known,
    effort: Effort,
    settings: &ProverSettings<'_>,
) -> Result<Shown, Failure> {
    let found = discover(catalog, op, known, effort)
        .map_err(|error| Failure::nothing(format!("`{}`: {error}", op.def.id)))?;
    let row = |found: &Found| {
        let grade = match &found.tried {
            Tried::Small(values) => Grade::Small(values.iter().map(ToString::to_string).collect()),
            Tried::Holds(cases) if found.follows.is_some() => Grade::Tried(*cases),
            Tried::Holds(cases) => grade(catalog, op, &found.law, *cases, settings),
            _ => Grade::Tried(0),
        };
        Row {
            law: found.law.text.clone(),
            name: found.law.law.name,
            grade,
            follows: found.follows.clone(),
        }
    };
    Ok(Shown {
        op: op.def.id.to_owned(),
        found: found.iter().map(row).collect(),
        implied: implied(known.laws(op))
            .into_iter()
            .map(|implied| (implied.law.clone(), implied.laws()))
            .collect(),
    })
}

/// What stands behind a law that every case obeys: a proof, if there is one.
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
    let declared = Declared::of(catalog, op, law.law, law.text.clone(), arguments);
    match declared.map(|declared| decide(&declared, settings)) {
        Ok(LawOutcome::Proved(proof)) => Grade::Proved(proof.engine.name()),
        Ok(LawOutcome::Refuted { inputs, .. }) => {
            Grade::Small(inputs.iter().map(ToString::to_string).collect())
        }
        Ok(LawOutcome::Contradiction(message)) => Grade::Contradiction(message),
        Ok(_) | Err(_) => Grade::Tried(cases),
    }
}

/// The ops that are asked about.
fn ops<'c>(catalog: &'c Catalog, names: &[String]) -> Result<Vec<&'c Op>, Failure> {
    if names.is_empty() {
        let ops = catalog.ops().iter();
        return Ok(ops.filter(|op| !has_floats(op)).collect());
    }
    let named = |name: &String| {
        catalog.find(name).ok_or_else(|| {
            let meant = meant(catalog, name);
            Failure::nothing(format!("`{name}` names no op; `list` shows them{meant}"))
        })
    };
    names.iter().map(named).collect()
}
