//! `prove`: declared laws of integer ops proved or refuted for every input (`docs/proofs.md`).

mod same;
mod table;

pub(super) use table::from;

use super::exit::{Failure, Status};
use super::interrupt::{interrupted, listen};
use super::loudness::Loudness;
use super::prover::folder;
use clap::Args;
use rayon::prelude::*;
use same::Function;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::Row;
use vyre_conform_harness::report::warn;
use vyre_conform_prove::claim::{ClaimError, Declared};
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::engine::Settings;
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::LawDef;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops, such as `u32::add`, laws of ops, such as `u32::add::Commutative`, and functions that are declared to be the same
    /// as an op, such as `u32::popcount::alternate::swar::equal`; every one of every integer op by default.
    #[arg(value_name = "OP|OP::LAW")]
    names: Vec<String>,
    /// How long one law may take, such as `500ms` or `1m`.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// A folder for the formula and the proof of every law that SAT proves, in DIMACS and LRAT.
    #[arg(long, value_name = "DIR")]
    keep_proofs: Option<PathBuf>,
}

/// A law that is asked about.
struct Asked<'c> {
    op: &'c Op,
    /// Its index among those that the op declares.
    law: usize,
}

impl Asked<'_> {
    const fn def(&self) -> &'static LawDef {
        &self.op.def.laws[self.law]
    }
}

/// The laws of an op that this takes.
fn laws<'c>(op: &'c Op, takes: &dyn Fn(&LawDef) -> bool) -> Vec<Asked<'c>> {
    let laws = op.def.laws.iter().enumerate();
    let taken = laws.filter(|(_, def)| takes(def));
    taken.map(|(law, _)| Asked { op, law }).collect()
}

/// Runs `prove`.
pub(super) fn prove(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Loudness,
) -> Result<Status, Failure> {
    if arguments.time.is_zero() {
        return Err(Failure::usage(
            "--time 0s: a law needs some time, such as 10s",
        ));
    }
    folder(arguments.keep_proofs.as_deref())?;
    let functions = same::asked(catalog, &arguments.names)?;
    let (asked, floats) = asked(catalog, &arguments.names, &functions)?;
    listen();
    let solvers = Solvers::on_path();
    if !loudness.is_quiet() {
        let names = solvers.names();
        if !names.is_empty() {
            warn(format_args!("solvers: {}", names.join(", ")));
        }
        solvers
            .missing()
            .iter()
            .for_each(|missing| warn(format_args!("not there: {missing}")));
    }
    let settings = Settings {
        solvers: &solvers,
        time: arguments.time,
        keep: arguments.keep_proofs.as_deref(),
    };
    let composer = Composer::new(catalog);
    let (begin, done) = (Instant::now(), AtomicUsize::new(0));
    let (shown, all) = (AtomicUsize::new(0), asked.len());
    let rows: Vec<Option<Row>> = asked
        .par_iter()
        .map(|asked| {
            if interrupted() {
                return None;
            }
            let row = row(&composer, asked, &settings);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            // Whoever is first in a new interval of five seconds writes the line.
            let due = begin.elapsed().as_secs() as usize / 5;
            if !loudness.is_quiet() && shown.fetch_max(due, Ordering::Relaxed) < due {
                let seconds = begin.elapsed().as_secs();
                warn(format_args!("{done} of {all} laws, {seconds} s"));
            }
            Some(row)
        })
        .collect();
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let same: Vec<Option<Row>> = functions
        .par_iter()
        .map(|function| (!interrupted()).then(|| function.row(catalog, &settings)))
        .collect();
    let same: Vec<Row> = same.into_iter().flatten().collect();
    let ended = match rows.len() < all || same.len() < functions.len() {
        true => Status::Interrupted,
        false if rows.iter().chain(&same).all(Row::is_proved) => Status::Success,
        false => Status::Refuted,
    };
    if !rows.is_empty() || functions.is_empty() {
        say!(
            "{}",
            table::text(&rows, all, floats, begin.elapsed(), loudness)
        );
    }
    let texts = arguments.names.is_empty().then(|| same::texts(catalog));
    say!("{}", table::functions(&same, texts, loudness));
    Ok(ended)
}

fn row(composer: &Composer<'_>, asked: &Asked<'_>, settings: &Settings<'_>) -> Row {
    let begin = Instant::now();
    Row {
        name: format!("{}::{}", asked.op.def.id, asked.def().text),
        outcome: composer.decide(asked.op, asked.law, settings),
        time: begin.elapsed(),
    }
}

/// The laws that are asked about, and how many were left out because they are about floats.
fn asked<'c>(
    catalog: &'c Catalog,
    names: &[String],
    functions: &[Function<'_>],
) -> Result<(Vec<Asked<'c>>, usize), Failure> {
    let mut asked = vec![];
    if names.is_empty() {
        let all = catalog.ops().iter();
        for op in all {
            asked.extend(laws(op, &|_| true));
        }
        let before = asked.len();
        asked.retain(|asked| {
            let declared = Declared::new(catalog, asked.op, asked.def());
            !matches!(declared, Err(ClaimError::Floats))
        });
        let floats = before - asked.len();
        return match asked.is_empty() {
            true => Err(Failure::nothing(
                "no integer op declares a law: there is nothing to prove",
            )),
            false => Ok((asked, floats)),
        };
    }
    for name in names {
        let before = asked.len();
        asked.extend(named(catalog, name));
        let taken = functions.iter().any(|function| function.is_named(name));
        if asked.len() == before && !taken {
            return Err(Failure::nothing(format!(
                "`{name}` names no op with laws and no law of an op; `list` shows the ops, `show OP` their laws"
            )));
        }
    }
    Ok((asked, 0))
}

/// The laws that a name takes: all of an op, or those of an op whose text, or whose law's name, it ends with.
fn named<'c>(catalog: &'c Catalog, name: &str) -> Vec<Asked<'c>> {
    let plain = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
    if let Some(op) = catalog.find(name) {
        return laws(op, &|_| true);
    }
    // The text of a law may have `::` in it.
    let places = name.match_indices("::").map(|(at, _)| at);
    for at in places {
        let (op, law) = (&name[..at], plain(&name[at + 2..]));
        let Some(op) = catalog.find(op) else {
            continue;
        };
        let takes = |def: &LawDef| plain(def.text) == law || plain((def.law)().name) == law;
        let found = laws(op, &takes);
        if !found.is_empty() {
            return found;
        }
    }
    vec![]
}
