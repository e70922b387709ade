//! Mutants of small ops: those that declarations and parity reject, and those that they do not.

use std::collections::BTreeSet;
use std::time::Duration;
use vyre_conform_prove::mutate::{Change, OpMutants, mutants, try_mutants};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::vyre_op;

/// A sum with a weak declaration: other operators are commutative as well.
#[vyre_op(laws(Commutative))]
pub const fn loose(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// The sum with a declaration that distinguishes it from its mutants.
#[vyre_op(
    laws(Commutative, Identity(0)),
    table(
        (3, 5) => 8, "small numbers",
        (0x0001_FFFF, 1) => 0x0002_0000, "a carry over the middle",
        (0x8000_0000, 0x8000_0000) => 0, "the carry out of the highest bit is lost",
    ),
)]
pub const fn firm(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// A branch for a single input, which is neither an edge value nor a witness.
#[vyre_op(table((1) => 1, "most numbers stay", (7) => 7, "another"))]
pub const fn hidden(a: u32) -> u32 {
    if a == 0x1357_9bdf { 0 } else { a }
}

/// Statements, a loop, a condition and a signed comparison.
#[vyre_op(table((5, 2) => 2, "one step down"))]
pub const fn mixed(a: i32, n: u32) -> i32 {
    let mut x = a;
    let mut i = 0u32;
    while i < n {
        vyre_conform_runtime::bound!(4);
        if i >= 4 {
            break;
        }
        if x > 0 {
            x = x.wrapping_sub(3);
        }
        i += 2;
    }
    x
}

fn judged(op: &str, solvers: &Solvers) -> OpMutants {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    try_mutants(&catalog, op, solvers, Duration::from_secs(10)).expect("the op has mutants")
}

/// The changed lines of the mutants that the declaration does not reject.
fn survivors(judged: &OpMutants, op: &str) -> BTreeSet<String> {
    let catalog = Catalog::linked().expect("a catalog");
    let original = catalog.find(op).expect("an op").module();
    let original = original.as_ref().expect("a body");
    let open = judged
        .results
        .iter()
        .filter(|fate| fate.killed_by.is_none());
    open.map(|fate| fate.mutant.lines(original).1.join(" "))
        .collect()
}

/// Oracle: algebra: `^`, `|` and sums by halves are commutative like a sum, and the rows of the second
/// op distinguish them from it.
#[test]
fn weak_declaration_has_surviving_mutants() {
    let none = Solvers::default();
    let loose = judged("u32::loose", &none);
    let open = survivors(&loose, "u32::loose");
    let named = |part: &str| open.iter().any(|line| line.contains(part));
    assert!(
        named("a ^ b") && named("a | b") && named(">> 0x0000_0010"),
        "{open:?}"
    );
    assert!(!named("a - b"), "a difference does not commute: {open:?}");
    for fate in loose.results.iter().filter(|fate| fate.killed_by.is_none()) {
        assert!(fate.parity, "{fate:?}");
        let row = fate.row.as_ref().expect("a row that tells it from the op");
        let [a, b] = [0, 1].map(|k| row.inputs[k].words()[0]);
        assert_eq!(row.expected.words(), [a.wrapping_add(b)]);
    }
    let firm = judged("u32::firm", &none);
    assert_eq!(survivors(&firm, "u32::firm"), BTreeSet::new());
    assert!(firm.results.iter().all(|fate| fate.parity));
}

/// Oracle: the op: its mutants at the one input differ nowhere else, and without a solver they are
/// undecided; a solver that covers all inputs of one 32-bit operand decides them.
#[test]
fn hidden_mutants_need_a_solver() {
    let without = judged("u32::hidden", &Solvers::default());
    let open = || without.results.iter().filter(|fate| !fate.parity);
    assert!(open().count() > 2);
    assert!(open().all(|fate| fate.undecided.is_some()));
    let solvers = Solvers::on_path();
    if solvers.cadical.is_none() {
        return;
    }
    let with = judged("u32::hidden", &solvers);
    let mut open = with.results.iter().filter(|fate| !fate.parity);
    let is_found = open.any(|fate| {
        let row = fate.row.as_ref();
        row.is_some_and(|row| row.inputs[0].words() == [0x1357_9bdf])
    });
    assert!(is_found, "{with:?}");
    assert!(with.results.iter().all(|fate| fate.undecided.is_none()));
}

/// Oracle: the list of changes in the module's documentation, by hand for the operations in these
/// bodies.
#[test]
fn every_kind_of_change_is_made() {
    let catalog = Catalog::linked().expect("a catalog");
    let mut kinds = BTreeSet::new();
    for op in catalog.ops() {
        let body = op.module().as_ref().expect("a body");
        for mutant in mutants(body) {
            assert_ne!(mutant.body, *body);
            let (before, after) = mutant.lines(body);
            assert_ne!(before, after);
            kinds.insert(mutant.change);
        }
    }
    let expected = [
        Change::Operator,
        Change::Comparison,
        Change::Constant,
        Change::Mask,
        Change::Guard,
        Change::Order,
        Change::Signedness,
        Change::Carry,
        Change::Width,
        Change::Dropped,
    ];
    assert_eq!(kinds, BTreeSet::from(expected));
}
