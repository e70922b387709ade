//! `mutate`: detection of mutants of an op by its declaration and by parity (`docs/book/proofs.md`).

mod report;

use super::counting::Counting;
use super::exit::{Failure, Status};
use super::interrupt::{interrupted, listen};
use super::loudness::Verbosity;
use super::names;
use super::stdout;
use clap::Args;
use rayon::prelude::*;
use report::MutantReport;
use std::time::{Duration, Instant};
use vyre_conform_harness::report::warn;
use vyre_conform_prove::mutate::{MutationError, OpMutants, try_mutants};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops, such as `u32::add`, by names as in `check`; every integer op by default.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Time of the solver for each mutant.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// The percentage of all mutants that declarations must refuse.
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = clap::value_parser!(u8).range(0..=100))]
    least: u8,
    /// Print one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `mutate`.
pub(super) fn mutate(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let ops = names::ops(catalog, &arguments.names)?;
    listen();
    let solvers = Solvers::on_path();
    if !loudness.is_quiet() && solvers.cadical.is_none() {
        warn(format_args!(
            "cadical is missing (Debian: apt-get install cadical): a mutant that no input distinguishes from the op \
             stays undecided"
        ));
    }
    let begin = Instant::now();
    let counting = Counting::new("ops", begin, loudness);
    counting.expect(ops.len());
    let asked = |op: &Op| {
        let _running = counting.begin(op.def.id);
        let judged = try_mutants(catalog, op, &solvers, arguments.time);
        counting.done();
        judged
    };
    let each = ops.par_iter().map(|op| (!interrupted()).then(|| asked(op)));
    let judged: Vec<Option<Result<OpMutants, MutationError>>> =
        counting.watching(|| each.collect());
    let ended = judged.iter().all(Option::is_some);
    let mut found = vec![];
    let mut left_out = vec![];
    for (op, judged) in ops.iter().zip(judged) {
        match judged {
            Some(Ok(judged)) => found.push(MutantReport::new(op, judged)),
            // A named op deserves the reason for its omission.
            Some(Err(reason)) if names::is_named(catalog, &arguments.names, op) => {
                return Err(Failure::nothing(format!("`{}`: {reason}", op.def.id)));
            }
            Some(Err(reason)) => left_out.push(format!("{}: {reason}", op.def.id)),
            None => {}
        }
    }
    let whole = report::Whole::new(&found, left_out.len(), begin.elapsed());
    if arguments.json {
        stdout::json(&report::Report {
            ops: &found,
            whole: &whole,
            left_out: &left_out,
        });
    } else {
        say!("{}", report::text(&found, &whole, &left_out, loudness));
    }
    Ok(match ended {
        false => Status::Interrupted,
        true if whole.is_enough(arguments.least) => Status::Success,
        true => Status::Refuted,
    })
}
