//! Digests of the suite of a certificate: of its vocabulary, its ops and its engines.
//!
//! They cover canonical encodings, which contain no name of a Rust item: [`encode`] encodes values, [`engine`] encodes
//! engines. A function that is not translated is identified by its results on fixed inputs and, where the attribute
//! sees it, by its text, with numbers in place of the names that an author may choose.

mod encode;
mod engine;
mod hardware;
mod kernels;
mod registry;
mod subject;

use super::bodies::Bodies;
use super::canonical;
use super::digest::{digest, digest_of_text};
use encode::{available, claim, quoted, results, values, with_own_name};
use rayon::prelude::*;
pub use registry::OpDigests;
use registry::{RegistryTexts, registry_digest};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::OnceLock;
pub use subject::results_digest;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::calls::WatchHandle;
use vyre_conform_runtime::registry::{
    LawDef, LawParam, Lowering, OpDef, OpRef, Polarity, base_id, oracle_crates,
};
use vyre_conform_spec::Law;
use vyre_conform_spec::evidence::{PROGRAMS_REQUIRED, WITNESSES_REQUIRED};
use vyre_conform_spec::law::laws;
use vyre_conform_spec::{Category, Texts, ValueType};
use vyre_conform_suite::plan::PlanOptions;

/// Digests that identify a selection of ops and engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteDigests {
    /// Digest of the vocabulary that they use.
    pub spec: String,
    /// Digest of their registration.
    pub registry: String,
    /// Digest of their native expressions in C, including those of ops that the engines call. Backends that do not
    /// compile expressions do not depend on it.
    pub expressions: String,
}

/// The canonical texts of the ops and engines of a catalog. The digests of a certificate cover the texts of its own ops
/// and engines, so that a later registration does not invalidate it.
pub struct SuiteTexts<'a> {
    catalog: &'a Catalog,
    /// In the order of the catalog.
    ops: Vec<String>,
    /// In the order of the catalog. An engine's text is computed on first use, because its functions may take long.
    engines: Vec<OnceLock<EngineText>>,
}

/// Text of an engine for the digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineText {
    text: String,
    /// Kind and order of additions, for an engine of floats.
    kind: Option<String>,
    /// The ids of the ops that its programs call.
    calls: Vec<String>,
}

