//! Forgeries from an hour of fresh attempts; each of them was once accepted.

use super::forged::{part, refused, unsupported};
use super::issued::{Device, RIGHT, issued, right_certificate, verifier};
use serde_json::{Value, json};
use vyre_conform_certificate::certificate::{
    Certificate, LevelEvidence, PartDomain, ReadError, derive, diff, parse,
};
use vyre_conform_certificate::verify::Verification;
use vyre_conform_runtime::spec::Level;
use vyre_conform_tests::edits::sealed;

/// The text of a certificate with one place written differently.
fn rewritten(place: &str, edit: impl Fn(&mut Value)) -> Value {
    let mut file: Value = serde_json::from_str(&right_certificate().text()).expect("JSON");
    edit(file.pointer_mut(place).expect("a place"));
    sealed(file)
}

/// The values of these fields of an object, in this order.
fn values(items: &Value, names: &[&str]) -> Value {
    assert_eq!(
        items.as_object().map(serde_json::Map::len),
        Some(names.len())
    );
    names.iter().map(|name| items[*name].clone()).collect()
}

/// Oracle: the documentation of the format: each evidence has one text. Readers other than serde distinguish all of
/// these.
#[test]
fn non_canonical_serde_texts_are_refused() {
    let list =
        |place: &str, names: &[&str]| rewritten(place, |items| *items = values(items, names));
    let texts = [
        list("/evidence/shards", &["of", "have"]),
        list(
            "/evidence/backend",
            &["kind", "slug", "device", "driver", "features", "limits"],
        ),
        list("/evidence/ops/0/boundaries", &["hit", "total"]),
        rewritten("/evidence/ops/0", |op| op["ulps"] = Value::Null),
        rewritten("/evidence/settings", |items| items["track"] = Value::Null),
        rewritten("/run", |run| run["absent"] = json!([])),
    ];
    for (k, text) in texts.iter().enumerate() {
        let actual = parse(text.to_string().as_bytes());
        let refused = matches!(
            &actual,
            Err(ReadError::Shape(message)) if message.contains("where a certificate has")
        );
        assert!(refused, "{k}: {actual:?}");
    }
    let mut failing = right_certificate().evidence.clone();
    unsupported(part(&mut failing, "wide::table::stand"), "x");
    let text = Certificate::seal(failing, right_certificate().run.clone()).text();
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    let ops = file["evidence"]["ops"].as_array_mut().expect("a list");
    let rows = ops
        .iter_mut()
        .flat_map(|op| op["parts"].as_array_mut().expect("a list"));
    let mut result = rows.filter(|row| row.get("outcome").is_some());
    result.next().expect("one that is unsupported")["outcome"] = json!({"unsupported": null});
    let actual = parse(sealed(file).to_string().as_bytes());
    assert!(matches!(actual, Err(ReadError::Shape(_))), "{actual:?}");
}

/// Oracle: the meaning of `unsupported`: nothing of the part ran.
#[test]
fn unsupported_parts_have_no_cases() {
    let missing = Device {
        features: &[],
        ..RIGHT
    };
    let missing = issued(missing, 3000, Some("cert::wide"));
    let check = verifier().verified(missing.text().as_bytes());
    assert!(check.is_ok(), "{check:?}");
    for failures in [0, 5] {
        let mut evidence = missing.evidence.clone();
        let part = part(&mut evidence, "wide::parity::stand::witnessed");
        let due = part.due.expect("a number of cases");
        (part.cases, part.range, part.failures) = (due, Some([0, due]), failures);
        derive(&mut evidence);
        let forged = Certificate::seal(evidence, missing.run.clone());
        let check = verifier().verified(forged.text().as_bytes());
        let message = check.expect_err("cases of what did not run").lines();
        let message = message.join("\n");
        assert!(message.contains("states that cases ran"), "{message}");
    }
}

/// Oracle: the documentation of the facts of a run.
#[test]
fn the_run_has_times_and_rates() {
    let with = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = right_certificate().clone();
        edit(&mut certificate);
        let forged = Certificate::seal(certificate.evidence, certificate.run);
        let verified = verifier().verified(forged.text().as_bytes());
        verified
            .err()
            .map_or(String::new(), |refusal| refusal.lines().join("\n"))
    };
    assert_eq!(with(&|_| {}), "");
    let message = with(&|c| c.run.finished = "certified by somebody, 2026".into());
    assert!(message.contains("which is not a time"), "{message}");
    let message = with(&|c| c.run.started = "2026-02-30T00:00:00Z".into());
    assert!(message.contains("which is not a time"), "{message}");
    let message = with(&|c| c.run.started = "9999-01-01T00:00:00Z".into());
    assert!(message.contains("finished before it started"), "{message}");
    let message = with(&|c| c.run.rates.extend([("certified".to_owned(), 1)]));
    assert!(message.contains("a rate of `certified`"), "{message}");
}

