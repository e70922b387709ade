//! Every variable of the environment that a source file names is known where unknown ones are refused.

use super::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The texts in quotation marks that are names of variables, and nothing else.
fn variables(text: &str) -> BTreeSet<String> {
    let pieces = text.split('"').filter(|piece| piece.starts_with("VYRE_"));
    let plain = |piece: &&str| piece.bytes().all(|c| c.is_ascii_uppercase() || c == b'_');
    pieces.filter(plain).map(str::to_owned).collect()
}

/// Oracle: the sources: a variable that is read and not listed would be refused by every run.
#[test]
fn every_variable_is_known_to_the_harness() {
    let names = root().join("vyre-conform-runtime/harness/src/options/names.rs");
    let listed = fs::read_to_string(&names).expect("readable");
    let (listed, _) = listed.split_once("#[cfg(test)]").expect("tests");
    let listed = variables(listed);
    assert!(listed.len() > 15, "{listed:?}");
    let mut missing = BTreeSet::new();
    for path in rust_files().into_iter().filter(|path| *path != names) {
        let found = variables(&fs::read_to_string(&path).expect("readable"));
        missing.extend(found.difference(&listed).cloned());
    }
    assert!(missing.is_empty(), "not in names.rs: {missing:?}");
}
