//! Certificates of the float track.

use super::support::Place;
use vyre_conform_runtime::certify::certificate::{Certificate, Evidence};

/// Oracle: the rules of tracks: the levels are those of the track, the profile says what is inside.
#[test]
fn a_float_certificate_says_so_and_cannot_say_otherwise() {
    let Some(place) = Place::with_adapter() else {
        return;
    };
    let asked = ["--track", "float", "--level", "L2f"];
    let made = place.certify("f32::neg::", "a.json", &asked);
    assert_eq!(made.code, Some(0), "{}{}", made.stdout, made.stderr);
    let evidence = place.read("a.json").evidence;
    let op = &evidence.ops[0];
    assert_eq!((op.id.as_str(), op.track.as_str()), ("f32::neg", "float"));
    assert_eq!(op.level.as_deref(), Some("L2f"));
    assert_eq!(evidence.settings.track.as_deref(), Some("float"));
    assert_eq!(
        (evidence.profile.floats.as_str(), evidence.engines.len()),
        ("strict", 0)
    );
    let levels: Vec<&str> = evidence.levels.iter().map(|l| l.level.as_str()).collect();
    assert_eq!(levels, ["L1f", "L2f"]);
    assert_eq!(place.run(&["verify", "a.json"]).code, Some(0));
    let forged = |name: &str, edit: &dyn Fn(&mut Evidence)| {
        let mut certificate: Certificate = place.read("a.json");
        edit(&mut certificate.evidence);
        let certificate = Certificate::seal(certificate.evidence, certificate.run);
        std::fs::write(place.path(name), certificate.text()).expect("written");
        let ran = place.run(&["verify", name]);
        assert_eq!(ran.code, Some(1), "{name}: {}", ran.stdout);
    };
    forged("profile", &|e| e.profile.floats = "not claimed".into());
    forged("approximate", &|e| e.track = "approximate".into());
    forged("track", &|e| e.settings.track = Some("integer".into()));
    forged("no track", &|e| e.settings.track = None);
    forged("track of the op", &|e| e.ops[0].track = "integer".into());
    forged("level of the other track", &|e| {
        e.ops[0].level = Some("L2".into())
    });
}

/// Oracle: the rules of tracks: an op is on one.
#[test]
fn the_integer_track_has_no_float_op() {
    let Some(place) = Place::with_adapter() else {
        return;
    };
    let made = place.certify("f32::neg::", "a.json", &["--track", "integer"]);
    assert_ne!(made.code, Some(0), "{}", made.stdout);
    assert!(made.stderr.contains("no part"), "{}", made.stderr);
}
