//! Faults planted in the C text: each is found by the suite, or by random programs.

use vyre_conform_c::CBackend;
use vyre_conform_tests::lowered::faults::{Fault, OF_OPS, each, finds, missed_by_programs};

/// A fault of the columns.
const OF_STEPS: Fault = ("steps[0]", "steps[1]", "u32::sub");

/// Faults of memory, control, atomic steps and workgroups.
const OF_PROGRAMS: [(&str, &str); 15] = [
    ("if (i >= length) return 0;", "if (i >= length) return 1;"),
    (
        "if (i < length) array[i] = value;",
        "array[i < length ? i : 0] = value;",
    ),
    ("i < length ? array[i] : 0", "i < length ? array[i] : 7"),
    (
        "words[at + 1] = (u32)(value >> 32)",
        "words[at + 1] = (u32)value",
    ),
    ("words[i] = value", "words[i] = value + (i == 3u)"),
    ("    return true;\n", "\n"),
    ("b == 0 ? 0 : a / b", "b == 0 ? 1 : a / b"),
    ("b == 0 ? 0 : a % b", "b == 0 ? a : a % b"),
    ("[k] = 0u;", "[k] = 1u;"),
    ("atomic_fetch_add_explicit", "atomic_fetch_or_explicit"),
    ("value < before", "value > before"),
    ("n / groups[0] % groups[1]", "n % groups[1]"),
    ("{x, y, z}", "{y, x, z}"),
    ("workgroup_of[0] * ", "workgroup_of[0] + "),
    ("words[at] & kept", "words[at]"),
];

/// Oracle: the texts that are changed; without a fault the same obligations are met.
#[test]
fn faults_of_operators_are_caught() {
    let open = || super::c11().unoptimised();
    let faults = [&OF_OPS[..], &[OF_STEPS]].concat();
    let missed = each(&faults, &|(from, to, op)| {
        finds(open().with_fault(from, to), op)
    });
    assert!(missed.is_empty(), "not caught: {missed:#?}");
    for (_, _, op) in &OF_OPS[..4] {
        assert!(!finds(open(), op), "{op}");
    }
}

/// Oracle: the interpreter, which has another evaluation of everything.
#[test]
fn faults_of_programs_are_caught() {
    let open = || super::c11().unoptimised();
    let missed = missed_by_programs(&OF_PROGRAMS, 400, open, CBackend::with_fault);
    assert!(missed.is_empty(), "not caught: {missed:#?}");
}