impl<'a> SuiteTexts<'a> {
    /// The canonical texts of a catalog.
    pub fn new(catalog: &'a Catalog) -> Self {
        // One map for all ops, because most ops share callees.
        let mut bodies = Bodies::default();
        let of_bodies = |of| (of, Code::of(of, &mut bodies));
        let ops: Vec<(&Op, Code)> = catalog.ops().iter().map(of_bodies).collect();
        let ops = ops.par_iter().with_min_len(8);
        let ops = ops.map(|(of, code)| canonical::text(&op(of, code)));
        Self {
            catalog,
            ops: ops.collect(),
            engines: catalog.engines().iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// [`new`](Self::new) with known [`engine_texts`] of these engines of the catalog.
    pub fn with(
        catalog: &'a Catalog,
        engines: &[&'static EngineDef],
        texts: Vec<EngineText>,
    ) -> Self {
        let suite = Self::new(catalog);
        for (engine, text) in engines.iter().zip(texts) {
            let mut all = catalog.engines().iter().zip(&suite.engines);
            if let Some((_, place)) = all.find(|(of, _)| of.id == engine.id) {
                place.get_or_init(|| with_called_texts(catalog, text));
            }
        }
        suite
    }

    /// The texts of the engines with these ids. Missing texts are computed in parallel.
    fn engines(&self, is_about: impl Fn(&str) -> bool) -> Vec<(&'static EngineDef, &EngineText)> {
        let watched = WatchHandle::current();
        let all = self.catalog.engines().iter().zip(&self.engines);
        let chosen: Vec<_> = all.filter(|(of, _)| is_about(of.id)).collect();
        let compute = |def: &'static EngineDef| {
            let text = watched.over(|| engine_text(def));
            with_called_texts(self.catalog, text)
        };
        let chosen = chosen.into_par_iter().with_min_len(2);
        chosen
            .map(|(def, text)| (*def, text.get_or_init(|| compute(def))))
            .collect()
    }

    /// The digests of the ops and engines with these ids.
    pub fn digests(&self, is_about: impl Fn(&str) -> bool) -> SuiteDigests {
        let ops = self.catalog.ops().iter().zip(&self.ops);
        let ops: Vec<_> = ops.filter(|(op, _)| is_about(op.def.id)).collect();
        let engines = self.engines(is_about);
        let registry = registry_digest(RegistryTexts {
            engines: engines.iter().map(|(_, of)| of.text.as_str()).collect(),
            kinds: engines
                .iter()
                .filter_map(|(_, of)| of.kind.as_deref())
                .collect(),
            ops: ops.iter().map(|(_, text)| text.as_str()).collect(),
        });
        let ops: Vec<&Op> = ops.into_iter().map(|(op, _)| op).collect();
        let called = engines.iter().flat_map(|(_, of)| &of.calls);
        let called = called.filter_map(|id| self.catalog.find(id));
        let expressions = expressions(ops.iter().copied().chain(called));
        let engines: Vec<&EngineDef> = engines.into_iter().map(|(of, _)| of).collect();
        SuiteDigests {
            spec: spec_digest(&ops, &engines),
            registry,
            expressions,
        }
    }

    /// The digests of the ops and engines that a run with these options selects.
    pub fn taken(&self, options: &PlanOptions) -> SuiteDigests {
        let engine = |id: &str| self.catalog.find_engine(id);
        let is_taken = |id: &str| match self.catalog.find(id) {
            Some(op) => options.takes(op.def.op.track()),
            None => engine(id).is_some_and(|engine| options.takes_engine(engine)),
        };
        self.digests(is_taken)
    }
}

/// Digest of the vocabulary of a certificate about these ops and engines. It covers only the laws and invariants that
/// they declare and the types of operands and results, so that new vocabulary does not invalidate old certificates.
pub fn spec_digest(ops: &[&Op], engines: &[&EngineDef]) -> String {
    let forms = |law: &Law| -> Vec<Value> {
        let form = |f: &vyre_conform_spec::Form| json!({"arity": f.arity, "predicate": f.predicate, "claim": claim(&f.claim)});
        law.forms.iter().map(form).collect()
    };
    let law = |law: &Law| {
        let params = law.params.iter().map(|p| json!([p.name, p.kind.name()]));
        json!({"name": law.name, "params": params.collect::<Vec<_>>(), "forms": forms(law)})
    };
    let declared = ops.iter().flat_map(|of| of.def.laws);
    let declared = declared.map(|of| (of.law)());
    let (own, table): (Vec<&Law>, Vec<&Law>) = declared.partition(|law| law.is_custom());
    let table: BTreeSet<&str> = table.into_iter().map(|law| law.name).collect();
    let table = laws().iter().filter(|law| table.contains(law.name));
    // Authors may give several laws the same name.
    let mut own: Vec<Value> = own.into_iter().map(law).collect();
    own.sort_by_key(ToString::to_string);
    own.dedup();
    let signatures = ops.iter().map(|of| &of.def.op.signature);
    let used: BTreeSet<ValueType> = signatures
        .flat_map(|of| of.operands.iter().chain([&of.result]).copied())
        .collect();
    let types: Vec<Value> = ValueType::ALL
        .iter()
        .filter(|ty| used.contains(ty))
        .map(|t| json!([t.rust_name(), t.words()]))
        .collect();
    let kept = engines.iter().flat_map(|of| of.invariants);
    let kept: BTreeSet<&str> = kept.map(|i| i.name()).collect();
    digest(&json!({
        "laws": table.map(law).chain(own).collect::<Vec<_>>(),
        "types": types,
        "invariants": kept,
        "programs_required": PROGRAMS_REQUIRED,
        "witnesses_required": WITNESSES_REQUIRED,
    }))
}

/// The digest texts of each engine. Computing them calls the engine's functions; the watcher of this thread sees each
/// call.
pub fn engine_texts(engines: &[&'static EngineDef]) -> Vec<EngineText> {
    let watched = WatchHandle::current();
    let engines = engines.par_iter().with_min_len(2);
    engines.map(|of| watched.over(|| engine_text(of))).collect()
}

fn engine_text(def: &'static EngineDef) -> EngineText {
    let (text, calls) = engine::text(def);
    EngineText {
        text,
        kind: engine::kind(def),
        calls,
    }
}

/// The text of an engine with the hand-written texts of the ops that it calls.
fn with_called_texts(catalog: &Catalog, mut engine: EngineText) -> EngineText {
    if let Some(called) = hardware::texts(catalog, &engine.calls) {
        engine.text = format!("[{},{called}]", engine.text);
    }
    engine
}

/// The digest of the registration of one op.
pub fn op_digest(of: &Op) -> String {
    digest(&op(of, &Code::of(of, &mut Bodies::default())))
}

/// The digests of the translated functions of an op.
struct Code {
    body: Option<String>,
    correction: Option<String>,
    /// The ops that laws name, in order; `None` without a body.
    named: Vec<Option<String>>,
}

impl Code {
    fn of(op: &Op, bodies: &mut Bodies) -> Self {
        let body_of = |key| op.body_of(key);
        let correction = op.def.native.and_then(|native| native.correct);
        let named = named(op).map(|named| bodies.text(body_of(named.key), &body_of));
        Self {
            named: named.collect(),
            body: bodies.text(op.body(), &body_of),
            correction: bodies.text(correction.and_then(body_of), &body_of),
        }
    }
}

/// The ops that the laws of an op name.
fn named(op: &Op) -> impl Iterator<Item = OpRef> {
    let params = op.def.laws.iter().flat_map(|law| law.params);
    params.filter_map(|param| match param {
        LawParam::Op(named) => Some(*named),
        LawParam::Value(_) => None,
    })
}

/// One line per item.
fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(|item| line(item) + "\n").collect()
}

fn rows(def: &OpDef) -> String {
    lines(def.rows, |row| {
        let (inputs, expected) = ((row.inputs)(), (row.expected)());
        let source = row.source.map_or("null".to_owned(), quoted);
        format!(
            "{} {} {} {source}",
            values(&inputs),
            values(&[expected]),
            quoted(row.rationale)
        )
    })
}

/// The Rust function, unless a body identifies it.
fn reference(def: &OpDef) -> Option<Value> {
    match def.lowering {
        Lowering::Function(_) => Some(json!({
            "source": def.source,
            "results": results(&def.op),
            "crates": oracle_crates(&def.package),
        })),
        _ => None,
    }
}

/// The identity of an op. It uses the published id, so that a newer version changes nothing.
fn op(op: &Op, code: &Code) -> Value {
    let def = op.def;
    let types = def.op.signature.operands.iter();
    let types: Vec<&str> = types.map(|t| t.rust_name()).collect();
    // Rows, boundaries and classes are one text each, because objects would dominate the run time. Texts of authors are
    // quoted, so that different lists have different texts.
    let rows = rows(def);
    let boundaries = lines(def.boundaries, |boundary| values(&boundary()));
    let classes = lines(def.classes, |class| {
        let (name, source) = (quoted(class.name), quoted(class.source));
        format!("{name} {source} {}", results(&class.predicate))
    });
    let (hardware, available) = match def.category {
        Category::C {
            hardware,
            available: predicate,
        } => (Some(hardware), Some(available(predicate))),
        _ => (None, None),
    };
    let wgsl = match def.lowering {
        Lowering::Texts { texts, .. } => texts_of(texts, def.name),
        _ => Value::Null,
    };
    let reference = reference(def);
    let mut next = code.named.iter();
    let laws: Vec<Value> = def.laws.iter().map(|of| law(of, &mut next)).collect();
    let alternate = |a: &vyre_conform_runtime::registry::AlternateDef| {
        json!([a.name, texts_of(a.texts, def.name)])
    };
    let native = |native: vyre_conform_runtime::registry::NativeDef| {
        json!([with_own_name(native.wgsl, def.name), code.correction])
    };
    let mut identity = json!({
        "id": base_id(def.id),
        "version": def.version,
        "category": def.category.letter(),
        "hardware": hardware,
        "available": available,
        "operands": types,
        "result": def.op.signature.result.rust_name(),
        "laws": laws,
        "rows": rows,
        "boundaries": boundaries,
        "classes": classes,
        "native": def.native.map(native),
        "alternates": def.alternates.iter().map(alternate).collect::<Vec<_>>(),
        "body": code.body,
        "wgsl": wgsl,
        "reference": reference,
    });
    // Strict ops omit the field.
    if let Some(ulps) = def.op.tolerance.as_ulps() {
        identity["ulps"] = json!(ulps);
    }
    identity
}

/// The digest of the native expressions of ops, each with the id of its op.
fn expressions<'a>(ops: impl Iterator<Item = &'a Op>) -> String {
    let declared = ops.filter_map(|op| {
        let expression = op.def.native?.c?;
        Some((base_id(op.def.id), expression))
    });
    let declared: BTreeSet<(&str, &str)> = declared.collect();
    digest_of_text(&canonical::text(&json!(declared)))
}

/// The texts of an implementation: a lone WGSL text itself, otherwise an object by language.
fn texts_of(texts: Texts<'_>, name: &str) -> Value {
    match texts.wgsl_alone() {
        Some(text) => json!(with_own_name(text, name)),
        None => texts
            .each()
            .map(|(target, text)| {
                let own = format!("{}{name}", target.prefix());
                (target.key().to_owned(), json!(with_own_name(text, &own)))
            })
            .collect(),
    }
}

/// A law. An op that it names is identified by its body, or by its results if it has none.
fn law<'a>(law: &LawDef, bodies: &mut impl Iterator<Item = &'a Option<String>>) -> Value {
    let params = law.params.iter().map(|param| match param {
        LawParam::Value(value) => json!(values(&[value()])),
        LawParam::Op(op) => {
            let operands = op.signature.operands.iter().map(|t| t.rust_name());
            let operands: Vec<&str> = operands.collect();
            let result = op.signature.result.rust_name();
            let results = |_| results(op);
            let body = bodies.next().cloned().flatten();
            let results = body.is_none().then_some(()).map(results);
            let ulps = op.tolerance.as_ulps();
            json!({"operands": operands, "result": result, "body": body, "results": results, "ulps": ulps})
        }
    });
    let params: Vec<Value> = params.collect();
    let witness = match law.polarity {
        Polarity::Holds => None,
        Polarity::Refuted { witness } => Some(values(&witness())),
    };
    let declared = (law.law)();
    let mut identity = json!({"law": declared.name, "params": params, "witness": witness});
    // The digest of the vocabulary covers the claims of predefined laws; a custom law belongs to its op.
    if declared.is_custom() {
        let claims = declared.forms.iter().map(|form| claim(&form.claim));
        identity["claims"] = json!(claims.collect::<Vec<_>>());
    }
    identity
}
