//! `show`: everything about one op or engine.

mod json;
mod program;

use super::exit::{Failure, Status};
use super::list::{deprecation, track};
use super::prove::from;
use super::stdout;
use super::suggestion::meant;
use clap::Args;
use std::fmt::Write;
use std::path::Path;
use vyre_conform_ir::valid::Valid;
use vyre_conform_lower as lower;
use vyre_conform_lower_c::{self as lower_c, Dialect};
use vyre_conform_prove::composed::{Composer, CompositionProof};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{Lowering, OpDef, base_id};
use vyre_conform_spec::{Category, TextTarget, Texts};
use vyre_conform_suite::backend::{Code, OpCode, missing_text_message};
use vyre_conform_suite::strategy::{self, TypedLaw};

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// An id (`u32::add`, `engine::reduce`), a name (`popcount`; the op on `u32` if several have it), or a file of a
    /// program or functions as text (.vir).
    op: String,
    /// Print only the WGSL.
    #[arg(long, group = "form")]
    wgsl: bool,
    /// Print only the text in C11.
    #[arg(long, group = "form")]
    c: bool,
    /// Print only the text in OpenCL C.
    #[arg(long, group = "form")]
    opencl: bool,
    /// Print only the text in CUDA C++.
    #[arg(long, group = "form")]
    cuda: bool,
    /// Print one JSON value on stdout.
    #[arg(long, group = "form")]
    json: bool,
}

impl Arguments {
    /// The requested dialect of C.
    fn dialect(&self) -> Option<Dialect> {
        let requested = [self.c, self.opencl, self.cuda].into_iter();
        let mut requested = requested
            .zip(Dialect::ALL)
            .filter(|(requested, _)| *requested);
        requested.next().map(|(_, dialect)| dialect)
    }
}

/// Runs `show`.
pub(super) fn show(catalog: &Catalog, arguments: &Arguments) -> Result<Status, Failure> {
    let path = Path::new(&arguments.op);
    if path.extension().is_some_and(|e| e == "vir") {
        return program::show(path, catalog, arguments);
    }
    let found = find(catalog, &arguments.op).map_err(Failure::nothing)?;
    match found {
        NamedSubject::Engine(engine) if arguments.wgsl => {
            let message = format!("`{}` is an engine: --wgsl is for ops", engine.id);
            return Err(Failure::usage(message));
        }
        NamedSubject::Engine(engine) if let Some(dialect) = arguments.dialect() => {
            let (id, name) = (engine.id, dialect.name());
            let message =
                format!("`{id}` is an engine: --{name} is for ops and for programs (.vir)");
            return Err(Failure::usage(message));
        }
        NamedSubject::Op(op, _) if let Some(dialect) = arguments.dialect() => {
            say!("{}", c_text(op, dialect).map_err(Failure::refuted)?);
        }
        NamedSubject::Engine(engine) if arguments.json => {
            stdout::json(&super::engine::shown(engine, catalog));
        }
        NamedSubject::Engine(engine) => say!("{}", super::engine::show(engine, catalog)),
        NamedSubject::Op(op, others) if arguments.json => {
            stdout::json(&json::shown(catalog, op, others).map_err(Failure::refuted)?);
        }
        NamedSubject::Op(op, others) => {
            let page = page(catalog, op, &others, arguments.wgsl);
            say!("{}", page.map_err(Failure::refuted)?);
        }
    }
    Ok(Status::Success)
}

/// The op's page, or only its WGSL.
fn page(catalog: &Catalog, op: &Op, others: &[&str], wgsl_only: bool) -> Result<String, String> {
    if wgsl_only {
        return wgsl(op);
    }
    let def = op.def;
    let mut out = String::new();
    head(&mut out, def, others);
    laws(&mut out, catalog, op)?;
    rows_and_classes(&mut out, def);
    section(&mut out, "alternates");
    for alternate in def.alternates {
        let names: Vec<&str> = alternate.texts.each().map(|(t, _)| t.name()).collect();
        let _ = writeln!(out, "  {} ({})", alternate.name, names.join(", "));
    }
    if let Some(native) = &def.native {
        section(&mut out, "native WGSL, for profiles of native floats");
        let _ = writeln!(out, "{}", native.wgsl.trim());
    }
    if let Ok(module) = op.module() {
        section(&mut out, "IR");
        let _ = writeln!(out, "{}", vyre_conform_ir::print::module(module.module()));
    }
    own_texts(&mut out, op)?;
    Ok(out)
}

