//! A library that grew or shrank after a certificate was issued.

use super::issued::{
    OPS, RIGHT, catalog, catalog_of, certificate_over, right_certificate, verifier,
};
use vyre_conform_certificate::certificate::{Certificate, SkipKind, SuiteTexts, diff_in_library};
use vyre_conform_certificate::verify::{Refusal, verified};
use vyre_conform_runtime::spec::Level;

fn certificate_of_two_ops(filter: Option<&str>) -> Certificate {
    let folder = tempfile::tempdir().expect("a temporary folder");
    certificate_over(folder.path(), catalog_of(&OPS[..2]), RIGHT, 300, filter)
}

/// Oracle: the catalogs: the second has one more op, which the certificate does not cover.
#[test]
#[ignore = "a long run: seconds"]
fn certificate_covers_only_its_listed_ops() {
    for filter in [None, Some("cert::flip::table")] {
        let certificate = certificate_of_two_ops(filter);
        let result = verifier().content(certificate.clone()).expect("verified");
        let absent: Vec<&str> = result.absent.iter().map(|item| item.id.as_str()).collect();
        assert_eq!(absent, [OPS[2]]);
        assert!(verifier().knows(&certificate.evidence));
        let own = catalog_of(&OPS[..2]);
        let result = verified(certificate.text().as_bytes(), &own).expect("verified");
        assert_eq!(result.absent, []);
    }
    let whole = verifier()
        .content(right_certificate().clone())
        .expect("verified");
    assert_eq!(whole.absent, []);
}

/// Oracle: the rule that a requested level covers the requester's library.
#[test]
#[ignore = "a long run: seconds"]
fn requested_level_covers_every_registered_op() {
    let mut certificate = certificate_of_two_ops(None);
    for level in &mut certificate.evidence.levels {
        level.established = true;
    }
    let mut verified = verifier()
        .content(certificate_of_two_ops(None))
        .expect("verified");
    verified.certificate = certificate;
    let reason = verified.short_of(Level::L1).expect("a third op");
    assert!(reason.contains("such as cert::wide"), "{reason}");
    verified.absent.clear();
    assert_eq!(verified.short_of(Level::L1), None);
}

/// Oracle: the catalogs: the certificate covers two ops of three and the engine, but not the third op.
#[test]
fn a_level_of_a_part_of_the_library_is_partial() {
    let verified = verifier()
        .content(certificate_of_two_ops(None))
        .expect("verified");
    assert_eq!(verified.absent_from(Level::L1), 1);
    assert_eq!(verified.absent_from(Level::L4), 1);
    assert_eq!(verified.absent_from(Level::L2f), 0, "the op is of integers");
    let mut evidence = verified.certificate.evidence.clone();
    for level in &mut evidence.levels {
        (level.established, level.reached) = (true, level.of);
        level.missing.clear();
    }
    for level in &evidence.levels {
        let name = level.level.name();
        let of = level.of;
        let told = |absent| level.describe(&evidence.levels, absent);
        assert_eq!(told(0), format!("{name} established: {of} of {of}"));
        let partial = format!("{name} partial: {of} of {of}; 1 of this library absent");
        assert_eq!(told(1), partial);
        assert_eq!(
            level.counted(1),
            format!("{of} of {of}; 1 of this library absent")
        );
    }
    let certificate = Certificate::seal(evidence, right_certificate().run.clone());
    let lines = diff_in_library([right_certificate(), &certificate], [&|_| 0, &|_| 1]);
    let level = lines.iter().find(|line| line.starts_with("level L1"));
    let level = level.expect("a level that differs");
    assert!(level.ends_with("1 of this library absent"), "{level}");
}

fn lines(refusal: &Refusal) -> String {
    refusal.lines().join("\n")
}

/// Oracle: the catalog, which lacks an op of the certificate.
#[test]
fn removed_op_is_named() {
    let smaller = catalog_of(&OPS[1..]);
    let refusal =
        verified(right_certificate().text().as_bytes(), &smaller).expect_err("an op less");
    let message = lines(&refusal);
    assert!(
        message.contains("it is about `cert::flip`, which this program does not have"),
        "{message}"
    );
}

/// Oracle: the digest covers the list of ops: dropping an op yields a certificate of fewer ops, with a digest that says
/// so; dropping all of them yields none.
#[test]
fn dropped_ops_are_not_covered() {
    let mut evidence = right_certificate().evidence.clone();
    evidence.ops.retain(|op| op.id != "cert::wide");
    vyre_conform_certificate::certificate::derive(&mut evidence);
    let sealed = |evidence| Certificate::seal(evidence, right_certificate().run.clone());
    let refusal = verifier().content(sealed(evidence.clone()));
    let message = lines(&refusal.expect_err("another registry"));
    assert!(message.contains("registry digest"), "{message}");
    let suite = catalog();
    let digests = SuiteTexts::new(&suite).digests(|id| id != "cert::wide");
    (evidence.registry_digest, evidence.spec_digest) = (digests.registry, digests.spec);
    let verified = verifier().content(sealed(evidence.clone())).expect("less");
    assert_eq!(verified.absent.len(), 1);
    assert_eq!(verified.absent[0].id, "cert::wide");
    evidence.ops.clear();
    evidence.engines.clear();
    evidence.skipped.retain(|s| s.kind != SkipKind::Filtered);
    let digests = SuiteTexts::new(&suite).digests(|_| false);
    (evidence.registry_digest, evidence.spec_digest) = (digests.registry, digests.spec);
    vyre_conform_certificate::certificate::derive(&mut evidence);
    let message = lines(&verifier().content(sealed(evidence)).expect_err("nothing"));
    assert!(message.contains("lists no op and no engine"), "{message}");
}
