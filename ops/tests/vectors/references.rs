//! The references of engines, found by their ids.

use vyre_conform_runtime::engine::{EngineDef, Input, Output, engines};

/// The engine `engine::<name>`.
///
/// # Panics
/// Panics if the library has no such engine.
fn engine(name: &str) -> &'static EngineDef {
    let is_it = |def: &&EngineDef| def.id.strip_prefix("engine::") == Some(name);
    let actual = engines().into_iter().find(is_it);
    actual.unwrap_or_else(|| panic!("the library has no engine `{name}`"))
}

/// Engines that no test in this folder names, with the oracle of their references.
const TESTED_ELSEWHERE: &[(&str, &str)] = &[
    (
        "atomic_",
        "histories that one order of the steps explains, in the suite",
    ),
    (
        "barrier_",
        "what each barrier promises, by hand in the corpus",
    ),
    (
        "matmul_exact",
        "sums of num-bigint, in the test `units`; the three have one reference",
    ),
];

/// Oracle: the list of engines; a new one is named by a test in this folder, or has a reason.
#[test]
fn every_reference_has_another_oracle() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut texts = String::new();
    for folder in [folder.clone(), folder.join("codec")] {
        for entry in std::fs::read_dir(folder).expect("the folder of this test") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|kind| kind == "rs") {
                texts += &std::fs::read_to_string(path).expect("a source");
            }
        }
    }
    let names = |texts: &str, name: &str| {
        let quoted = [format!("\"{name}\""), format!("\"engine::{name}\"")];
        quoted.iter().any(|quoted| texts.contains(quoted))
    };
    let library = engines().into_iter();
    let ids = library.filter_map(|def| def.id.strip_prefix("engine::"));
    let (named, others): (Vec<&str>, Vec<&str>) = ids.partition(|name| names(&texts, name));
    assert!(named.len() > 100, "{named:?}");
    let is_excused = |name: &&str| {
        TESTED_ELSEWHERE
            .iter()
            .any(|(begins, _)| name.starts_with(begins))
    };
    let missing: Vec<&str> = others
        .iter()
        .copied()
        .filter(|name| !is_excused(name))
        .collect();
    assert!(missing.is_empty(), "no other oracle: {missing:?}");
    for (begins, reason) in TESTED_ELSEWHERE {
        let is_needed = others.iter().any(|name| name.starts_with(begins));
        assert!(is_needed, "{begins} is named by a test: {reason}");
    }
}

/// Calls `check` with the first inputs of an engine and the result of its reference for each.
pub(crate) fn for_each_input(name: &str, inputs: u64, check: impl Fn(&[Vec<u32>], Output)) {
    let def = engine(name);
    let reference = def.reference.expect("a reference");
    for n in 0..inputs {
        let input: Input = (def.inputs)(n);
        check(&input.columns, reference(&input));
    }
}

/// The second words of records whose first words number them.
pub(crate) fn column(output: &Output) -> Vec<u32> {
    assert!((0..).zip(output).all(|(n, record)| record[0] == n));
    output.iter().map(|record| record[1]).collect()
}

/// The result of an engine's CPU reference.
pub(crate) fn reference(id: &str, input: &Input) -> Output {
    let known = engines().into_iter().find(|def| def.id == id);
    let reference = known.and_then(|def| def.reference);
    reference.expect("an engine with a reference")(input)
}

/// Input `n` of an engine.
pub(crate) fn generated(id: &str, n: u64) -> Input {
    let known = engines().into_iter().find(|def| def.id == id);
    (known.expect("an engine").inputs)(n)
}