/// The identity and documentation of an op.
fn head(out: &mut String, def: &OpDef, others: &[&str]) {
    let _ = writeln!(
        out,
        "{} (version {}, category {}, {} track)",
        def.id,
        def.version,
        def.category.letter(),
        track(&def.op)
    );
    if let Some(note) = def.deprecated {
        let _ = writeln!(out, "deprecated: {}", deprecation(note));
    }
    let _ = writeln!(out, "{}\n\n{}", def.place, def.docs.trim());
    if !others.is_empty() {
        let _ = writeln!(out, "\nothers of this name: {}", others.join(", "));
    }
}

fn laws(out: &mut String, catalog: &Catalog, op: &Op) -> Result<(), String> {
    section(out, "laws");
    for law in typed_laws(op)? {
        let _ = writeln!(out, "  {:<32} {}", law.text, law.symbols());
    }
    let carried = carried(catalog, op);
    if !carried.is_empty() {
        section(out, "laws by composition");
    }
    for (law, by) in carried {
        let components: Vec<&str> = by.components.iter().map(|of| of.name.as_str()).collect();
        let theorem = by.theorems.first().map_or("", |theorem| theorem.name);
        let _ = writeln!(
            out,
            "  {:<32} {theorem}{}",
            op.def.laws[law].text,
            from(&components)
        );
    }
    for remark in remarks(catalog, op)? {
        let _ = writeln!(out, "  remark: {remark}");
    }
    Ok(())
}

fn rows_and_classes(out: &mut String, def: &OpDef) {
    section(out, "spec table");
    for row in def.rows {
        let inputs: Vec<String> = (row.inputs)().iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "  ({}) -> {}   {}",
            inputs.join(", "),
            (row.expected)(),
            row.rationale
        );
    }
    section(out, "classes");
    for class in def.classes {
        let _ = writeln!(out, "  {} = {}", class.name, class.text);
    }
}

/// The texts that devices run.
fn own_texts(out: &mut String, op: &Op) -> Result<(), String> {
    match brought(op) {
        // The op's own texts are all there is.
        Some(texts) => {
            if let Category::C { hardware, .. } = op.def.category {
                section(out, "hardware feature");
                let _ = writeln!(out, "  {hardware}");
            }
            for (target, text) in texts.each() {
                section(out, target.name());
                let _ = writeln!(out, "{}", text.trim());
            }
        }
        None => {
            section(out, "WGSL");
            out.push_str(&wgsl(op)?);
        }
    }
    Ok(())
}

/// The laws that composition theorems prove, by index, with their proofs.
fn carried(catalog: &Catalog, op: &Op) -> Vec<(usize, CompositionProof)> {
    let composer = Composer::new(catalog);
    let laws = 0..op.def.laws.len();
    laws.filter_map(|law| Some((law, composer.carried(op, law).ok()?)))
        .collect()
}

fn typed_laws(op: &Op) -> Result<Vec<TypedLaw>, String> {
    let laws = op.def.laws.iter().map(|law| TypedLaw::new(law, &op.def.op));
    laws.collect::<Result<_, _>>().map_err(|e| e.to_string())
}

/// Remarks about implied laws, and about law sets that another op shares.
fn remarks(catalog: &Catalog, op: &Op) -> Result<Vec<String>, String> {
    let implied = strategy::implied(&typed_laws(op)?).into_iter();
    let mut remarks: Vec<String> = implied
        .map(|i| format!("{} follows from {}", i.law, i.laws()))
        .collect();
    let laws = catalog
        .ops()
        .iter()
        .map(typed_laws)
        .collect::<Result<Vec<_>, _>>()?;
    let sets: Vec<_> = catalog
        .ops()
        .iter()
        .zip(&laws)
        .map(|(o, l)| (o.def, &**l))
        .collect();
    let collisions = strategy::collisions(&sets).into_iter();
    let mine = collisions.filter(|c| c.op == op.def.id || c.other == op.def.id);
    remarks.extend(mine.map(|c| c.to_string()));
    Ok(remarks)
}

