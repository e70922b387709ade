//! Pairs of planted faults.

use super::backend::Driver;
use super::ops::{Is, Meant};
use super::{Base, FAULTS, Fault, bases, seen};
use std::collections::BTreeSet;
use vyre_conform_suite::compare::Blame;

/// The bases in which every component exists.
fn whole_bases() -> impl Iterator<Item = Base> {
    let whole = |base: &Base| base.is_named && base.has_alternate;
    bases().into_iter().filter(whole)
}

/// Oracle: the planted faults: two functions are wrong in the same way, and one row contradicts them.
#[test]
fn a_row_does_not_outvote_two_correct_components() {
    for base in whole_bases() {
        for faults in [
            [Fault::Reference(Is::Alike), Fault::Lower(Is::Alike)],
            [Fault::Reference(Is::Alike), Fault::Alternate(Is::Alike)],
            [Fault::Lower(Is::Alike), Fault::Alternate(Is::Alike)],
        ] {
            let seen = seen(base, &faults);
            assert!(seen.cells > 0, "{base:?} {faults:?}: nothing fails");
            assert!(seen.wrong.is_empty(), "{}", seen.wrong.join("\n"));
            assert!(seen.also_wrong.is_empty(), "{}", seen.also_wrong.join("\n"));
        }
    }
}

/// Oracle: the planted faults: rows, `lower` and alternate refute a declaration that only the wrong reference keeps.
#[test]
fn a_false_declaration_that_the_wrong_reference_keeps_is_named() {
    for base in whole_bases() {
        for faults in [
            [Fault::Reference(Is::Idempotent), Fault::Law],
            [Fault::Reference(Is::Wide), Fault::Not],
        ] {
            let seen = seen(base, &faults);
            assert!(seen.wrong.is_empty(), "{}", seen.wrong.join("\n"));
            assert!(seen.also_wrong.is_empty(), "{}", seen.also_wrong.join("\n"));
            let both: BTreeSet<&str> = faults.map(|fault| fault.blame().words()).into();
            assert_eq!(seen.named, both, "{base:?} {faults:?}");
        }
    }
}

/// Pairs of faults with a report that blames a correct component, and the reason why nothing distinguishes them.
const UNTELLABLE: [(Fault, Fault, &str); 4] = [
    (
        Fault::Reference(Is::Wide),
        Fault::Row,
        "the reference is wrong for the row too: one function contradicts it, and rows are right by definition",
    ),
    (
        Fault::Lower(Is::Wide),
        Fault::Row,
        "the function that `lower` names is wrong for the row too, so that the reference alone contradicts it",
    ),
    (
        Fault::Alternate(Is::Wide),
        Fault::Row,
        "the alternate is wrong for the row too, so that the reference alone contradicts it",
    ),
    (
        Fault::Row,
        Fault::Driver(Driver::Wide),
        "the device says nothing of the alternate, so that the reference alone contradicts the row",
    ),
];

/// Results of all pairs of faults.
#[derive(Default)]
struct Pairs {
    cells: usize,
    pairs: usize,
    wrong: Vec<String>,
    also_wrong: Vec<String>,
    /// Pairs without a report that names both: the second appears after fixing the first.
    half_named: usize,
}

impl Pairs {
    fn add(&mut self, base: Base, one: Fault, other: Fault) {
        let seen = seen(base, &[one, other]);
        let both: BTreeSet<&str> = [one, other].map(|fault| fault.blame().words()).into();
        self.pairs += 1;
        self.cells += seen.cells;
        self.half_named += usize::from(seen.named != both);
        let mut known = UNTELLABLE.iter();
        let is_known = known.any(|(a, b, _)| (*a, *b) == (one, other));
        assert!(
            seen.wrong.is_empty() || is_known,
            "{}",
            seen.wrong.join("\n")
        );
        self.wrong.extend(seen.wrong);
        self.also_wrong.extend(seen.also_wrong);
    }
}

/// Oracle: the planted faults: at most one report in 20 blames a correct component, and only for indistinguishable
/// pairs; at most one in 20 names one as a further fault.
#[test]
fn two_faults_rarely_blame_a_correct_component() {
    let mut all = Pairs::default();
    // The second op takes long on an interpreter: only its whole base runs.
    let is_asked = |base: &Base| base.meant == Meant::Not || (base.is_named && base.has_alternate);
    for base in bases().into_iter().filter(is_asked) {
        for (k, one) in FAULTS.into_iter().enumerate() {
            for other in FAULTS[k + 1..].iter().copied() {
                let same = one.blame() == other.blame() && one.blame() != Blame::Declaration;
                if !same && one.fits(base) && other.fits(base) {
                    all.add(base, one, other);
                }
            }
        }
    }
    let Pairs {
        cells,
        pairs,
        wrong,
        also_wrong,
        half_named,
    } = all;
    assert!(cells >= 1000, "{cells} cells");
    assert!(wrong.len() * 20 <= cells, "{}", wrong.join("\n"));
    assert!(also_wrong.len() * 20 <= cells, "{}", also_wrong.join("\n"));
    assert!(half_named * 4 <= pairs, "{half_named} of {pairs} pairs");
}
