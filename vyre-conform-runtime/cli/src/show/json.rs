//! The description of an op, as data for programs.

use super::{brought, carried, remarks, typed_laws, wgsl};
use serde::Serialize;
use std::collections::BTreeMap;
use vyre_conform_prove::composed::CompositionProof;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_spec::{Category, TextTarget};

/// Description of an op.
#[derive(Serialize)]
pub(super) struct OpDescription {
    kind: &'static str,
    id: &'static str,
    version: u32,
    category: String,
    track: &'static str,
    ulps: Option<u32>,
    operands: Vec<&'static str>,
    result: &'static str,
    place: String,
    docs: &'static str,
    deprecated: Option<&'static str>,
    /// Other ops with the given name.
    others: Vec<&'static str>,
    laws: Vec<Law>,
    remarks: Vec<String>,
    rows: Vec<Row>,
    classes: Vec<Class>,
    alternates: Vec<&'static str>,
    /// The text for profiles of native floats.
    native: Option<&'static str>,
    ir: Option<String>,
    /// Null for an op whose own texts have none in WGSL.
    wgsl: Option<String>,
    /// The op's own texts by language; null for an op whose texts are lowered from its body.
    texts: Option<BTreeMap<&'static str, &'static str>>,
    /// The hardware feature of a Category C op.
    hardware: Option<&'static str>,
}

/// A declared law.
#[derive(Serialize)]
struct Law {
    text: String,
    symbols: String,
    words: String,
    /// Its proof, for a law by composition.
    composition: Option<Composition>,
}

/// A theorem with its component laws.
#[derive(Serialize)]
struct Composition {
    theorem: &'static str,
    form: Option<String>,
    components: Vec<String>,
    /// Theorems that prove laws of parts of the body.
    through: Vec<&'static str>,
}

/// A row of the spec table.
#[derive(Serialize)]
struct Row {
    inputs: Vec<String>,
    expected: String,
    rationale: &'static str,
}

/// A class of inputs.
#[derive(Serialize)]
struct Class {
    name: &'static str,
    predicate: &'static str,
}

fn composition(carried: &CompositionProof) -> Option<Composition> {
    let (theorem, through) = carried.theorems.split_first()?;
    Some(Composition {
        theorem: theorem.name,
        form: theorem.form(),
        components: carried
            .components
            .iter()
            .map(|of| of.name.clone())
            .collect(),
        through: through.iter().map(|theorem| theorem.name).collect(),
    })
}

/// The description of an op.
pub(super) fn shown(
    catalog: &Catalog,
    op: &Op,
    others: Vec<&'static str>,
) -> Result<OpDescription, String> {
    let def = op.def;
    let signature = &def.op.signature;
    let carried: BTreeMap<usize, CompositionProof> = carried(catalog, op).into_iter().collect();
    let law = |(k, law): (usize, vyre_conform_suite::strategy::TypedLaw)| Law {
        symbols: law.symbols(),
        words: law.words(),
        text: law.text.to_string(),
        composition: carried.get(&k).and_then(composition),
    };
    let rows = def.rows.iter().map(|row| Row {
        inputs: (row.inputs)().iter().map(ToString::to_string).collect(),
        expected: (row.expected)().to_string(),
        rationale: row.rationale,
    });
    let classes = def.classes.iter().map(|class| Class {
        name: class.name,
        predicate: class.text,
    });
    let module = op.module().as_ref().ok();
    let texts = brought(op);
    Ok(OpDescription {
        kind: "op",
        id: def.id,
        version: def.version,
        category: def.category.letter().to_string(),
        track: def.op.track().name(),
        ulps: def.op.tolerance.as_ulps(),
        operands: signature.operands.iter().map(|t| t.rust_name()).collect(),
        result: signature.result.rust_name(),
        place: def.place.to_string(),
        docs: def.docs.trim(),
        deprecated: def.deprecated,
        others,
        laws: typed_laws(op)?.into_iter().enumerate().map(law).collect(),
        remarks: remarks(catalog, op)?,
        rows: rows.collect(),
        classes: classes.collect(),
        alternates: def.alternates.iter().map(|a| a.name).collect(),
        native: def.native.as_ref().map(|native| native.wgsl.trim()),
        ir: module.map(|module| vyre_conform_ir::print::module(module.module())),
        wgsl: match texts {
            Some(texts) => texts.of(TextTarget::Wgsl).map(str::to_owned),
            None => Some(wgsl(op)?),
        },
        texts: texts.map(|texts| texts.each().map(|(t, text)| (t.key(), text)).collect()),
        hardware: match def.category {
            Category::C { hardware, .. } => Some(hardware),
            _ => None,
        },
    })
}