fn section(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n{title}");
}

/// The validated body, or the reason for its lack.
fn module(op: &Op) -> Result<&Valid, String> {
    op.module().as_ref().map_err(|problems| {
        let lines = problems.iter().map(ToString::to_string);
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// The functions of an op in a dialect of C.
fn c_text(op: &Op, dialect: Dialect) -> Result<String, String> {
    let module = module(op)?;
    match OpCode::of(op.def, module, op.correction()).code {
        Code::Module(module) => Ok(lower_c::functions(module, op.def.name, dialect)),
        Code::Texts(texts) => hand_written_text(op, texts, dialect.target()),
    }
}

/// The op's own text in a language.
fn hand_written_text(op: &Op, texts: Texts<'_>, target: TextTarget) -> Result<String, String> {
    let text = texts.of(target).map(|text| format!("{}\n", text.trim()));
    text.ok_or_else(|| {
        let lacks = missing_text_message(texts, target);
        format!("`{}` brings its own texts, and lacks {lacks}", op.def.id)
    })
}

/// The op's own texts, if it has any.
fn brought(op: &Op) -> Option<Texts<'static>> {
    match op.def.lowering {
        Lowering::Texts { texts, .. } => Some(texts),
        _ => None,
    }
}

fn wgsl(op: &Op) -> Result<String, String> {
    let module = module(op)?;
    let code = OpCode::of(op.def, module, op.correction());
    Ok(match code.code {
        Code::Texts(texts) => hand_written_text(op, texts, TextTarget::Wgsl)?,
        Code::Module(module) => lower::functions(module, &code.signature, code.name),
    })
}

/// Meaning of an id or a name.
enum NamedSubject<'a> {
    /// An op, and the ids of the other ops with the same name.
    Op(&'a Op, Vec<&'static str>),
    Engine(&'static EngineDef),
}

/// The op or engine with this id or name: an op before an engine, and of several ops the one on `u32`.
fn find<'a>(catalog: &'a Catalog, name: &str) -> Result<NamedSubject<'a>, String> {
    let is_id = |engine: &&EngineDef| base_id(engine.id) == base_id(name);
    if let Some(engine) = catalog.find_engine(name).filter(is_id) {
        return Ok(NamedSubject::Engine(engine));
    }
    if let Some(op) = catalog.find(name) {
        return Ok(NamedSubject::Op(op, vec![]));
    }
    let named = catalog.ops().iter().filter(|op| op.def.name == name);
    let ids: Vec<&str> = named.map(|op| op.def.id).collect();
    let preferred = ids.iter().find(|id| id.starts_with("u32::"));
    if let Some(op) = preferred.and_then(|id| catalog.find(id)) {
        let others = ids.into_iter().filter(|id| *id != op.def.id).collect();
        return Ok(NamedSubject::Op(op, others));
    }
    let engine = catalog.find_engine(name).filter(|_| ids.is_empty());
    engine
        .map(NamedSubject::Engine)
        .ok_or_else(|| unknown(catalog, name))
}

/// Maximal number of suggested ids.
const MAX_SUGGESTED: usize = 12;

/// The error for an unknown name, with similar ids.
fn unknown(catalog: &Catalog, name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    let close: Vec<&str> = catalog
        .ops()
        .iter()
        .map(|op| op.def.id)
        .chain(catalog.engines().iter().map(|engine| engine.id))
        .filter(|id| id.contains(last))
        .collect();
    // Every id contains the empty text.
    if close.is_empty() || last.is_empty() {
        let meant = meant(catalog, name);
        return format!("there is no op or engine `{name}`; `list` shows every one{meant}");
    }
    let mut ids = close[..close.len().min(MAX_SUGGESTED)].join(", ");
    if close.len() > MAX_SUGGESTED {
        let _ = write!(
            ids,
            ", or one of {} others that `list` shows",
            close.len() - MAX_SUGGESTED
        );
    }
    format!("there is no op or engine `{name}`; did you mean {ids}?")
}
