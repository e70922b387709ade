//! `list`: one line per op, then one line per engine.

use super::exit::{Failure, Status};
use super::filter::Filter;
use super::{names, stdout};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use vyre_conform_certificate::certificate::Competitor;
use vyre_conform_harness::backends::listed;
use vyre_conform_harness::report::pluralize;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{OpDef, OpRef};
use vyre_conform_suite::plan::{PlanOptions, plan};

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    filter: Filter,
    /// Print one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Registered ops and engines.
#[derive(Serialize)]
struct Listing {
    ops: Vec<ListedOp>,
    engines: Vec<ListedEngine>,
}

/// An op in the list.
#[derive(Serialize)]
struct ListedOp {
    id: &'static str,
    version: u32,
    category: String,
    track: &'static str,
    ulps: Option<u32>,
    operands: Vec<&'static str>,
    result: &'static str,
    laws: usize,
    rows: usize,
    classes: usize,
    alternates: usize,
    deprecated: Option<&'static str>,
}

/// An engine in the list.
#[derive(Serialize)]
struct ListedEngine {
    id: &'static str,
    version: u32,
    track: &'static str,
    kind: &'static str,
    additions: Option<String>,
    invariants: Vec<&'static str>,
    corpus: usize,
    baselines: usize,
    deprecated: Option<&'static str>,
}

/// Runs `list`.
pub(super) fn list(catalog: &Catalog, arguments: &Arguments) -> Result<Status, Failure> {
    let chosen = chosen(catalog, &arguments.filter)?;
    let takes = |id: &str| chosen.as_ref().is_none_or(|ids| ids.contains(id));
    let ops = catalog.ops().iter().map(|op| op.def);
    let engines = catalog.engines().iter().copied();
    let listed = Listing {
        ops: ops.filter(|op| takes(op.id)).map(op).collect(),
        engines: engines.filter(|e| takes(e.id)).map(engine).collect(),
    };
    if arguments.json {
        stdout::json(&listed)
    } else {
        say!("{}", text(&listed))
    }
    Ok(Status::Success)
}

/// The ops and engines with a trial that the filter selects; `None` for all.
fn chosen(catalog: &Catalog, filter: &Filter) -> Result<Option<BTreeSet<String>>, Failure> {
    if filter.is_open() {
        return Ok(None);
    }
    let registered: BTreeSet<&str> = names::ids(catalog).collect();
    let filter = filter.within(catalog);
    // The selected ops and engines, and a name in the filter that selects none.
    let of = |slugs: &[String]| -> Result<(BTreeSet<String>, Option<String>), Failure> {
        let plan = plan(catalog, slugs, &PlanOptions::default()).map_err(Failure::nothing)?;
        let taken = plan
            .obligations()
            .iter()
            .filter(|o| filter.takes(&o.op, &o.id));
        let mut ids: BTreeSet<String> = taken.map(|o| o.op.clone()).collect();
        ids.retain(|id| registered.contains(&**id));
        let of_those = plan.obligations().iter();
        let of_those = of_those
            .filter(|o| registered.contains(&*o.op))
            .map(|o| (&*o.op, &*o.id));
        let idle = filter.idle(of_those).map(|name| name.text().to_owned());
        Ok((ids, idle))
    };
    let (mut ids, mut idle) = of(&["ADAPTER".into()])?;
    if ids.is_empty() || idle.is_some() {
        // The filter may name an adapter, whose enumeration takes time.
        match listed() {
            Ok(backends) => {
                let slugs = backends.list.iter().map(|b| b.identity().slug.clone());
                (ids, idle) = of(&slugs.collect::<Vec<_>>())?;
            }
            Err(error) => {
                let failure = Failure::from(error);
                // Without adapters, the filter names none.
                if failure.status == Status::Usage {
                    return Err(failure);
                }
            }
        }
    }
    match idle.filter(|_| filter.has_several()) {
        Some(name) => Err(Failure::nothing(format!(
            "no op, engine or trial is called `{name}`, which is one of the names"
        ))),
        None if ids.is_empty() => Err(Failure::nothing(format!(
            "no op or engine has a trial of this name; `check --list` lists all trials{}",
            filter.meant(catalog)
        ))),
        None => Ok(Some(ids)),
    }
}