/// Oracle: the names of kinds and adapters, as the suite writes them.
#[test]
#[ignore = "a long run: seconds"]
fn backend_kind_matches_its_name() {
    for kind in [
        "wgpu-vulkan\u{200b}",
        "wgpu-vulk\u{430}n",
        "wgpu-vulkan ",
        "",
        "a\nb",
    ] {
        let mut evidence = right_certificate().evidence.clone();
        evidence.backend.kind = kind.into();
        let forged = Certificate::seal(evidence, right_certificate().run.clone());
        let verified = verifier().verified(forged.text().as_bytes());
        let message = verified.expect_err(kind).lines().join("\n");
        assert!(
            message.contains("no backend is of the kind"),
            "{kind:?}: {message}"
        );
    }
    refused(
        right_certificate(),
        "another device",
        |e| e.backend.device = "NVIDIA H200".into(),
        "is `nvidia-h200`",
    );
}

/// Oracle: the largest number of witnesses that a run accepts.
#[test]
fn impossible_numbers_of_witnesses_are_refused() {
    refused(
        right_certificate(),
        "witnesses",
        |e| {
            let before = e.settings.witnesses;
            e.settings.witnesses = 1 << 60;
            for part in e.parts_mut() {
                let witnessed = part.domain.map(PartDomain::name) == Some("witnessed");
                if let Some(due) = part.due.as_mut().filter(|_| witnessed) {
                    *due += (1 << 60) - before;
                    (part.cases, part.range) = (*due, Some([0, *due]));
                }
            }
        },
        "a run has at most",
    );
}

/// Oracle: the rule that a requested level does not depend on the issuer's word about cases.
#[test]
#[ignore = "a long run: seconds"]
fn level_with_omitted_cases_is_not_established() {
    let mut certificate = right_certificate().clone();
    for level in &mut certificate.evidence.levels {
        level.established = true;
    }
    let mut verified = Verification {
        certificate,
        unverified_reasons: vec![],
        unlisted_kernels: vec![],
        unreplayed: vec![],
        left_out: vec![],
        absent: vec![],
        absent_filetests: vec![],
    };
    assert_eq!(verified.short_of(Level::L3), None);
    let left = (
        "engine::x".to_owned(),
        "workgroup size 64: too much".to_owned(),
        9,
    );
    verified.left_out = vec![left];
    let reason = verified.short_of(Level::L3).expect("one case of ten ran");
    assert!(reason.contains("left out by the issuer's word"), "{reason}");
    assert_eq!(verified.short_of(Level::L2), None, "it rests on no engine");
    verified.left_out.clear();
    verified.absent_filetests = vec!["loops.vir".into()];
    let reason = verified
        .short_of(Level::L3)
        .expect("a file that did not run");
    assert!(reason.contains("did not run a filetest"), "{reason}");
    assert_eq!(verified.short_of(Level::L2), None, "it rests on no file");
    verified.certificate.evidence.levels.clear();
    assert!(verified.short_of(Level::L2).is_some());
}

/// Oracle: the certificates: levels are compared by name, and parts of two backends by kind, whatever the backends'
/// names.
#[test]
fn differences_list_levels_and_parts() {
    let level = |level| LevelEvidence {
        level,
        ..right_certificate().evidence.levels[0].clone()
    };
    let with = |levels: [Level; 2]| {
        let mut evidence = right_certificate().evidence.clone();
        evidence.levels = levels.map(level).into();
        Certificate::seal(evidence, right_certificate().run.clone())
    };
    let outcome = diff(
        &with([Level::L1, Level::L2]),
        &with([Level::L2, Level::L1f]),
    );
    let [first, second] = &outcome[..] else {
        panic!("{outcome:?}")
    };
    assert!(
        first.starts_with("level L1 ") && first.ends_with("only in the first"),
        "{first}"
    );
    assert!(
        second.starts_with("level L1f ") && second.ends_with("only in the second"),
        "{second}"
    );
    for slug in ["cert", "sum"] {
        let mut evidence = right_certificate().evidence.clone();
        evidence.backend.slug = slug.into();
        for part in evidence.parts_mut().filter(|part| part.on_backend()) {
            part.id = part.id.replace("::stand", &format!("::{slug}"));
        }
        let other = Certificate::seal(evidence, right_certificate().run.clone());
        let outcome = diff(right_certificate(), &other);
        assert_eq!(outcome, [format!("backend: stand -> {slug}")]);
    }
    let mut evidence = right_certificate().evidence.clone();
    part(&mut evidence, "sum::parity::stand::witnessed").by_digest = Some(7);
    evidence.settings.seed = "0x1".into();
    let outcome = diff(
        right_certificate(),
        &Certificate::seal(evidence, right_certificate().run.clone()),
    );
    assert!(
        outcome
            .iter()
            .any(|line| line.contains("compared by digest: none -> 7")),
        "{outcome:?}"
    );
}
