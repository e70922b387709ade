//! `compare`: which backends gave which bytes on the same cases, and where they part.

mod page;
mod text;

use super::certify::{Existing, write_new};
use super::exit::{Failure, Status};
use super::loudness::Loudness;
use super::near::meant;
use super::say;
use super::selection::Selection;
use clap::Args;
use std::path::PathBuf;
use vyre_conform_harness::Settings;
use vyre_conform_harness::cross::{self, CrossTable};
use vyre_conform_harness::report::{counted, warn};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// Witnesses of an op where nothing is said.
const WITNESSES: u64 = 1 << 14;
/// Generated inputs of an engine where nothing is said.
const INPUTS: u64 = 8;

/// What `compare` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops and engines by their ids, or parts of ids; every one by default.
    names: Vec<String>,
    #[command(flatten)]
    selection: Selection,
    /// Witnesses of each op, beside the edge set of its operands.
    #[arg(long, value_name = "N", default_value_t = WITNESSES)]
    witnesses: u64,
    /// Generated inputs of each engine, beside its corpus.
    #[arg(long, value_name = "N", default_value_t = INPUTS)]
    inputs: u64,
    /// Tell the tables as one JSON value on stdout.
    #[arg(long)]
    json: bool,
    /// Write the tables as one page of HTML.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite FILE.
    #[arg(long, requires = "output")]
    force: bool,
}

/// Runs `compare`: exit code 1 where some bytes differ by more than is declared.
pub(super) fn compare(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let subjects = Subjects::of(&catalog, &arguments.names)?;
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
        say::json(&tables);
    } else {
        let all = counted(tables.len() as u64, "op or engine", "ops and engines");
        sayln!("{all} compared, {failing} with differences");
    }
    if let Some(file) = &arguments.output {
        let page = page::page(&tables).into_string();
        let existing = match arguments.force {
            true => Existing::Replace,
            false => Existing::Keep,
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

/// What is compared, ops before engines.
struct Subjects<'a>(Vec<Subject<'a>>);

impl<'a> Subjects<'a> {
    /// Those that the names name: a whole id names one alone, anything else every id that has it in it.
    fn of(catalog: &'a Catalog, names: &[String]) -> Result<Self, Failure> {
        let ops = catalog.ops().iter().map(Subject::Op);
        let engines = catalog
            .engines()
            .iter()
            .map(|engine| Subject::Engine(engine));
        let all: Vec<Subject<'_>> = ops.chain(engines).collect();
        let is_whole = |name: &str| all.iter().any(|subject| subject.id() == name);
        let takes = |name: &str, id: &str| match is_whole(name) {
            true => id == name,
            false => id.contains(name),
        };
        if let Some(idle) = names
            .iter()
            .find(|name| !all.iter().any(|subject| takes(name, subject.id())))
        {
            return Err(Failure::nothing(format!(
                "`{idle}` is not in the id of an op or engine; `list` shows them{}",
                meant(catalog, idle)
            )));
        }
        let wanted = |subject: &Subject<'_>| {
            names.is_empty() || names.iter().any(|name| takes(name, subject.id()))
        };
        let found: Vec<Subject<'_>> = all.iter().copied().filter(wanted).collect();
        match found.is_empty() {
            true => Err(Failure::nothing("no op and no engine is registered")),
            false => Ok(Self(found)),
        }
    }
}
