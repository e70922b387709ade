//! Impossible lacks of an engine: a feature or a text of an op that it does not call, a text that the op has, and whole
//! programs on a backend that ran some.

use super::forged::{engine, unsupported};
use super::issued::{Device, RIGHT, catalog, certificate_over, issued};
use vyre_conform_certificate::certificate::{Certificate, Evidence, derive};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry;

/// A registered backend, about whose features the suite knows nothing.
const CUSTOM_DEVICE: Device = Device {
    kind: "mine",
    features: &["packed_4x8_integer_dot_product", "shader-int64"],
    ..RIGHT
};

/// The op that the engine calls, and the engine.
const CALLED_OP: &str = "u32::dot4_i8";
const CALLING: &str = "engine::dot_rows_i8";

/// Result of verifying a certificate in which the engine's parts that `is_wanted` selects are unsupported for this
/// reason: the issuer's words, or the refusal. The levels are derived again.
fn issuer_claims(
    verifier: &Verifier<'_>,
    from: &Certificate,
    is_wanted: fn(usize) -> bool,
    reason: &str,
) -> Result<Vec<String>, String> {
    let mut evidence: Evidence = from.evidence.clone();
    let parts = engine(&mut evidence).parts.iter_mut();
    let on_backend = parts.filter(|part| part.on_backend()).enumerate();
    let requested = on_backend.filter(|(k, _)| is_wanted(*k));
    requested.for_each(|(_, part)| unsupported(part, reason));
    derive(&mut evidence);
    let forged = Certificate::seal(evidence, from.run.clone());
    let verified = verifier.verified(forged.text().as_bytes());
    let by_word = verified.map(|verified| {
        verified
            .unverified_reasons
            .into_iter()
            .map(|(_, cause)| cause)
            .collect()
    });
    by_word.map_err(|refusal| refusal.lines().join("\n"))
}

fn refused(verifier: &Verifier<'_>, from: &Certificate, reason: &str, word: &str) {
    let lines = issuer_claims(verifier, from, |_| true, reason).expect_err(reason);
    assert!(lines.contains(word), "{reason}: {lines}");
}

const NEITHER: &str = "neither the op nor the features";

/// Oracle: the engine, which calls no op with a hardware feature.
#[test]
#[ignore = "a long run: seconds"]
fn engine_cannot_lack_a_feature_of_uncalled_ops() {
    let (of_suite, library) = (issued(RIGHT, 3000, None), catalog());
    let verifier = Verifier::new(&library);
    let mine = issued(CUSTOM_DEVICE, 3000, None);
    let feature = "shader-int64, the hardware feature of `cert::wide`";
    let text = "a text for C11: there is none but for WGSL (of `cert::wide`)";
    for reason in [feature, text, "shader-int64"] {
        for from in [&of_suite, &mine] {
            refused(&verifier, from, reason, NEITHER);
        }
    }
    // The suite knows the limits of its own backends; those of others are the issuer's word and listed as such.
    let limits = "larger limits: of it all";
    refused(&verifier, &of_suite, limits, NEITHER);
    let by_word = issuer_claims(&verifier, &mine, |_| true, limits).expect("it can be so");
    assert!(by_word.iter().any(|cause| *cause == limits), "{by_word:?}");
    // Not even for an op that no library contains.
    let unknown = "a text for C11: there is none but for WGSL (of `cert::unknown`)";
    refused(&verifier, &mine, unknown, NEITHER);
}

/// Oracle: docs/spec/certificates.md: the lacks of a registered backend are its issuer's word, provided that they are
/// possible.
#[test]
fn engine_may_lack_the_text_of_a_called_op() {
    let library = calling_catalog();
    let verifier = Verifier::new(&library);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mine = certificate_over(
        folder.path(),
        calling_catalog(),
        CUSTOM_DEVICE,
        3000,
        Some(CALLING),
    );
    let ran = verifier.verified(mine.text().as_bytes());
    let ran = ran.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    assert_eq!(ran.unverified_reasons, []);
    let text = format!("a text for C11: there is none but for WGSL, CUDA C++ (of `{CALLED_OP}`)");
    let by_word = issuer_claims(&verifier, &mine, |_| true, &text).expect("it can be so");
    assert!(
        !by_word.is_empty() && by_word.iter().all(|cause| *cause == text),
        "{by_word:?}"
    );
    // The run's own statement about such a backend.
    let device = Device {
        lacks: CALLED_OP,
        ..CUSTOM_DEVICE
    };
    let missing = certificate_over(
        folder.path(),
        calling_catalog(),
        device,
        3000,
        Some(CALLING),
    );
    let verified = verifier.verified(missing.text().as_bytes());
    let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    let message = format!("what this device has not (of `{CALLED_OP}`)");
    assert!(
        !verified.unverified_reasons.is_empty()
            && verified
                .unverified_reasons
                .iter()
                .all(|(_, cause)| *cause == message)
    );
    // The op has a text in this language; the engine calls another op; the feature is listed.
    let available =
        format!("a text for WGSL: there is none but for WGSL, CUDA C++ (of `{CALLED_OP}`)");
    let other = "a text for C11: there is none but for WGSL, CUDA C++ (of `u32::dot4_u8`)";
    let feature = format!("packed_4x8_integer_dot_product, the hardware feature of `{CALLED_OP}`");
    for reason in [&*available, other, &feature] {
        refused(&verifier, &mine, reason, NEITHER);
    }
}

/// Oracle: every engine consists of whole programs.
#[test]
#[ignore = "a long run: seconds"]
fn a_backend_lacks_whole_programs_of_all_engines_or_of_none() {
    let library = calling_catalog();
    let verifier = Verifier::new(&library);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mine = certificate_over(
        folder.path(),
        calling_catalog(),
        CUSTOM_DEVICE,
        3000,
        Some(CALLING),
    );
    let whole = "whole programs";
    let by_word = issuer_claims(&verifier, &mine, |_| true, whole).expect("it can be so");
    assert!(by_word.iter().all(|reason| reason == whole), "{by_word:?}");
    let lines =
        issuer_claims(&verifier, &mine, |k| k == 0, whole).expect_err("one part of several");
    assert!(
        lines.contains("is unsupported for whole programs, and "),
        "{lines}"
    );
    // The random programs ran for all of them.
    let all = issued(CUSTOM_DEVICE, 3000, None);
    let library = catalog();
    let lines =
        issuer_claims(&Verifier::new(&library), &all, |_| true, whole).expect_err("programs ran");
    assert!(
        lines.contains("is unsupported for whole programs, and "),
        "{lines}"
    );
}

/// Two ops with one hardware feature, and an engine that calls one of them.
fn calling_catalog() -> Catalog {
    let ops = registry::ops().into_iter();
    let ops = ops.filter(|op| [CALLED_OP, "u32::dot4_u8"].contains(&op.id));
    let engine = crate::engines::catalog().find_engine(CALLING);
    let engine = engine.expect("an engine of the library");
    Catalog::with_engines(ops.collect(), registry::helpers(), vec![engine]).expect("an engine")
}
