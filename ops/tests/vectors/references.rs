//! The references of engines, found by their ids.

use vyre_conform_runtime::engine::{EngineDef, Input, Output, engines};

/// The engine `engine::<name>`.
///
/// # Panics
/// Panics if there is no such engine in the library.
fn engine(name: &str) -> &'static EngineDef {
    let is_it = |def: &&EngineDef| def.id.strip_prefix("engine::") == Some(name);
    let found = engines().into_iter().find(is_it);
    found.unwrap_or_else(|| panic!("the library has no engine `{name}`"))
}

/// Calls `check` with the first inputs of an engine and what its reference gives for each.
pub(crate) fn each(name: &str, inputs: u64, check: impl Fn(&[Vec<u32>], Output)) {
    let def = engine(name);
    let reference = def.reference.expect("a reference");
    for n in 0..inputs {
        let input: Input = (def.inputs)(n);
        check(&input.columns, reference(&input));
    }
}

/// The second words of records that are numbered in the first.
pub(crate) fn column(output: &Output) -> Vec<u32> {
    assert!((0..).zip(output).all(|(n, record)| record[0] == n));
    output.iter().map(|record| record[1]).collect()
}

/// What the CPU reference of an engine gives.
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
