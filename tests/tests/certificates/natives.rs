//! Engines in certificates of the profile of native floats, which runs programs on adapters with float controls.

use super::forged::{engine, refused, unsupported};
use super::issued::{Device, ENGINE, RIGHT, issued, verifier};

/// Oracle: the documentation of the profile, and the run that issued the certificate.
#[test]
fn an_engine_runs_in_the_profile_of_native_floats() {
    let device = Device {
        kind: "wgpu-vulkan+native",
        features: &["float-control-RoundingModeRTE"],
        ..RIGHT
    };
    let certificate = issued(device, 3000, Some(ENGINE));
    assert_eq!(certificate.evidence.backend.identity().slug, "stand+native");
    let verified = verifier().verified(certificate.text().as_bytes());
    let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    assert_eq!(verified.unverified_reasons, []);
    refused(
        &certificate,
        "whole programs",
        |e| {
            let parts = engine(e).parts.iter_mut();
            let on_backend = parts.filter(|part| part.on_backend());
            on_backend.for_each(|part| unsupported(part, "whole programs"));
        },
        "neither the op nor the features",
    );
    refused(
        &certificate,
        "no float controls",
        |e| e.backend.features.clear(),
        "the backend lacks whole programs",
    );
}
