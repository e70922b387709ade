//! Digests that say which suite a certificate is about: the vocabulary, and what is registered.

use super::bodies::Bodies;
use super::{canonical, digest, digest_of_text};
use crate::catalog::{Catalog, Op};
use crate::engine::{EngineDef, SIZES};
use crate::ir::{Program, print};
use crate::parallel;
use crate::registry::{LawDef, LawParam, Lowering, Polarity};
use crate::spec::evidence::WITNESSES_REQUIRED;
use crate::spec::law::laws;
use crate::spec::{Category, Invariant, ValueType};
use crate::value::Value as Word;
use crate::wire;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Generated inputs of an engine whose plans are part of its identity.
const ENGINE_INPUTS: u64 = 4;

/// The digest of the vocabulary: what the words of a certificate mean.
pub fn spec_digest() -> String {
    let forms = |law: &crate::spec::Law| -> Vec<Value> {
        let form = |f: &crate::spec::Form| {
            let claim = format!("{:?}", f.claim);
            json!({"arity": f.arity, "predicate": f.predicate, "claim": claim})
        };
        law.forms.iter().map(form).collect()
    };
    let law = |law: &crate::spec::Law| {
        let params: Vec<String> = law.params.iter().map(|p| format!("{p:?}")).collect();
        json!({"name": law.name, "params": params, "forms": forms(law)})
    };
    let types: Vec<Value> = ValueType::ALL
        .iter()
        .map(|t| json!([t.rust_name(), t.words()]))
        .collect();
    let invariants: Vec<&str> = Invariant::ALL.iter().map(|i| i.name()).collect();
    digest(&json!({
        "laws": laws().iter().map(law).collect::<Vec<_>>(),
        "types": types,
        "invariants": invariants,
        "witnesses_required": WITNESSES_REQUIRED,
    }))
}

/// The digest of everything registered that a result depends on: documentation is left out, bodies
/// and hand-written shaders are not.
pub fn registry_digest(catalog: &Catalog) -> String {
    // One list for all, because most ops call functions that others call as well.
    let mut bodies = Bodies::default();
    let of_bodies = |of| (of, Code::of(of, &mut bodies));
    let ops: Vec<(&Op, Code)> = catalog.ops().iter().map(of_bodies).collect();
    let ops = parallel::map(&ops, 8, |(of, code)| canonical::text(&op(of, code)));
    let engines = parallel::map(catalog.engines(), 2, |of| engine(of));
    // The canonical text of an object with these two lists.
    digest_of_text(&format!(
        "{{\"engines\":[{}],\"ops\":[{}]}}",
        engines.join(","),
        ops.join(",")
    ))
}

/// The digest of what is registered about one op.
pub fn op_digest(of: &Op) -> String {
    digest(&op(of, &Code::of(of, &mut Bodies::default())))
}

/// The digests of the functions that are translated for an op, where it has them.
struct Code {
    body: Option<String>,
    correction: Option<String>,
}

impl Code {
    fn of(op: &Op, bodies: &mut Bodies) -> Self {
        let body_of = |key| op.body_of(key);
        let correction = op.def.native.and_then(|native| native.correct);
        Self {
            body: bodies.text(op.body(), &body_of),
            correction: bodies.text(correction.and_then(body_of), &body_of),
        }
    }
}

/// A line for each item.
fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(|item| line(item) + "\n").collect()
}

fn values(values: &[Word]) -> Vec<String> {
    values.iter().map(|v| format!("{v:?}")).collect()
}