fn op(def: &'static OpDef) -> ListedOp {
    let signature = &def.op.signature;
    ListedOp {
        id: def.id,
        version: def.version,
        category: def.category.letter().to_string(),
        track: def.op.track().name(),
        ulps: def.op.tolerance.as_ulps(),
        operands: signature.operands.iter().map(|t| t.rust_name()).collect(),
        result: signature.result.rust_name(),
        laws: def.laws.len(),
        rows: def.rows.len(),
        classes: def.classes.len(),
        alternates: def.alternates.len(),
        deprecated: def.deprecated,
    }
}

fn engine(def: &'static EngineDef) -> ListedEngine {
    ListedEngine {
        id: def.id,
        version: def.version,
        track: def.kind.track().name(),
        kind: def.kind.name(),
        additions: def.accumulation.map(|of| of.order.to_string()),
        invariants: def.invariants.iter().map(|i| i.name()).collect(),
        corpus: def.corpus.len(),
        baselines: Competitor::of_engine(def).len(),
        deprecated: def.deprecated,
    }
}

/// The track of an op, with its tolerance if it has one.
pub(super) fn track(op: &OpRef) -> String {
    tolerant(op.track().name(), op.tolerance.as_ulps())
}

fn tolerant(track: &str, ulps: Option<u32>) -> String {
    match ulps {
        None => track.to_owned(),
        Some(ulps) => format!("{track}({ulps})"),
    }
}

/// Writes the deprecation of an entry, if any, on a line below it.
fn note(out: &mut String, width: usize, deprecated: Option<&str>) {
    if let Some(note) = deprecated {
        let _ = writeln!(out, "{:width$}  deprecated: {}", "", deprecation(note));
    }
}

/// A deprecation note in words, even if its author gave none.
pub(crate) fn deprecation(note: &str) -> &str {
    match note.trim() {
        "" => "the author gives no reason",
        note => note,
    }
}

/// The kind of an engine, and its order of additions if declared.
fn made(engine: &ListedEngine) -> String {
    match &engine.additions {
        Some(order) => format!("{}, adds as {order}", engine.kind),
        None => engine.kind.to_owned(),
    }
}

/// Id, signature, category, track and the number of laws, rows, classes and alternates of every op; id, kind, order of
/// additions, invariants and the number of corpus cases and baselines of every engine.
fn text(listed: &Listing) -> String {
    let mut out = String::new();
    let ids = listed.ops.iter().map(|op| op.id);
    let all = ids.chain(listed.engines.iter().map(|engine| engine.id));
    let width = all.map(str::len).max().unwrap_or(0);
    for op in &listed.ops {
        let signature = format!("({}) -> {}", op.operands.join(", "), op.result);
        let _ = writeln!(
            out,
            "{:width$}  {signature:<32} {}  {:<7}  {}, {}, {}, {}",
            op.id,
            op.category,
            tolerant(op.track, op.ulps),
            pluralize(op.laws as u64, "law", "laws"),
            pluralize(op.rows as u64, "row", "rows"),
            pluralize(op.classes as u64, "class", "classes"),
            pluralize(op.alternates as u64, "alternate", "alternates")
        );
        note(&mut out, width, op.deprecated);
    }
    for engine in &listed.engines {
        let _ = writeln!(
            out,
            "{:width$}  engine  {}, {}, {}, {}",
            engine.id,
            made(engine),
            engine.invariants.join(", "),
            pluralize(engine.corpus as u64, "corpus case", "corpus cases"),
            pluralize(engine.baselines as u64, "baseline", "baselines")
        );
        note(&mut out, width, engine.deprecated);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definition of the engine here, evaluated by hand.
    #[test]
    fn line_of_an_engine_names_result_and_order_of_additions() {
        let engine = |kind, additions: Option<&str>| ListedEngine {
            id: "engine::sums",
            version: 1,
            track: "float",
            kind,
            additions: additions.map(str::to_owned),
            invariants: vec!["Deterministic", "NoOutputLost"],
            corpus: 1,
            baselines: 0,
            deprecated: None,
        };
        let listed = Listing {
            ops: vec![],
            engines: vec![
                engine("tensor", Some("FmaChain")),
                engine("composed", None),
                engine("integer", None),
            ],
        };
        let rest = "Deterministic, NoOutputLost, 1 corpus case, 0 baselines";
        let expected = ["tensor, adds as FmaChain", "composed", "integer"];
        let expected = expected.map(|made| format!("engine::sums  engine  {made}, {rest}\n"));
        assert_eq!(text(&listed), expected.concat());
    }
}
