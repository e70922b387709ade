//! Changed files of answers: each is refused or completed, and none is believed.

use crate::sandbox::{Sandbox, summed};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{RngCore, SeedableRng};
use serde_json::{Value, json};
use vyre_conform_certificate::certificate::{Certificate, OutcomeName};
use vyre_conform_cli::certified;
use vyre_conform_harness::backends::Backends;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_kit::{Answers, KitBackend};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::Tracks;
use vyre_conform_tests::tint::Tint;

const OP: &str = "u32::bit_xor::parity";
const CASES: u64 = 500;

/// Oracle: the unchanged file.
pub(crate) fn fifty_mutants_are_refused_or_completed(tint: Tint) {
    mutants(&tint, 50);
}

/// Oracle: the unchanged file.
pub(crate) fn two_thousand_mutants_are_refused_or_completed(tint: Tint) {
    mutants(&tint, 2000);
}

/// Result of answering a file.
#[derive(Debug, PartialEq)]
enum FileOutcome {
    /// It was refused.
    Refused,
    /// Questions are open, which a further kit asks.
    Open,
    /// A certificate in which every part passed.
    Passed,
    /// A certificate with a failure.
    Failed,
}

fn mutants(tint: &Tint, count: u64) {
    let sandbox = Sandbox::new(tint);
    sandbox.kit("kit", &[OP, "--cases", &CASES.to_string()]);
    sandbox.answer("kit", "answers.json");
    let text = sandbox.read("answers.json");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(fate(&text, &sandbox), FileOutcome::Passed);
    let mut fates = [0; 3];
    for seed in 0..count {
        let mut random = Pcg64::seed_from_u64(seed);
        let (name, changed) = if seed % 2 == 0 {
            ("bytes", bytes(&text, &mut random))
        } else {
            content(&value, &mut random)
        };
        if changed.trim_end() == text.trim_end() {
            continue;
        }
        let actual = fate(&changed, &sandbox);
        match actual {
            FileOutcome::Refused => fates[0] += 1,
            FileOutcome::Open => fates[1] += 1,
            FileOutcome::Failed => fates[2] += 1,
            FileOutcome::Passed => panic!("mutant {seed} ({name}) is believed"),
        }
    }
    assert!(fates[0] > 0 && fates[1] > 0, "{fates:?}");
}

/// Changes of the text without its sum.
fn bytes(text: &str, random: &mut Pcg64) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut place = |length: usize| random.next_u64() as usize % length.max(1);
    match place(5) {
        0 => {
            let at = place(bytes.len());
            bytes[at] ^= 1 << place(7);
        }
        1 => bytes.truncate(place(bytes.len())),
        2 => {
            let (from, length) = (place(bytes.len()), place(200));
            bytes.drain(from..(from + length).min(text.len()));
        }
        3 => {
            let (from, to) = (place(bytes.len()), place(bytes.len()));
            let part = bytes[from..(from + 50).min(text.len())].to_vec();
            bytes.splice(to..to, part);
        }
        _ => {
            let (one, other) = (place(bytes.len()), place(bytes.len()));
            bytes.swap(one, other);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Changes of the content with the right sum, as someone could make who reads this library.
fn content(value: &Value, random: &mut Pcg64) -> (&'static str, String) {
    let mut changed = value.clone();
    let count = value["results"].as_array().expect("a list").len();
    let (one, other) = (
        random.next_u64() as usize % count,
        random.next_u64() as usize % count,
    );
    let results = changed["results"].as_array_mut().expect("a list");
    let name = match random.next_u64() % 9 {
        0 => {
            results[one].as_array_mut().expect("a list").truncate(1);
            "a gap"
        }
        1 => {
            let again = results[one].clone();
            results.insert(other, again);
            "a double"
        }
        2 => {
            results.remove(one);
            "a lack"
        }
        3 => {
            // Equal requests of one op have equal answers.
            let (a, b) = (results[one][1].clone(), results[other][1].clone());
            if a == b {
                results.swap(one, (one + 1) % count);
            }
            (results[one][1], results[other][1]) = (b, a);
            "an exchange"
        }
        4 => {
            let text = results[one][1]["d"][0]
                .as_str()
                .unwrap_or("AAAAAA==")
                .to_owned();
            let first = if text.starts_with('A') { "B" } else { "A" };
            results[one][1] = json!({"d": [format!("{first}{}", &text[1..])]});
            "a digest"
        }
        5 => {
            results[one][1] = json!({"error": ["other", "no"]});
            "an error"
        }
        6 => {
            results[one][1] = json!({"w": ["AAAAAA=="], "in": []});
            "words"
        }
        7 => {
            changed["kit"]["settings"]["seed"] = "0x1234".into();
            "a seed"
        }
        _ => {
            changed["kit"]["digest"] = "0".repeat(64).into();
            "a kit"
        }
    };
    (name, summed(changed))
}

fn fate(text: &str, sandbox: &Sandbox) -> FileOutcome {
    let Ok(answers) = Answers::of(&[("answers.json".to_owned(), text.as_bytes().to_vec())]) else {
        return FileOutcome::Refused;
    };
    let backend: &'static KitBackend = Box::leak(Box::new(KitBackend::answering(answers)));
    let certificate = certificate(backend, sandbox);
    if !backend.open_questions().is_empty() {
        return FileOutcome::Open;
    }
    let mut parts = certificate.evidence.ops.iter().flat_map(|op| &op.parts);
    let failed = parts.any(|part| part.outcome == OutcomeName::Failed);
    if failed {
        FileOutcome::Failed
    } else {
        FileOutcome::Passed
    }
}

fn certificate(backend: &'static KitBackend, sandbox: &Sandbox) -> Certificate {
    let mut settings = Settings::default();
    settings.plan.witnesses = CASES;
    settings.plan.tracks = Tracks::Strict;
    let backends = Backends {
        list: vec![backend],
        reason: None,
        absent: vec![],
    };
    let catalog = Catalog::linked().expect("the library");
    let context = Context::of(catalog, settings, backends, &sandbox.path(""));
    let context = context.expect("a context").without_saving();
    certified(&context, &backend.identity().slug, Some(OP)).expect("a certificate")
}
