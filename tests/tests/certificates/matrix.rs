//! Ten thousand mechanical edits of certificates, sealed again. `tests/src/harmless.rs` lists the edits that `verify`
//! accepts, and why each is harmless.

use super::issued::{issued, right_certificate, verifier, wrong_certificate};
use super::programs::faulty_certificate;
use serde_json::Value;
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_tests::edits::{FieldEdit, edits_at, places, sealed};
use vyre_conform_tests::harmless::{HARMLESS, pattern};

const SCHEMA: &str =
    include_str!("../../../vyre-conform-runtime/certificate/certificate.schema.json");

/// The number of edits for each certificate.
const EDITS_PER_CERTIFICATE: usize = 4200;

/// Threads that verify.
const THREADS: usize = 2;

/// Edits of a certificate at equal distances, so that every place has its share.
fn sample(certificate: &Certificate) -> (Value, Vec<FieldEdit>) {
    let file: Value = serde_json::from_str(&certificate.text()).expect("JSON");
    let places = places(&file);
    let all: Vec<FieldEdit> = places
        .iter()
        .flat_map(|path| edits_at(&file, path))
        .collect();
    let step = all.len().div_ceil(EDITS_PER_CERTIFICATE).max(1);
    // A step that is coprime to the number of edits of a place visits all of them in turn.
    let chosen = all.into_iter().step_by(step | 1).collect();
    (file, chosen)
}

/// The accepted edits, each with its text.
fn accepted_edits<'e>(file: &Value, edits: &'e [FieldEdit]) -> Vec<(&'e FieldEdit, Value)> {
    let of = |thread: usize| {
        let mine = edits.iter().skip(thread).step_by(THREADS);
        let edited = mine.filter_map(|edit| Some((edit, sealed(edit.of(file)?))));
        // Sealing restores a removed digest.
        let edited = edited.filter(|(_, text)| text != file);
        let verify = |text: &Value| verifier().verified(text.to_string().as_bytes()).is_ok();
        edited.filter(|(_, text)| verify(text)).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads = (0..THREADS).map(|k| scope.spawn(move || of(k)));
        let threads: Vec<_> = threads.collect();
        let actual = threads.into_iter().map(|t| t.join().expect("no panic"));
        actual.flatten().collect()
    })
}

/// Oracle: the table of harmless edits, which gives a hand-written reason for every place; and the published schema.
#[test]
#[ignore = "a long run: seconds"]
fn accepted_resealed_edits_are_harmless() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let filtered = issued(super::issued::RIGHT, 3000, Some("cert::wide"));
    let (mut tried, mut harmless) = (0, 0);
    let mut holes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for certificate in [
        right_certificate(),
        wrong_certificate(),
        faulty_certificate(),
        &filtered,
    ] {
        let (file, edits) = sample(certificate);
        assert_eq!(sealed(file.clone()), file, "what was issued is sealed so");
        let unedited = verifier().verified(file.to_string().as_bytes());
        assert!(unedited.is_ok(), "what was issued verifies");
        tried += edits.len();
        for (edit, text) in accepted_edits(&file, &edits) {
            harmless += 1;
            let place = pattern(&edit.path);
            if !schema.is_valid(&text) {
                let what = format!("the schema refuses {edit:?}");
                holes.entry(place.clone()).or_default().push(what);
            }
            if !HARMLESS.iter().any(|(listed, _)| *listed == place) {
                holes.entry(place).or_default().push(format!("{edit:?}"));
            }
        }
    }
    let message = holes.iter().map(|(place, all)| {
        let part: Vec<&str> = all.iter().take(3).map(String::as_str).collect();
        format!("\n{place}: {} edits: {}", all.len(), part.join("; "))
    });
    let message: Vec<String> = message.collect();
    assert!(
        message.is_empty(),
        "of {tried} these are taken:{}",
        message.concat()
    );
    assert!(tried >= 10_000, "{tried}");
    // Some edits must be accepted: a verifier that refuses everything would pass the checks above.
    println!("{harmless} of {tried} edits are taken");
    assert!(harmless > 50, "{harmless} of {tried}");
}
