//! Saved failures: they run first the next time, and none is lost.

use crate::{SCAN, SCAN_KERNEL, contract, rules};
use vyre_conform_contract::{ContractOptions, ContractReport, check, read_saved, write_saved};

fn with(kernel: &str, options: &ContractOptions) -> ContractReport {
    let contract = contract(kernel, SCAN, &[]).expect("a contract");
    check(&contract, &[], options).expect("a report")
}

/// A scan that is wrong where a sum is odd.
fn wrong() -> String {
    SCAN_KERNEL.replace("output[i] = sums[i];", "output[i] = sums[i] & 0xfffffffeu;")
}

/// Oracle: the shrunk case of the first check.
#[test]
fn failure_is_saved_and_always_runs_first() {
    let first = with(&wrong(), &ContractOptions::default());
    assert_eq!(rules(&first), ["differs"]);
    assert_eq!(first.failures.len(), 1, "{:?}", first.failures);
    let text = write_saved(&[], &first.failures);
    let saved = read_saved(&text).expect("what was written");
    assert_eq!(saved, first.failures);
    assert!(
        !saved[0].inputs.is_empty(),
        "shrinking changed the words: {saved:?}"
    );
    // Alone it shows the same fault again.
    let mut options = ContractOptions::default();
    options.saved = saved.clone();
    options.is_replay = true;
    let again = with(&wrong(), &options);
    assert_eq!((again.cases, again.saved), (1, 1));
    assert_eq!(again.faults[0].values, first.faults[0].values);
    // The right kernel passes, and the case is counted before the others.
    options.is_replay = false;
    let right = with(SCAN_KERNEL, &options);
    assert_eq!(rules(&right), Vec::<&str>::new());
    assert_eq!(right.saved, 1);
    assert_eq!(
        right.cases,
        with(SCAN_KERNEL, &ContractOptions::default()).cases + 1
    );
    assert_eq!(
        write_saved(&saved, &right.failures),
        text,
        "nothing is lost or doubled"
    );
    assert_eq!(write_saved(&saved, &again.failures), text);
}

/// Oracle: the form of the file.
#[test]
fn mismatched_saved_failures_are_reported_and_kept() {
    for text in ["", "{", "[{}]", "[{\"rule\":1}]", "null"] {
        assert!(read_saved(text).is_err(), "{text}");
    }
    let first = with(&wrong(), &ContractOptions::default());
    let mut options = ContractOptions::default();
    options.saved = first.failures.clone();
    let name = options.saved[0].name();
    options.saved[0]
        .inputs
        .insert("input".to_owned(), "00".to_owned());
    options.saved[0]
        .inputs
        .insert("nobody".to_owned(), String::new());
    let mut other = first.failures[0].clone();
    other.id.overrides.insert("GROUP".to_owned(), 4.0);
    options.saved.push(other);
    let report = with(SCAN_KERNEL, &options);
    assert_eq!(report.saved, 0);
    let omitted = |words: &str| report.omissions.iter().any(|o| o.contains(words));
    assert!(
        omitted("does not fit the manifest"),
        "{:?}",
        report.omissions
    );
    assert!(
        omitted("no longer tries its overrides"),
        "{:?}",
        report.omissions
    );
    assert_ne!(options.saved[0].name(), name);
}