fn op(op: &Op, code: &Code) -> Value {
    let def = op.def;
    let types: Vec<&str> = def
        .op
        .signature
        .operands
        .iter()
        .map(|t| t.rust_name())
        .collect();
    // Rows, boundaries and classes are one text each: objects of them would take most of the time. Every part is
    // written as Rust writes it, so that no two lists have one text.
    let rows = lines(def.rows, |row| {
        let (inputs, expected) = ((row.inputs)(), (row.expected)());
        format!(
            "{inputs:?} {expected:?} {:?} {:?}",
            row.rationale, row.source
        )
    });
    let boundaries = lines(def.boundaries, |boundary| format!("{:?}", boundary()));
    let classes = lines(def.classes, |class| {
        format!("{:?} {:?}", class.name, class.text)
    });
    let hardware = match def.category {
        Category::C { hardware, .. } => Some(hardware),
        _ => None,
    };
    let wgsl = match def.lowering {
        Lowering::Wgsl { source, .. } => Some(source),
        _ => None,
    };
    let mut identity = json!({
        "id": def.id,
        "version": def.version,
        "category": def.category.letter(),
        "hardware": hardware,
        "operands": types,
        "result": def.op.signature.result.rust_name(),
        "laws": def.laws.iter().map(law).collect::<Vec<_>>(),
        "rows": rows,
        "boundaries": boundaries,
        "classes": classes,
        "native": def.native.map(|native| json!([native.wgsl, code.correction])),
        "alternates": def.alternates.iter().map(|a| json!([a.name, a.wgsl])).collect::<Vec<_>>(),
        "body": code.body,
        "wgsl": wgsl,
    });
    // A strict op has no such field.
    if let Some(ulps) = def.op.tolerance.as_ulps() {
        identity["ulps"] = json!(ulps);
    }
    identity
}

fn law(law: &LawDef) -> Value {
    let params = law.params.iter().map(|param| match param {
        LawParam::Value(value) => format!("{:?}", value()),
        LawParam::Op(op) => (op.key.path)().to_owned(),
    });
    let witness = match law.polarity {
        Polarity::Holds => None,
        Polarity::Refuted { witness } => Some(values(&witness())),
    };
    json!({"law": (law.law)().name, "text": law.text, "params": params.collect::<Vec<_>>(),
        "witness": witness})
}

/// An engine is a function from inputs to programs: its identity is what it makes of the first
/// inputs at every workgroup size. Most make the same programs of every input, which are encoded once.
fn engine(def: &EngineDef) -> String {
    let mut known: Vec<(Program, String)> = vec![];
    let mut plans: Vec<String> = vec![];
    for n in 0..ENGINE_INPUTS {
        let input = (def.inputs)(n);
        for size in SIZES {
            let plan = catch_unwind(AssertUnwindSafe(|| (def.plan)(&input, size)));
            let Ok(plan) = plan else {
                plans.push(canonical::text(&json!("panics")));
                continue;
            };
            let texts = plan.programs.into_iter().map(|program| {
                if let Some((_, text)) = known.iter().find(|(known, _)| *known == program) {
                    return text.clone();
                }
                let text = canonical::text(&Value::String(digest_of_program(&program)));
                known.push((program, text.clone()));
                text
            });
            let texts: Vec<String> = texts.collect();
            let launch = canonical::text(&json!(format!("{:?}", plan.launch)));
            let (texts, steps) = (texts.join(","), plan.most_steps);
            plans.push(format!("[[{texts}],{launch},{steps}]"));
        }
    }
    let cases = def.corpus.iter();
    let corpus = cases.map(|c| json!([c.source, (c.input)().columns, (c.output)()]));
    let head = json!({
        "corpus": corpus.collect::<Vec<_>>(),
        "id": def.id,
        "invariants": def.invariants.iter().map(|i| i.name()).collect::<Vec<_>>(),
    });
    // The canonical text of an object whose two other keys come after these three.
    let head = canonical::text(&head);
    let head = head.strip_suffix('}').expect("the text of an object");
    let (plans, version) = (plans.join(","), def.version);
    format!("{head},\"programs\":[{plans}],\"version\":{version}}}")
}

/// The digest of a program's bytes in the wire format; of its text where it is larger than that format takes.
fn digest_of_program(program: &Program) -> String {
    let bytes = wire::encode(program).unwrap_or_else(|_| print::program(program).into_bytes());
    blake3::hash(&bytes).to_hex().to_string()
}
