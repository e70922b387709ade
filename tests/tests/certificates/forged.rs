//! Known forgeries: the digest matches, conclusions are derived again where that helps the forger, and `verify` names
//! the fault.

use super::issued::{Device, RIGHT, issued, right_certificate, verifier, wrong_certificate};
use vyre_conform_certificate::certificate::{
    Certificate, EngineEvidence, Evidence, OpEvidence, OutcomeName, Part, derive,
};
use vyre_conform_certificate::verify::Refusal;

pub(super) type Edit = fn(&mut Evidence);

pub(super) fn op<'e>(evidence: &'e mut Evidence, id: &str) -> &'e mut OpEvidence {
    let mut ops = evidence.ops.iter_mut();
    ops.find(|op| op.id == id).expect("an op")
}

pub(super) fn engine(evidence: &mut Evidence) -> &mut EngineEvidence {
    &mut evidence.engines[0]
}

/// The part whose id has this suffix.
pub(super) fn part<'e>(evidence: &'e mut Evidence, end: &str) -> &'e mut Part {
    let part = evidence.parts_mut().find(|part| part.id.ends_with(end));
    part.unwrap_or_else(|| panic!("no part ends with {end}"))
}

pub(super) fn unsupported(part: &mut Part, reason: &str) {
    part.outcome = OutcomeName::Unsupported;
    part.reason = Some(reason.into());
    (part.cases, part.range, part.failures) = (0, None, 0);
    part.counterexample = None;
}

/// Checks that `verify` refuses the edited certificate for this reason, sealed as edited and with all conclusions
/// derived again.
pub(super) fn refused(from: &Certificate, name: &str, edit: Edit, word: &str) {
    for again in [false, true] {
        let mut evidence = from.evidence.clone();
        edit(&mut evidence);
        if again {
            derive(&mut evidence);
        }
        let forged = Certificate::seal(evidence, from.run.clone());
        let verified = verifier().verified(forged.text().as_bytes());
        let Err(refusal) = verified else {
            panic!("{name} verifies, derived anew: {again}");
        };
        let lines = refusal.lines().join("\n");
        if again {
            assert!(lines.contains(word), "{name}: {lines}");
        }
        assert!(
            !matches!(refusal, Refusal::Unreadable(_)),
            "{name}: {lines}"
        );
    }
}

/// Oracle: the run that issued them.
#[test]
fn issued_certificates_verify() {
    for certificate in [right_certificate(), wrong_certificate()] {
        let verified = verifier().verified(certificate.text().as_bytes());
        let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
        assert_eq!(verified.unverified_reasons, []);
        assert_eq!(&verified.certificate, certificate);
    }
    assert!(
        wrong_certificate()
            .parts()
            .any(|part| part.counterexample.is_some())
    );
    // Failing parts that ran as a whole have cases, and the failing ones are among them.
    for part in wrong_certificate().parts().filter(|part| part.failures > 0) {
        assert!(part.failures <= part.cases, "{part:?}");
    }
}

/// Oracle: the numbers of cases in the runs above.
#[test]
fn numbers_of_cases_match_the_suite() {
    let forgeries: [(&str, Edit); 12] = [
        ("gates", |e| part(e, "flip::gates").cases = 2),
        ("coverage", |e| part(e, "flip::coverage").cases += 1),
        ("deterministic", |e| {
            part(e, "flip::reference::deterministic").cases *= 2;
        }),
        ("interpreter", |e| part(e, "sum::interpreter").cases -= 1),
        ("table", |e| part(e, "flip::table").cases = 200),
        ("table on the device", |e| {
            part(e, "flip::table::stand").cases = 1
        }),
        ("operands", |e| {
            part(e, "sum::parity::stand::operands").cases += 7
        }),
        ("adversarial", |e| {
            part(e, "sum::parity::stand::adversarial").cases = 1_000_000;
        }),
        ("determinism", |e| {
            part(e, "sum::determinism::stand").cases *= 3
        }),
        ("witness", |e| {
            part(e, "not_idempotent::stand::witness").cases = 9;
        }),
        ("engine gates", |e| part(e, "hex_decode::gates").cases *= 2),
        ("engine", |e| {
            part(e, "hex_decode::deterministic::stand").cases += 1;
        }),
    ];
    for (name, edit) in forgeries {
        refused(right_certificate(), name, edit, "cases");
    }
    // A billion inputs of engines, with parts that agree with them.
    refused(
        right_certificate(),
        "engine inputs",
        |e| {
            let corpus = 5 * 100;
            e.settings.engine_inputs = 1_000_000_000;
            for part in &mut engine(e).parts {
                part.cases = 5_000_000_000 + corpus;
                if let Some(due) = &mut part.due {
                    *due = part.cases;
                    part.range = Some([0, part.cases]);
                }
            }
        },
        "inputs of engines",
    );
}

