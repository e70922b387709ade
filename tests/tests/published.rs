//! I13: published meanings are permanent. `published.txt` has a line for each meaning: the claim of a law, the slots of
//! a calling convention, the results of an op for many operands, and the claims of an engine with its results for the
//! cited inputs. A line never changes, and neither does the stream of witnesses; a wrong definition gets a new version
//! and thereby a new line.

use super::engines::catalog;
use std::collections::BTreeMap;
use std::path::Path;
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::generate::{self, Source, Witnesses};
use vyre_conform_runtime::ir::{Convention, Slot};
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_runtime::spec::{Invariant, ValueType, laws};
use vyre_ops as _;

/// The number of cases whose results represent the meaning of an op, half of them edges.
const CASES: u64 = 512;

/// FNV-1a of 64 bits (Fowler, Noll and Vo, RFC 9923) over words in little-endian order.
fn digest(words: impl IntoIterator<Item = u32>) -> u64 {
    let bytes = words.into_iter().flat_map(u32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn of_op(def: &OpDef) -> String {
    let signature = def.op.signature;
    let cases = Witnesses::new(signature.operands, 13, CASES);
    let results = (0..cases.len()).flat_map(|n| {
        let result = def.op.call(&generate::case(&cases, n));
        result.words().to_vec()
    });
    let operands: Vec<&str> = signature.operands.iter().map(|t| t.rust_name()).collect();
    let result = signature.result.rust_name();
    format!(
        "({}) -> {result} {:016x}",
        operands.join(", "),
        digest(results)
    )
}

/// The claims of an engine and its results, one line each: an engine may add claims and examples later. Generated
/// inputs are not listed: the suite uses them, and they improve.
fn of_engine(def: &EngineDef) -> Vec<(String, String)> {
    let name = format!("engine {} version {}", def.id, def.version);
    let keeps = |invariant: &Invariant| {
        let name = format!("{name} keeps {}", invariant.name());
        (name, "at every workgroup size".to_owned())
    };
    let mut lines: Vec<(String, String)> = def.invariants.iter().map(keeps).collect();
    if let Some(declared) = &def.accumulation {
        lines.push((format!("{name} adds"), format!("as {}", declared.order)));
    }
    let reference = def.reference.expect("engines of the library have one");
    let examples = match def.corpus {
        [] => vec![uncited(def.id)],
        corpus => corpus.iter().map(|case| (case.input)()).collect(),
    };
    for (k, input) in examples.iter().enumerate() {
        let output = def.compared(&reference(input));
        // The number of words separates one record from the next.
        let lists = input.columns.iter().cloned().chain(output);
        let words = lists.flat_map(|list| [vec![list.len() as u32], list].concat());
        let text = format!("{:016x}", digest(words));
        lines.push((format!("{name} example {k}"), text));
    }
    lines
}

/// An example for an engine without a published one.
fn uncited(id: &str) -> Input {
    let words = vec![3, 1, 4, 1, 5, 9, 2, 6];
    let columns = if id.starts_with("engine::atomic_") {
        // Operands; two cells, their contents, and the steps of an invocation.
        vec![words, vec![2, 0x0F0F_0007, 3]]
    } else {
        vec![words]
    };
    Input { columns }
}

/// Every meaning, by name.
fn meanings() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for ty in ValueType::ALL {
        all.insert(
            format!("type {}", ty.rust_name()),
            format!("{} words", ty.words()),
        );
    }
    for law in laws() {
        for form in law.forms {
            let name = format!("law {} of {} operands", law.name, form.arity);
            let kind = if form.predicate {
                "predicates"
            } else {
                "values"
            };
            let text = format!("{kind} {:?} {:?}", law.params, form.claim);
            all.insert(name, text);
        }
    }
    // 1000 represents the binding that a program declares.
    for convention in [Convention::V1, Convention::V2 { table: 1000 }] {
        let slot =
            |slot: &Slot| format!("{} {} at {}", slot.access.name(), slot.name, slot.binding);
        let slots: Vec<String> = convention.slots().iter().map(slot).collect();
        all.insert(
            format!("convention {}", convention.name()),
            slots.join(", "),
        );
    }
    let own = |module: &str| module.starts_with("vyre_ops");
    for def in registry::ops().into_iter().filter(|d| own(d.place.module)) {
        all.insert(format!("op {} version {}", def.id, def.version), of_op(def));
    }
    let engines = catalog().engines().iter();
    for def in engines.filter(|d| own(d.place.module)) {
        all.extend(of_engine(def));
    }
    all
}

/// The contradictions between the current and the published meanings; and the lines to publish.
fn changes(published: &str, now: &BTreeMap<String, String>) -> (Vec<String>, Vec<String>) {
    let lines = published.lines().filter_map(|line| line.split_once(": "));
    let published: BTreeMap<&str, &str> = lines.collect();
    let mut wrong = vec![];
    for (name, meaning) in &published {
        match now.get(*name) {
            None => wrong.push(format!("`{name}` is gone: what was published stays")),
            Some(found) if found != meaning => wrong.push(format!(
                "`{name}` meant {meaning}, and now {found}: give the new one a new version"
            )),
            Some(_) => {}
        }
    }
    let new = now
        .iter()
        .filter(|(name, _)| !published.contains_key(name.as_str()));
    (
        wrong,
        new.map(|(name, text)| format!("{name}: {text}\n"))
            .collect(),
    )
}

/// Oracle: `published.txt`. With VYRE_BLESS=1 the test appends new lines, to commit with the change that caused them;
/// no line changes.
#[test]
fn i13_no_published_meaning_changes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published.txt");
    let published = std::fs::read_to_string(&path).expect("the file is in the repository");
    let (wrong, new) = changes(&published, &meanings());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if new.is_empty() {
        return;
    }
    // Only on request, so that a commit publishes a name and a run never does.
    assert!(
        std::env::var_os("VYRE_BLESS").is_some(),
        "these are not published: run this test with VYRE_BLESS=1 and commit {} with them\n{}",
        path.display(),
        new.concat()
    );
    std::fs::write(&path, published + &new.concat()).expect("a writable file");
}

/// Oracle: a changed line, a missing one, and a new one.
#[test]
fn i13_changed_meaning_is_detected() {
    let now = meanings();
    let published: String = now.iter().map(|(n, t)| format!("{n}: {t}\n")).collect();
    assert_eq!(changes(&published, &now), (vec![], vec![]));
    let mut other = now.clone();
    other.insert("op u32::add version 1".into(), "(u32) -> u32 0".into());
    other.remove("type u64");
    other.insert("law Novel of 2 operands".into(), "values".into());
    let (wrong, new) = changes(&published, &other);
    assert!(
        wrong[0].contains("`op u32::add version 1` meant"),
        "{wrong:?}"
    );
    assert!(wrong[1].contains("`type u64` is gone"), "{wrong:?}");
    assert_eq!((wrong.len(), new.len()), (2, 1));
}
