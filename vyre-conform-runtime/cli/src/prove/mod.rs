//! `prove`: declared laws of integer ops proved or refuted for every input (`docs/spec/proofs.md`).

mod ieee;
mod outcome;
mod remaining;
mod request;
mod resume_file;
mod same;
mod table;
mod work;

pub(super) use outcome::from;

use super::exit::{Failure, Status};
use super::interrupt::{interrupted, listen};
use super::loudness::Verbosity;
use super::prover::folder;
use clap::Args;
use rayon::prelude::*;
use remaining::Remaining;
use request::{LawRequest, asked};
use resume_file::{DecidedLaws, Head};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::Row;
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::method::ProverSettings;
use vyre_conform_prove::solver::{Budget, Solvers};
use vyre_conform_runtime::catalog::Catalog;
use work::Work;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// An op (`u32::add`), a law (`u32::add::Commutative`), a function declared equal to an op
    /// (`u32::popcount::alternate::swar::equal`), the IEEE 754 claim of a float op (`f32::lt::ieee`), or `ieee` for all
    /// of these claims. By default every law and equality of every integer op.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Processor time for each law, such as `500ms` or `1m`; real time may be four times as much.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Time for all laws together, such as `5m`. The law in progress is cut short, and the remaining laws are counted.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Write the formula and the proof of every law that SAT proves into this folder, in DIMACS and LRAT.
    #[arg(long, value_name = "DIR")]
    keep_proofs: Option<PathBuf>,
    /// A file with a line for each decided law, created if missing. Laws in it are not decided again.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// Runs `prove`.
pub(super) fn prove(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let begin = Instant::now();
    let deadline = arguments.budget.map(Budget::real);
    refuse_no_time(arguments)?;
    folder(arguments.keep_proofs.as_deref())?;
    let names = request::ids(catalog, &arguments.names);
    let requests = Requests::new(catalog, &names)?;
    let file = arguments.resume.as_deref();
    let file = file.map(|path| DecidedLaws::open(path, &Head::for_catalog(catalog)));
    let file = file.transpose()?;
    listen();
    let solvers = Solvers::on_path();
    if !loudness.is_quiet() {
        tell_solvers(&solvers);
    }
    let names = requests.names();
    let settings = ProverSettings {
        keep: arguments.keep_proofs.as_deref(),
        deadline,
        ..ProverSettings::with(&solvers, arguments.time)
    };
    let work = Work::new(settings, file.as_ref(), begin, loudness);
    let before = work.before(names.every());
    if let Some(path) = arguments.resume.as_deref().filter(|_| !loudness.is_quiet()) {
        report_earlier(path, before);
    }
    let (before, _) = before;
    work.expect(names.every().count() - before);
    let decisions = requests.decide(catalog, &names, &work);
    let remaining = Remaining::new(decisions.named(&names));
    let left = remaining.text(arguments, loudness);
    let is_left = !remaining.names.is_empty();
    let results = decisions.results();
    let status = results.status(is_left);
    if results.all > 0 || requests.functions.is_empty() && requests.specified.is_empty() {
        let (rows, all) = (&results.rows, results.all);
        say!(
            "{}",
            table::text(rows, all, requests.floats, begin.elapsed(), loudness)
        );
    }
    let texts = arguments.names.is_empty().then(|| same::texts(catalog));
    say!("{}", table::functions(&results.same, texts, loudness));
    say!("{}", table::specified(&results.ieee, loudness));
    say!("{}{left}", table::spent(results.every(), loudness));
    match &file {
        Some(file) => file.finish().map(|()| status),
        None => Ok(status),
    }
}

/// The claims to decide.
struct Requests<'c> {
    laws: Vec<LawRequest<'c>>,
    functions: Vec<same::Function<'c>>,
    specified: Vec<ieee::SpecifiedOp<'c>>,
    /// Number of laws of float ops, which are not decided.
    floats: usize,
}

/// The names of the requests, in their order.
struct RequestNames {
    laws: Vec<String>,
    functions: Vec<String>,
    specified: Vec<String>,
}

impl RequestNames {
    fn every(&self) -> impl Iterator<Item = &String> {
        self.laws
            .iter()
            .chain(&self.functions)
            .chain(&self.specified)
    }
}

