//! Number of random programs that detect each semantic mutant.

use super::super::{Case, MutantOutcome, Original, SemanticMutant};
use super::{Ops, ops};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;

/// The number of programs of a certificate, and the default seed of the first.
const PROGRAMS: u64 = 256;
const SEED: u64 = 0x5eed;
/// The minimum number of programs that must detect each mutant.
const MIN_DETECTIONS: usize = 8;

/// For one mutant: the number of programs that it changes, and of those that detect it.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    detected: usize,
    changed: usize,
}

fn originals(seed: u64) -> (Ops, Vec<Original>) {
    let (library, signatures) = ops();
    let cases = (seed..seed + PROGRAMS).map(|seed| Case::random(seed, &signatures));
    let originals = cases.map(|case| Original::new(case, &library).expect("no fault"));
    let originals = originals.collect();
    (library, originals)
}

/// The counts of every mutant by name, for the programs from this seed on.
fn counted(seed: u64) -> BTreeMap<&'static str, Count> {
    let (library, originals) = originals(seed);
    let count = |mutant: &SemanticMutant| {
        let mut count = Count::default();
        for original in &originals {
            let outcome = mutant.outcome(original, &library);
            count.detected += usize::from(outcome == MutantOutcome::Detected);
            count.changed += usize::from(outcome != MutantOutcome::Inapplicable);
        }
        count
    };
    let next = Mutex::new(SemanticMutant::all());
    let outcomes = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(mutant) = next.lock().expect("no panic").next() else {
                        return;
                    };
                    let count = count(mutant);
                    outcomes.lock().expect("no panic").insert(mutant.id, count);
                }
            });
        }
    });
    outcomes.into_inner().expect("no panic")
}

/// The mutants detected by fewer programs than [`MIN_DETECTIONS`].
fn rarely_detected(counts: &BTreeMap<&'static str, Count>) -> Vec<String> {
    let small = counts
        .iter()
        .filter(|(_, count)| count.detected < MIN_DETECTIONS);
    small
        .map(|(id, count)| format!("{id}: {count:?}"))
        .collect()
}

/// Oracle: the names are unique, and the faults are sentences.
#[test]
fn mutants_have_names_and_sentences() {
    let ids: BTreeSet<&str> = SemanticMutant::all().map(|mutant| mutant.id).collect();
    assert_eq!(ids.len(), SemanticMutant::all().count());
    assert!(ids.len() >= 60, "{}", ids.len());
    for mutant in SemanticMutant::all() {
        assert!(mutant.fault.ends_with('.'), "{}", mutant.id);
    }
}

/// Oracle: the interpreter on the original program. Each fault changes the words of at least 8 of the
/// 256 programs that a certificate runs by default. `VYRE_BLESS=1` writes the page with the counts.
#[test]
#[ignore = "a long run: a minute"]
fn eight_programs_of_a_certificate_detect_each_mutant() {
    let counts = counted(SEED);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/semantic-mutants.md");
    let text = page_of(&counts);
    if std::env::var_os("VYRE_BLESS").is_some() {
        std::fs::write(&page, &text).expect("writable");
    }
    let existing = std::fs::read_to_string(&page).expect("readable");
    let mut lines = existing.lines().zip(text.lines());
    let differs = lines.find(|(a, b)| a != b);
    let page = page.display();
    assert!(
        existing == text,
        "VYRE_BLESS=1 writes {page} anew: {differs:?}"
    );
    let rare = rarely_detected(&counts);
    assert_eq!(rare, [""; 0]);
}

fn page_of(counts: &BTreeMap<&'static str, Count>) -> String {
    let mut text = format!(
        "# Semantic mutants\n\n\
         A semantic mutant changes the meaning of a program as one fault of a compiler or a device would. The \
         reference\n\
         interpreter runs the changed program, so its words are those of a backend with this fault. The table counts, \
         of\n\
         the {PROGRAMS} random programs that a certificate runs by default, those that have what the fault changes, \
         and\n\
         those whose words differ. The test `tests::mutants` of the package `vyre-conform-fuzz` writes this page and\n\
         requires at least {MIN_DETECTIONS} programs a mutant.\n\n\
         | mutant | fault | programs changed | that detect it |\n|---|---|---|---|\n"
    );
    for SemanticMutant { id, fault, .. } in SemanticMutant::all() {
        let Count { detected, changed } = counts[id];
        let _ = writeln!(text, "| {id} | {fault} | {changed} | {detected} |");
    }
    text
}

/// Oracle: the interpreter on the original program.
#[test]
#[ignore = "a long run: a minute"]
fn other_seeds_detect_almost_every_mutant() {
    for seed in [0, 100_000] {
        let counts = counted(seed);
        let rare = rarely_detected(&counts);
        // Of some two hundred counts a few are below their mean by chance.
        assert!(rare.len() <= SPREAD, "seed {seed}: {rare:#?}");
        let missed = counts.iter().filter(|(_, count)| count.detected == 0);
        assert_eq!(missed.count(), 0, "seed {seed}");
    }
}

/// The number of mutants that may be below [`MIN_DETECTIONS`] for other seeds.
const SPREAD: usize = 10;

/// Oracle: a former fault of the interpreter: a variable kept its value when it was declared again.
#[test]
fn a_thousand_programs_detect_a_kept_declaration() {
    let (library, signatures) = ops();
    for id in [
        "declaration-kept",
        "declaration-undefined",
        "array-kept",
        "frame-of-callee-kept",
    ] {
        let mutant = SemanticMutant::all().find(|mutant| mutant.id == id);
        let mutant = mutant.expect("a mutant of this name");
        let detected = (0..1000).any(|seed| {
            let case = Case::random(seed, &signatures);
            let original = Original::new(case, &library).expect("no fault");
            mutant.outcome(&original, &library) == MutantOutcome::Detected
        });
        assert!(detected, "{id}");
    }
}
