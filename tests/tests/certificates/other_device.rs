//! A certificate next to a device with other features or limits.

use super::issued::{Device, RIGHT, issued, right_certificate, verifier};
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_suite::backend::Identity;

/// The device of a certificate, with an edited list.
fn edited_device(certificate: &Certificate, edit: impl Fn(&mut Identity)) -> Identity {
    let mut identity = certificate.evidence.backend.identity();
    edit(&mut identity);
    identity
}

/// Oracle: docs/spec/certificates.md#what-verify-shows: a feature on which no part depends does not count. Only the op
/// `cert::wide` requires a feature.
#[test]
fn unused_features_are_no_difference() {
    let on = |certificate: &Certificate, edit: &dyn Fn(&mut Identity)| {
        let verified = verifier().differences_on(certificate, &edited_device(certificate, edit));
        verified.map_err(|refusal| refusal.to_string())
    };
    assert_eq!(on(right_certificate(), &|_| ()), Ok(vec![]));
    let more = on(right_certificate(), &|of| {
        of.features.insert(0, "a-new-one".into())
    });
    assert_eq!(more, Ok(vec!["`a-new-one` here".to_owned()]));
    let more = on(right_certificate(), &|of| {
        of.limits.push(("max_made".into(), 7))
    });
    assert_eq!(more, Ok(vec!["limit `max_made` here".to_owned()]));
    // The parts that ran need the feature.
    let without: &dyn Fn(&mut Identity) = &|of| of.features.clear();
    let message = on(right_certificate(), without).expect_err("an op needs it");
    assert!(message.contains("cert::wide"), "{message}");
    // No part of another op needs it.
    let flip = issued(RIGHT, 300, Some("cert::flip"));
    let less = on(&flip, without);
    assert_eq!(
        less,
        Ok(vec!["`shader-int64` in the certificate".to_owned()])
    );
    // The lacking feature is present.
    let bare = Device {
        features: &[],
        ..RIGHT
    };
    let missing = issued(bare, 300, Some("cert::wide"));
    let message = on(&missing, &|of| of.features.push("shader-int64".into()));
    assert!(message.expect_err("it is there").contains("cert::wide"));
    let message = on(right_certificate(), &|of| of.limits[0].1 = 64);
    let message = message.expect_err("another limit");
    assert!(message.contains("is 256, and 64 here"), "{message}");
}
