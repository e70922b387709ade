//! `compare`: groups backends by equal bytes on the same cases, and shows their differences.

mod page;
mod text;

use super::certify::{Existing, write_new};
use super::exit::{Failure, Status};
use super::loudness::Verbosity;
use super::names::within;
use super::selection::Selection;
use super::stdout;
use super::suggestion::meant;
use clap::Args;
use std::path::PathBuf;
use vyre_conform_certificate::names::{Name, Names};
use vyre_conform_harness::Settings;
use vyre_conform_harness::cross::{self, CrossTable};
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// Default number of witnesses of an op.
const WITNESSES: u64 = 1 << 14;
/// Default number of generated inputs of an engine.
const INPUTS: u64 = 8;

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops and engines, by names as in `check`; everything by default.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    selection: Selection,
    /// Witnesses for each op, beside the edge set of its operands.
    #[arg(long, value_name = "N", default_value_t = WITNESSES)]
    witnesses: u64,
    /// Generated inputs for each engine, beside its corpus.
    #[arg(long, value_name = "N", default_value_t = INPUTS)]
    inputs: u64,
    /// Tell the tables as one JSON value on stdout.
    #[arg(long)]
    json: bool,
    /// Write the tables as one HTML page.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite FILE.
    #[arg(long, requires = "output")]
    force: bool,
}

/// Runs `compare`: exit code 1 if some bytes differ by more than the declared tolerance.
pub(super) fn compare(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let subjects = Subjects::new(&catalog, &arguments.names)?;
    let backends = arguments.selection.backends()?;
    let settings = Settings::from_env().map_err(Failure::usage)?;
    let mut tables = vec![];
    for subject in &subjects.0 {
        let table = subject.table(&catalog, &backends, settings.plan.seed, arguments);
        let table = table.map_err(Failure::refuted)?;
        if !arguments.json && (table.fails() || !loudness.is_quiet()) {
            say!("{}", text::text(&table));
        }
        tables.push(table);
    }
    let failing = tables.iter().filter(|table| table.fails()).count();
    if arguments.json {
        stdout::json(&tables);
    } else {
        let all = pluralize(tables.len() as u64, "op or engine", "ops and engines");
        sayln!("{all} compared, {failing} with differences");
    }
    if let Some(file) = &arguments.output {
        let page = page::page(&tables).into_string();
        let existing = if arguments.force {
            Existing::Replace
        } else {
            Existing::Keep
        };
        write_new(file, page.as_bytes(), existing)?;
        warn(format_args!("wrote {}", file.display()));
    }
    Ok(match failing {
        0 => Status::Success,
        _ => Status::Refuted,
    })
}

/// An op or engine to compare.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Op(&'a vyre_conform_runtime::catalog::Op),
    Engine(&'static vyre_conform_runtime::engine::EngineDef),
}

impl Subject<'_> {
    fn id(&self) -> &str {
        match self {
            Self::Op(op) => op.def.id,
            Self::Engine(engine) => engine.id,
        }
    }

    fn table(
        &self,
        catalog: &Catalog,
        backends: &[&'static dyn Backend],
        seed: u64,
        arguments: &Arguments,
    ) -> Result<CrossTable, cross::CrossError> {
        let backends: Vec<&dyn Backend> = backends.iter().map(|b| *b as &dyn Backend).collect();
        match self {
            Self::Op(op) => cross::op(op, &backends, seed, arguments.witnesses),
            Self::Engine(engine) => cross::engine(engine, catalog, &backends, arguments.inputs),
        }
    }
}

/// The subjects of a comparison, ops before engines.
struct Subjects<'a>(Vec<Subject<'a>>);

impl<'a> Subjects<'a> {
    /// The subjects that the names select.
    fn new(catalog: &'a Catalog, written: &[String]) -> Result<Self, Failure> {
        let ops = catalog.ops().iter().map(Subject::Op);
        let engines = catalog
            .engines()
            .iter()
            .map(|engine| Subject::Engine(engine));
        let all: Vec<Subject<'_>> = ops.chain(engines).collect();
        let names = within(catalog, Names::parse(written));
        let is_idle = |name: &&Name| !all.iter().any(|subject| name.takes_id(subject.id()));
        if let Some(idle) = names.each().find(is_idle) {
            return Err(Failure::nothing(format!(
                "`{}` is not in the id of an op or engine; `list` shows them{}",
                idle.text(),
                meant(catalog, idle.text())
            )));
        }
        let wanted = |subject: &Subject<'_>| names.is_empty() || names.take_id(subject.id());
        let found: Vec<Subject<'_>> = all.iter().copied().filter(wanted).collect();
        if found.is_empty() {
            Err(Failure::nothing("no op and no engine is registered"))
        } else {
            Ok(Self(found))
        }
    }
}
