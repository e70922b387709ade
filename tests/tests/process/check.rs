//! `serve-check`: the faults that it finds in a program.

use super::{PATIENCE, broken_command};
use vyre_conform_process::serve_check;

/// Name of the check of the contract of backends.
const CONTRACT: &str = "its ops and programs keep the contract of backends";

/// Name of the check of golden frames.
const GOLDEN: &str = "it answers the golden frames of the wire format";

/// The faults found in a program that violates the protocol in this way: the check, and the message.
fn protocol_faults(mode: &str) -> Vec<(&'static str, String)> {
    let checked = serve_check(&broken_command(&[mode]), 10 * PATIENCE);
    let wrong = checked.into_iter();
    wrong
        .filter_map(|one| Some((one.description, one.fault?)))
        .collect()
}

/// Oracle: the programs of `tests/broken`, each with one fault, and one without.
#[test]
#[ignore = "a long run: seconds"]
fn each_fault_is_named_alone() {
    assert_eq!(protocol_faults("right"), []);
    for (mode, what, words) in [
        (
            "exits",
            "it starts and answers `hello`",
            "no device in slot 3",
        ),
        ("version", "it starts and answers `hello`", "vyre-backend/2"),
        (
            "stays",
            "it answers `bye` and ends with status 0",
            "end there",
        ),
        (
            "ends_badly",
            "it answers `bye` and ends with status 0",
            "exit status: 9",
        ),
    ] {
        let actual = protocol_faults(mode);
        let [(found_what, found_words)] = actual.as_slice() else {
            panic!("{mode}: {actual:?}");
        };
        assert_eq!(*found_what, what, "{mode}");
        assert!(found_words.contains(words), "{mode}: {found_words}");
    }
    // The golden frames show the fault first, then programs and the contract with more inputs.
    let swapped = protocol_faults("swapped");
    let (first, words) = &swapped[0];
    assert_eq!(*first, GOLDEN);
    assert!(
        words.starts_with("it runs on two cases: it answers the words 0x0 0x3"),
        "{words}"
    );
    let contract = swapped.iter().find(|(what, _)| *what == CONTRACT);
    let (_, more) = contract.unwrap_or_else(|| panic!("{swapped:?}"));
    assert!(more.contains("case 0"), "{more}");
    let fragile: Vec<&str> = protocol_faults("fragile")
        .into_iter()
        .map(|(what, _)| what)
        .collect();
    let expected = [
        "it refuses a request of an unknown kind, and continues",
        "it refuses a request about code that is not loaded, and continues",
        "it refuses invalid code, and continues",
        GOLDEN,
    ];
    assert_eq!(fragile, expected);
}
