//! Inputs of an op's digest: every registered property on which a result depends.

use vyre_conform_certificate::certificate::{SuiteTexts, op_digest};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{
    self, AlternateDef, Lowering, OpDef, Polarity, TextPlace, lowered_fn,
};
use vyre_conform_runtime::spec::{Category, TextTarget, Texts};
use vyre_conform_runtime::value::Value;
use vyre_conform_tests::changed;

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn registered(id: &str) -> &'static OpDef {
    let ops = registry::ops();
    ops.into_iter().find(|op| op.id == id).expect("an op")
}

/// A catalog with this op in place of the original, every helper and every other op.
fn catalog(def: &'static OpDef) -> Catalog {
    let mut ops = registry::ops();
    ops.retain(|op| op.id != def.id && op.id.starts_with("f32::"));
    ops.push(def);
    Catalog::of(ops, registry::helpers()).expect("distinct ids")
}

fn digest(def: OpDef) -> String {
    let def = leak(def);
    op_digest(catalog(def).find(def.id).expect("it is there"))
}

/// Oracle: the definition of `OpDef`: each of these fields changes the program or the expected result.
#[test]
fn changed_op_has_another_digest() {
    let base = registered("f32::sqrt");
    let other = registered("f32::sin");
    let copy = || *base;
    assert!(base.rows.len() > 1 && base.laws.len() > 1 && base.classes.len() > 1);
    let law = &base.laws[0];
    let refuted = changed!(*law, polarity: Polarity::Refuted {
        witness: || vec![Value::of(1.0_f32)],
    });
    let native = base.native.expect("a native text");
    let text = "fn f32_sqrt(a: u32) -> u32 { return a; }";
    let alternate = AlternateDef::new("one", Texts::wgsl(text), 1, TextPlace::of_line(1));
    let of_wgsl = changed!(alternate, texts: Texts::wgsl(""));
    let of_cuda = changed!(alternate, texts: Texts::NONE.with(TextTarget::Cuda, text));
    let of_both = changed!(alternate, texts: Texts::wgsl(text).with(TextTarget::Cuda, text));
    let variants = [
        copy(),
        changed!(copy(), version: base.version + 1),
        changed!(copy(), category: Category::C {
            hardware: "f16",
            available: |_| true,
        }),
        changed!(copy(), laws: &base.laws[1..]),
        changed!(copy(), laws: leak([refuted])),
        changed!(copy(), rows: &base.rows[1..]),
        changed!(copy(), rows: other.rows),
        changed!(copy(), boundaries: leak([(|| vec![Value::of(3.0_f32)]) as fn() -> Vec<Value>])),
        changed!(copy(), boundaries: leak([(|| vec![Value::of(5.0_f32)]) as fn() -> Vec<Value>])),
        changed!(copy(), classes: &base.classes[1..]),
        changed!(copy(), alternates: leak([alternate])),
        changed!(copy(), alternates: leak([of_wgsl])),
        changed!(copy(), alternates: leak([of_cuda])),
        changed!(copy(), alternates: leak([of_both])),
        changed!(copy(), native: None),
        changed!(copy(), native: Some(changed!(native, wgsl: ""))),
        changed!(copy(), native: Some(changed!(native, correct: None))),
        changed!(copy(), lowering: other.lowering),
        changed!(copy(), lowering: Lowering::Function(lowered_fn(u32::swap_bytes))),
    ];
    let mut actual: Vec<String> = variants.into_iter().map(digest).collect();
    let all = actual.len();
    actual.sort();
    actual.dedup();
    assert_eq!(actual.len(), all);
}

/// Oracle: the meaning of documentation, parameter names and source places: no result depends on them.
#[test]
fn fields_without_effect_on_results_keep_the_digest() {
    let base = registered("f32::sqrt");
    let place = registered("f32::sin").place;
    let moved = changed!(*base, docs: "", params: &["x"], place: place);
    assert_eq!(digest(moved), digest(*base));
}

/// Oracle: the digest of the registry covers every op: changing or adding one changes it.
#[test]
fn the_registry_is_all_ops() {
    let base = registered("f32::sqrt");
    let changed = leak(changed!(*base, version: base.version + 1));
    let more = leak(changed!(*base, id: "f32::sqrt_2"));
    let digests =
        [base, changed, more].map(|def| SuiteTexts::new(&catalog(def)).digests(|_| true).registry);
    assert_ne!(digests[0], digests[1]);
    assert_ne!(digests[0], digests[2]);
}
