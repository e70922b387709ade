//! A new version exists beside the old one: in catalog, plan, saved failures and digests.

use vyre_conform_certificate::certificate::op_digest;
use vyre_conform_harness::regressions::{RegressionStore, SavedCase, SavedClaim};
use vyre_conform_runtime::catalog::{Catalog, CatalogError};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::plan::{PlanOptions, plan};
use vyre_conform_tests::changed;

mod first {
    use vyre_conform_runtime::vyre_op;

    /// The half, rounded down.
    #[deprecated(note = "it rounds down; the new one rounds up")]
    #[vyre_op(id = "versioned::half", laws(Monotone, Not(Injective, witness = (0, 1))))]
    pub(super) const fn half(a: u32) -> u32 {
        a >> 1
    }
}

// One op here calls the older version on purpose.
#[allow(deprecated)]
mod second {
    use vyre_conform_runtime::vyre_op;

    /// The half, rounded up.
    #[vyre_op(id = "versioned::half", version = 2, laws(Monotone))]
    pub(super) const fn half(a: u32) -> u32 {
        (a >> 1).wrapping_add(a & 1)
    }

    /// A quarter by halves of the first version.
    #[vyre_op(id = "versioned::quarter", laws(Monotone))]
    pub(super) const fn quarter(a: u32) -> u32 {
        super::first::half(super::first::half(a))
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn halves() -> Vec<&'static OpDef> {
    let mut ops = registry::ops();
    ops.retain(|op| op.id.starts_with("versioned::"));
    ops
}

fn version(number: u32) -> &'static OpDef {
    let mut halves = halves().into_iter().filter(|op| op.name == "half");
    halves.find(|op| op.version == number).expect("a version")
}

fn both() -> Catalog {
    Catalog::of(halves(), vec![]).expect("two versions and a third op")
}

/// Oracle: the rule of names: the newest version has the id, an older one `id@version`.
#[test]
fn both_versions_are_found_by_name() {
    let catalog = both();
    let ids: Vec<&str> = catalog.ops().iter().map(|op| op.def.id).collect();
    assert_eq!(
        ids,
        ["versioned::half", "versioned::half@1", "versioned::quarter"]
    );
    for (name, version) in [
        ("versioned::half", 2),
        ("versioned::half@2", 2),
        ("versioned::half@1", 1),
        ("half", 2),
    ] {
        let actual = catalog.find(name).expect(name);
        assert_eq!(actual.def.version, version, "{name}");
        assert_eq!(
            actual.def.op.call(&[Value::of(3u32)]),
            Value::of(version),
            "{name}"
        );
    }
    assert!(catalog.find("versioned::half@3").is_none());
    let note = catalog
        .find("versioned::half@1")
        .expect("it")
        .def
        .deprecated;
    let note = note.expect("a note");
    assert!(note.starts_with("superseded by version 2, "), "{note}");
    assert!(
        note.ends_with(": it rounds down; the new one rounds up"),
        "{note}"
    );
    assert_eq!(version(2).deprecated, None);
    // A catalog that is built again has the same copy, not one more.
    let again = both();
    let copies = [&catalog, &again].map(|c| std::ptr::from_ref(c.ops()[1].def));
    assert_eq!(copies[0], copies[1]);
}

/// Oracle: calls by function item: a quarter of 3 is 0 by the first version and 1 by the second.
#[test]
fn calls_reach_the_intended_version() {
    let catalog = both();
    let quarter = catalog.find("versioned::quarter").expect("an op");
    assert!(quarter.module().is_ok());
    assert_eq!(quarter.def.op.call(&[Value::of(3u32)]), Value::of(0u32));
    let key = version(1).op.key;
    assert_eq!(
        catalog.by_key(key).expect("an op").def.id,
        "versioned::half@1"
    );
}

/// Oracle: every version keeps its whole suite.
#[test]
fn both_versions_have_trials() {
    let plan =
        plan(&both(), &["cpu".to_owned()], &PlanOptions::default()).expect("no oracle is circular");
    let of = |id: &str| {
        let own = plan.obligations().iter().filter(|o| o.op == id);
        own.map(|o| o.id.clone()).collect::<Vec<_>>()
    };
    let (old, new) = (of("versioned::half@1"), of("versioned::half"));
    assert!(
        old.contains(&"versioned::half@1::law::monotone::witnessed".to_owned()),
        "{old:?}"
    );
    assert!(
        new.contains(&"versioned::half::law::monotone::witnessed".to_owned()),
        "{new:?}"
    );
    assert!(old.len() > new.len(), "it declares one law more");
}