impl<'c> Requests<'c> {
    fn new(catalog: &'c Catalog, names: &[String]) -> Result<Self, Failure> {
        let functions = same::asked(catalog, names)?;
        let specified = ieee::asked(catalog.ops(), names)?;
        let is_taken = |name: &str| {
            let mut functions = functions.iter();
            let mut specified = specified.iter();
            functions.any(|function| function.is_named(name))
                || specified.any(|of| of.is_named(name))
        };
        let (laws, floats) = asked(catalog, names, &is_taken)?;
        Ok(Self {
            laws,
            functions,
            specified,
            floats,
        })
    }

    fn names(&self) -> RequestNames {
        RequestNames {
            laws: self.laws.iter().map(LawRequest::name).collect(),
            functions: self.functions.iter().map(same::Function::name).collect(),
            specified: self.specified.iter().map(ieee::SpecifiedOp::name).collect(),
        }
    }

    fn decide(&self, catalog: &Catalog, names: &RequestNames, work: &Work<'_>) -> Decisions {
        let composer = Composer::new(catalog);
        work.add_known_proofs(&composer, catalog, &names.laws);
        Decisions {
            laws: decided(&self.laws, &names.laws, |of, name| {
                work.row(name, |settings| composer.decide(of.op, of.law, settings))
            }),
            functions: decided(&self.functions, &names.functions, |of, name| {
                work.row(name, |settings| of.outcome(catalog, settings))
            }),
            specified: decided(&self.specified, &names.specified, |of, name| {
                work.row(name, |settings| of.outcome(settings))
            }),
        }
    }
}

fn decided<T: Sync>(
    requests: &[T],
    names: &[String],
    row: impl Fn(&T, &str) -> Option<Row> + Sync,
) -> Vec<Option<Row>> {
    let named = requests.par_iter().zip(names);
    named.map(|(of, name)| row(of, name)).collect()
}

/// The rows of the requests, in their order; `None` for an undecided one.
struct Decisions {
    laws: Vec<Option<Row>>,
    functions: Vec<Option<Row>>,
    specified: Vec<Option<Row>>,
}

impl Decisions {
    fn named<'a>(
        &'a self,
        names: &'a RequestNames,
    ) -> impl Iterator<Item = (&'a str, &'a Option<Row>)> {
        let rows = self.laws.iter().chain(&self.functions);
        let rows = rows.chain(&self.specified);
        names.every().map(String::as_str).zip(rows)
    }

    fn results(self) -> Results {
        Results {
            all: self.laws.len(),
            rows: self.laws.into_iter().flatten().collect(),
            same: self.functions.into_iter().flatten().collect(),
            ieee: self.specified.into_iter().flatten().collect(),
        }
    }
}

/// Results of a run of `prove`, without the claims that it left undecided.
struct Results {
    /// Number of requested laws, decided or not.
    all: usize,
    rows: Vec<Row>,
    same: Vec<Row>,
    ieee: Vec<Row>,
}

impl Results {
    fn every(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().chain(&self.same).chain(&self.ieee)
    }

    fn status(&self, is_left: bool) -> Status {
        if is_left && interrupted() {
            Status::Interrupted
        } else if !is_left && self.every().all(Row::is_proved) {
            Status::Success
        } else {
            Status::Refuted
        }
    }
}

/// Reports the results of an earlier run: the number taken over, and the number decided again.
fn report_earlier(path: &Path, (before, again): (usize, usize)) {
    if before + again > 0 {
        warn(format_args!(
            "{}: {} kept from an earlier run, {again} tried again",
            path.display(),
            pluralize(before as u64, "result", "results")
        ));
    }
}

/// Refuses times in which nothing can be decided.
fn refuse_no_time(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.time.is_zero() {
        return Err(Failure::usage(
            "--time 0s: a law needs some time, such as 10s",
        ));
    }
    match arguments.budget {
        Some(budget) if budget.is_zero() => Err(Failure::usage(
            "--budget 0s: laws need some time, such as 5m",
        )),
        Some(budget) if budget < arguments.time => {
            warn(format_args!(
                "--time {} for a law is more than the whole --budget: a law cut short now is cut short each time; \
                 choose a shorter --time",
                humantime::format_duration(arguments.time)
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Reports the available and missing solvers.
fn tell_solvers(solvers: &Solvers) {
    let names = solvers.names();
    if !names.is_empty() {
        warn(format_args!("solvers: {}", names.join(", ")));
    }
    let missing = solvers.missing();
    let missing = missing.iter();
    missing.for_each(|missing| warn(format_args!("missing: {missing}")));
}