/// Oracle: the predicate of the op, the listed features, and this device, which supports every lowering.
#[test]
#[ignore = "a long run: seconds"]
fn unsupported_parts_have_a_reason() {
    // A failing part is declared unsupported, and levels are derived again.
    refused(
        wrong_certificate(),
        "failing parts",
        |e| {
            let ops = e.ops.iter_mut().flat_map(|op| &mut op.parts);
            let failed = ops.filter(|part| part.outcome == OutcomeName::Failed);
            failed.for_each(|part| unsupported(part, "shader-f64"));
        },
        "neither the op nor the features",
    );
    refused(
        wrong_certificate(),
        "the whole op",
        |e| {
            let parts = op(e, "cert::sum").parts.iter_mut();
            let on_backend = parts.filter(|part| part.on_backend());
            on_backend.for_each(|part| unsupported(part, "larger limits: a lot"));
        },
        "neither the op nor the features",
    );
    refused(
        right_certificate(),
        "a category C op whose feature is there",
        |e| {
            let parts = op(e, "cert::wide").parts.iter_mut();
            let on_backend = parts.filter(|part| part.on_backend());
            on_backend.for_each(|part| unsupported(part, "shader-int64"));
        },
        "neither the op nor the features",
    );
    refused(
        right_certificate(),
        "a result without the feature",
        |e| {
            e.backend.features.clear();
            let hardware = op(e, "cert::wide").hardware.as_mut();
            hardware.expect("a category C op").present = false;
        },
        "lacks shader-int64",
    );
    refused(
        right_certificate(),
        "an engine",
        |e| {
            let parts = engine(e).parts.iter_mut();
            let on_backend = parts.filter(|part| part.on_backend());
            on_backend.for_each(|part| unsupported(part, "whole programs"));
        },
        "neither the op nor the features",
    );
    refused(
        right_certificate(),
        "the reference",
        |e| unsupported(part(e, "flip::law::involution::witnessed"), "time"),
        "neither the op nor the features",
    );
    // Without the feature the suite itself reports the op as unsupported, and accepts no other reason.
    let missing = issued(
        Device {
            features: &[],
            ..RIGHT
        },
        3000,
        Some("cert::wide"),
    );
    let verified = verifier().verified(missing.text().as_bytes());
    assert_eq!(
        verified.map(|verified| verified.unverified_reasons),
        Ok(vec![])
    );
    refused(
        &missing,
        "another reason",
        |e| part(e, "wide::determinism::stand").reason = Some("shader-f64".into()),
        "it is for `shader-int64`",
    );
}

/// Oracle: the documentation of registered backends: their lacks are their issuer's word, which `verify` reports.
#[test]
#[ignore = "a long run: seconds"]
fn missing_features_of_registered_backends_are_unverified_claims() {
    let device = Device {
        kind: "mine",
        lacks: "cert::flip",
        ..RIGHT
    };
    let certificate = issued(device, 3000, Some("cert::flip"));
    let verified = verifier().verified(certificate.text().as_bytes());
    let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    let on_backend = certificate.parts().filter(|part| part.on_backend());
    assert_eq!(verified.unverified_reasons.len(), on_backend.count());
    assert!(
        verified
            .unverified_reasons
            .iter()
            .all(|(_, reason)| reason == "what this device has not")
    );
    assert!(
        !certificate
            .evidence
            .levels
            .iter()
            .any(|level| level.established),
        "a level without an op is not established"
    );
    // The same code cannot be lacking for one part alone.
    let whole = issued(
        Device {
            kind: "mine",
            wrong: "cert::sum",
            ..RIGHT
        },
        3000,
        Some("cert::sum"),
    );
    refused(
        &whole,
        "what fails alone",
        |e| {
            let parts = op(e, "cert::sum").parts.iter_mut();
            let failed = parts.filter(|part| part.outcome == OutcomeName::Failed);
            failed.for_each(|part| unsupported(part, "what this device has not"));
        },
        "load the same code",
    );
}
