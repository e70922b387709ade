//! Renaming a Rust item changes no digest; a change that can affect a result does.

use super::engines::support::{engine, inputs};
use std::cmp::Ordering;
use std::fs;
use std::path::Path;
use vyre_conform_certificate::certificate::{SuiteTexts, op_digest};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input, Output, Plan, Record};
use vyre_conform_runtime::registry::{self, OpDef, op_ref};
use vyre_conform_runtime::spec::{Category, Invariant};
use vyre_conform_tests::changed;

/// An op that calls a helper and a constant, with every construct that contains a name.
mod one {
    use vyre_conform_runtime::{vyre_fn, vyre_op};

    const LOW: u32 = 0xff;

    #[vyre_fn]
    const fn low(a: u32) -> u32 {
        a & LOW
    }

    #[vyre_op(id = "renamed::both_one", laws(Commutative))]
    pub(super) const fn both(a: u32, b: u32) -> u32 {
        a & b
    }

    #[vyre_op(
        id = "renamed::kept_one",
        laws(DistributiveOver(both)),
        classes(small = a < LOW, large = a >= LOW),
        alternates(plain: wgsl = "fn kept(a: u32, b: u32) -> u32 { return a & b & 255u; }"),
    )]
    pub(super) const fn kept(a: u32, b: u32) -> u32 {
        let kept = low(a);
        kept & b
    }

    fn on_the_host(x: u32) -> u32 {
        x & LOW
    }

    #[vyre_op(id = "renamed::lowered_one", lower = low, laws(Idempotent))]
    pub(super) fn lowered(a: u32) -> u32 {
        on_the_host(a)
    }
}

/// The op with every name replaced.
mod other {
    use vyre_conform_runtime::{vyre_fn, vyre_op};

    const BYTE: u32 = 255;

    // A comment is not a token.
    #[vyre_fn]
    const fn byte_of(word: u32) -> u32 {
        word & BYTE
    }

    #[vyre_op(id = "renamed::both_other", laws(Commutative))]
    pub(super) const fn common(x: u32, y: u32) -> u32 {
        x & y
    }

    #[vyre_op(
        id = "renamed::kept_other",
        laws(DistributiveOver(common)),
        classes(small = left < BYTE, large = left >= BYTE),
        alternates(plain: wgsl = "fn masked(a: u32, b: u32) -> u32 { return a & b & 255u; }"),
    )]
    pub(super) const fn masked(left: u32, right: u32) -> u32 {
        let byte = byte_of(left);
        byte & right
    }

    fn host_helper(w: u32) -> u32 {
        w & BYTE
    }

    #[vyre_op(id = "renamed::lowered_other", lower = byte_of, laws(Idempotent))]
    pub(super) fn on_bytes(w: u32) -> u32 {
        // Nor is this one.
        host_helper(w)
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn registered(id: &str) -> &'static OpDef {
    let ops = registry::ops();
    ops.into_iter().find(|op| op.id == id).expect("an op")
}

/// The digest of an op under one id for all.
fn digest(def: OpDef) -> String {
    let def = leak(changed!(def, id: "renamed::op"));
    let mut ops = registry::ops();
    ops.retain(|op| op.id.starts_with("renamed::both"));
    ops.push(def);
    let catalog = Catalog::of(ops, registry::helpers()).expect("distinct ids");
    op_digest(catalog.find("renamed::op").expect("it is there"))
}

/// Oracle: the two modules, which differ in names alone.
#[test]
fn names_of_items_change_no_digest() {
    for name in ["both", "kept", "lowered"] {
        let [one, other] = ["one", "other"].map(|module| {
            let def = registered(&format!("renamed::{name}_{module}"));
            digest(*def)
        });
        assert_eq!(one, other, "{name}");
    }
}

/// Oracle: each of these determines the expected result, or its existence.
#[test]
fn changed_host_function_changes_the_digest() {
    let base = registered("renamed::lowered_one");
    let copy = || *base;
    let c = |available| Category::C {
        hardware: "shader-f16",
        available,
    };
    let variants = [
        copy(),
        changed!(copy(), op: op_ref(|a: u32| (a & 0xff) | (a >> 31))),
        changed!(copy(), source: "( a : u32 ) { a }"),
        changed!(copy(), category: c(|backend| backend.has("shader-f16"))),
        changed!(copy(), category: c(|backend| backend.has("shader-f16") && backend.has("subgroups"))),
    ];
    let all = variants.len();
    let mut actual: Vec<String> = variants.into_iter().map(digest).collect();
    actual.sort();
    actual.dedup();
    assert_eq!(actual.len(), all);
}

fn reference(input: &Input) -> Output {
    input.columns[0].iter().map(|word| vec![*word]).collect()
}

fn the_same_by_another_name(input: &Input) -> Output {
    let words = input.columns[0].clone();
    words.into_iter().map(|word| vec![word]).collect()
}

fn copied(input: &Input, size: u32) -> Plan {
    super::engines::right::increment(input, size)
}

fn with_another_decode(input: &Input, size: u32) -> Plan {
    let mut plan = copied(input, size);
    plan.decode = |_, read| read[0].iter().rev().map(|word| vec![*word]).collect();
    plan
}

fn with_a_guard(input: &Input, size: u32) -> Plan {
    let mut plan = copied(input, size);
    plan.guards.push(vyre_conform_runtime::engine::Guard {
        read_back: 0,
        first_word: 1 << 20,
    });
    plan
}

fn backwards(a: &Record, b: &Record) -> Ordering {
    b.cmp(a)
}

fn forwards(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

fn engine_digest(def: EngineDef) -> String {
    let catalog = Catalog::with_engines(vec![], vec![], vec![leak(def)]).expect("one engine");
    SuiteTexts::new(&catalog).digests(|_| true).registry
}

/// Oracle: an engine's outputs determine results, and the names of its functions do not.
#[test]
fn digest_of_an_engine_follows_its_behaviour() {
    const SET: &[Invariant] = &[Invariant::Deterministic];
    let base = || engine(SET, copied, reference);
    let same = engine(SET, copied, the_same_by_another_name);
    assert_eq!(engine_digest(base()), engine_digest(same));
    let variants = [
        base(),
        engine(SET, copied, |_| vec![]),
        engine(SET, with_another_decode, reference),
        engine(SET, with_a_guard, reference),
        changed!(base(), // Beyond the inputs for which plans are made.
            inputs: |n| inputs(n.min(9))),
        changed!(base(), order: Some(forwards)),
        changed!(base(), order: Some(backwards)),
        changed!(base(), version: 2),
    ];
    let all = variants.len();
    let mut actual: Vec<String> = variants.into_iter().map(engine_digest).collect();
    actual.sort();
    actual.dedup();
    assert_eq!(actual.len(), all);
}

/// Oracle: the rule that digests cover canonical encodings: the sources that compute them contain no `Debug` text and
/// no path of an item.
#[test]
fn digests_are_of_no_debug_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-conform-runtime");
    let folder = root.join("certificate/src/certificate");
    let mut files = vec![
        folder.join("identity.rs"),
        folder.join("bodies.rs"),
        root.join("src/body/encode.rs"),
    ];
    let more = fs::read_dir(folder.join("identity")).expect("a folder");
    files.extend(more.map(|entry| entry.expect("an entry").path()));
    assert!(files.len() >= 5);
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        let code = text.split("mod tests").next().unwrap_or_default();
        for word in ["?}", "type_name", ".path)()", "dbg!"] {
            let at = code.lines().position(|line| line.contains(word));
            assert_eq!(at, None, "{} has {word}", path.display());
        }
    }
}