/// Oracle: the rule that a version keeps its saved failures when a newer one is added.
#[test]
fn saved_failures_stay_with_their_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = Catalog::of(vec![version(1)], vec![]).expect("one op");
    let case = |a: u32| SavedCase::new(SavedClaim::Parity, &[Value::of(a)], "a trial");
    let store = RegressionStore::of_crate(folder.path()).with_versions(alone.kept_names());
    store.save("versioned::half", case(7)).expect("room");
    let store = RegressionStore::of_crate(folder.path()).with_versions(both().kept_names());
    assert_eq!(store.load("versioned::half").expect("readable"), []);
    assert_eq!(
        store.load("versioned::half@1").expect("readable"),
        [case(7)]
    );
    store.save("versioned::half", case(9)).expect("room");
    assert_eq!(store.load("versioned::half").expect("readable"), [case(9)]);
    assert_eq!(
        store.load("versioned::half@1").expect("readable"),
        [case(7)]
    );
    assert_eq!(
        store.ops().expect("a folder"),
        ["versioned::half", "versioned::half@2"]
    );
}

/// Oracle: the rule that registering another version does not change an op.
#[test]
fn a_newer_version_changes_no_digest_of_the_old_one() {
    let alone = Catalog::of(vec![version(1)], vec![]).expect("one op");
    let beside = both();
    let [alone, old, new] = [
        (&alone, "versioned::half"),
        (&beside, "versioned::half@1"),
        (&beside, "versioned::half"),
    ]
    .map(|(catalog, id)| op_digest(catalog.find(id).expect("it is there")));
    assert_eq!(alone, old);
    assert_ne!(old, new);
}

/// Oracle: the rules that the errors state, and the remedy in each.
#[test]
fn non_consecutive_versions_are_refused() {
    let refused = |defs: Vec<OpDef>| {
        let ops = defs.into_iter().map(leak).collect();
        Catalog::of(ops, vec![]).expect_err("refused")
    };
    let [one, two] = [1, 2].map(version);
    let twice = refused(vec![*two, *two]);
    assert!(
        matches!(
            twice,
            CatalogError::Duplicate {
                version: 2,
                next: 3,
                ..
            }
        ),
        "{twice}"
    );
    let message = twice.to_string();
    assert!(
        message.contains("two ops have the id `versioned::half` in version 2"),
        "{message}"
    );
    let third = changed!(*two, version: 3);
    let gap = refused(vec![*one, third]).to_string();
    assert!(
        gap.starts_with("version 2 of `versioned::half` is missing between "),
        "{gap}"
    );
    let silent = changed!(*one, deprecated: None);
    let silent = refused(vec![silent, *two]).to_string();
    assert!(silent.contains("is superseded by version 2, "), "{silent}");
    assert!(silent.contains("write `#[deprecated(note = "), "{silent}");
}

/// Oracle: the same rules for engines.
#[test]
fn engines_have_versions_too() {
    let make = |version, deprecated| -> &'static EngineDef {
        leak(changed!(super::engines::support::engine(
                &[Invariant::Deterministic],
                super::engines::right::increment,
                super::engines::right::incremented,
            ), version: version, deprecated: deprecated))
    };
    let engines = vec![make(2, None), make(1, Some(""))];
    let catalog = Catalog::with_engines(vec![], vec![], engines).expect("two versions");
    let ids: Vec<&str> = catalog.engines().iter().map(|engine| engine.id).collect();
    assert_eq!(ids, ["engine::small", "engine::small@1"]);
    assert_eq!(catalog.find_engine("small").expect("an engine").version, 2);
    assert_eq!(
        catalog
            .find_engine("engine::small@2")
            .expect("an engine")
            .version,
        2
    );
    let note = catalog.engines()[1].deprecated.expect("a note");
    assert!(
        note.starts_with("superseded by version 2, ") && !note.ends_with(": "),
        "{note}"
    );
    let silent = vec![make(2, None), make(1, None)];
    let refused = Catalog::with_engines(vec![], vec![], silent).expect_err("no note");
    assert!(
        matches!(refused, CatalogError::NotDeprecated { version: 1, .. }),
        "{refused}"
    );
}
