//! Ten thousand mechanical edits of certificates, sealed anew: what `verify` takes is listed here, with why it is
//! harmless.

use super::edits::{Edited, edits, sealed};
use super::issued::{issued, right, verifier, wrong};
use super::programs::faulty;
use serde_json::Value;
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::Certificate;

const SCHEMA: &str =
    include_str!("../../../vyre-conform-runtime/certificate/certificate.schema.json");

/// The edits that are tried of each certificate.
const EACH: usize = 3600;

/// Threads that verify.
const THREADS: usize = 2;

const FACTS: &str =
    "a fact of the run, outside of the evidence, which `verify` says is the issuer's word";
const WHO: &str = "who the device is, and what it has: the issuer's word, which `verify` says, and a rerun compares";
const FOUND: &str =
    "what a device gave where it failed: the issuer's word, and the part stays refuted";
const LESS: &str = "an example less of what stays refuted";
const COUNT: &str = "how many cases failed, or ran until one did: the part stays refuted";
const WORDS: &str = "words about what stays refuted";
const UNUSED: &str = "a setting of what the filter leaves out";
const SAME: &str = "another text of a filter that takes the same parts, which are named";
const SEED: &str =
    "another seed, of which no part that ran depends on what is in the file: the issuer's word";

/// Places in a file where an edit is taken, and why that is harmless. `*` stands for any number and for any name.
const HARMLESS: &[(&str, &str)] = &[
    ("/run/started", FACTS),
    ("/run/finished", FACTS),
    ("/run/host", FACTS),
    ("/run/threads", FACTS),
    ("/run/rates", FACTS),
    ("/evidence/backend/kind", WHO),
    ("/evidence/backend/device", WHO),
    ("/evidence/backend/driver", WHO),
    ("/evidence/backend/features", WHO),
    ("/evidence/backend/features/*", WHO),
    ("/evidence/backend/limits", WHO),
    ("/evidence/backend/limits/*", WHO),
    ("/evidence/settings/seed", SEED),
    ("/evidence/settings/engine_inputs", UNUSED),
    ("/evidence/settings/programs", UNUSED),
    ("/evidence/settings/filter", SAME),
    ("/evidence/ops/*/parts/*/counterexample/inputs", FOUND),
    (
        "/evidence/programs/parts/*/counterexample/program/word/word",
        FOUND,
    ),
    ("/evidence/ops/*/parts/*", LESS),
    ("/evidence/ops/*/parts/*/cases", COUNT),
    ("/evidence/ops/*/parts/*/failures", COUNT),
    ("/evidence/ops/*/parts/*/reason", WORDS),
    ("/evidence/ops/*/parts/*/counterexample/case", FOUND),
    ("/evidence/ops/*/parts/*/counterexample/expected", LESS),
    ("/evidence/ops/*/parts/*/counterexample/found", FOUND),
    ("/evidence/ops/*/parts/*/counterexample/found/*", FOUND),
    (
        "/evidence/ops/*/parts/*/counterexample/inputs/*/words/*",
        FOUND,
    ),
    ("/evidence/programs/parts/*/failures", COUNT),
    (
        "/evidence/programs/parts/*/counterexample/program/why",
        WORDS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word",
        LESS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word/found",
        FOUND,
    ),
];

/// The place of an edit as the table writes it.
fn pattern(path: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for name in path.split('/').skip(1) {
        let any = name.bytes().all(|b| b.is_ascii_digit()) || matches!(before, "limits" | "rates");
        out.push('/');
        out.push_str(if any { "*" } else { name });
        before = name;
    }
    out
}

/// What is tried of a certificate: edits at equal distances, so that every place has its share.
fn sample(certificate: &Certificate) -> (Value, Vec<Edited>) {
    let file: Value = serde_json::from_str(&certificate.text()).expect("JSON");
    let all = edits(&file);
    let step = all.len().div_ceil(EACH).max(1);
    // A step that shares no factor with the number of edits of a place meets them all in turn.
    let chosen = all.into_iter().step_by(step | 1).collect();
    (file, chosen)
}

/// The edits that are taken, each with its text.
fn taken<'e>(file: &Value, edits: &'e [Edited]) -> Vec<(&'e Edited, Value)> {
    let of = |thread: usize| {
        let mine = edits.iter().skip(thread).step_by(THREADS);
        let made = mine.filter_map(|edit| Some((edit, sealed(edit.of(file)?))));
        // Sealing puts back a digest that was taken away.
        let made = made.filter(|(_, text)| text != file);
        let verify = |text: &Value| verifier().verified(text.to_string().as_bytes()).is_ok();
        made.filter(|(_, text)| verify(text)).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads = (0..THREADS).map(|k| scope.spawn(move || of(k)));
        let threads: Vec<_> = threads.collect();
        let found = threads.into_iter().map(|t| t.join().expect("no panic"));
        found.flatten().collect()
    })
}

/// Oracle: the table above, in which a person says of every place why an edit there is harmless; and the published schema.
#[test]
fn resealed_edits_that_are_taken_are_harmless() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let filtered = issued(super::issued::RIGHT, 3000, Some("cert::wide"));
    let (mut tried, mut harmless) = (0, 0);
    let mut holes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for certificate in [right(), wrong(), faulty(), &filtered] {
        let (file, edits) = sample(certificate);
        assert_eq!(sealed(file.clone()), file, "what was issued is sealed so");
        let unedited = verifier().verified(file.to_string().as_bytes());
        assert!(unedited.is_ok(), "what was issued verifies");
        tried += edits.len();
        for (edit, text) in taken(&file, &edits) {
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
    let told = holes.iter().map(|(place, all)| {
        let some: Vec<&str> = all.iter().take(3).map(String::as_str).collect();
        format!("\n{place}: {} edits: {}", all.len(), some.join("; "))
    });
    let told: Vec<String> = told.collect();
    assert!(
        told.is_empty(),
        "of {tried} these are taken:{}",
        told.concat()
    );
    assert!(tried >= 10_000, "{tried}");
    // A verifier that refuses everything would pass what stands above.
    println!("{harmless} of {tried} edits are taken");
    assert!(harmless > 100, "{harmless} of {tried}");
}
