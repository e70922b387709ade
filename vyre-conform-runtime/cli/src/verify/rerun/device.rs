//! The device of a certificate on this machine.

use crate::exit::Failure;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_harness::backends;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// The device of a certificate, if this machine has it.
#[derive(Default)]
pub(super) struct Device {
    pub(super) backend: Option<&'static dyn Backend>,
    /// Irrelevant differences from the certificate's features and limits.
    pub(super) differences: Vec<String>,
}

/// The device of this machine for which a certificate was issued.
///
/// Lists of features grow with the backend: a difference on which no part of the certificate depends is ignored.
pub(super) fn device(certificate: &Certificate, catalog: &Catalog) -> Result<Device, Failure> {
    let wanted = certificate.evidence.backend.identity();
    // A certificate about an opt-in backend requests it.
    let all = backends::with_requests(&wanted.slug).map_or(vec![], |all| all.list);
    let same = |b: &&'static dyn Backend| {
        let id = b.identity();
        (&id.slug, &id.device, &id.driver, &id.kind)
            == (&wanted.slug, &wanted.device, &wanted.driver, &wanted.kind)
    };
    let Some(backend) = all.into_iter().find(same) else {
        return Ok(Device::default());
    };
    let here = backend.identity();
    let listed = certificate.evidence.backend.limits.iter();
    let listed = listed.map(|(name, most)| (name.clone(), *most));
    let is_same = here.features == wanted.features && {
        let mut limits = here.limits.clone();
        limits.sort();
        limits.into_iter().eq(listed)
    };
    if is_same {
        return Ok(Device {
            backend: Some(backend),
            differences: vec![],
        });
    }
    let differences = Verifier::new(catalog).differences_on(certificate, here);
    let differences = differences.map_err(|refusal| {
        let lines: Vec<String> = refusal.lines().iter().map(|l| format!("\n  {l}")).collect();
        Failure::refuted(format!(
            "features or limits are not those of {} on this machine, and parts depend on them:{}",
            plain(&here.slug),
            lines.concat()
        ))
    })?;
    Ok(Device {
        backend: Some(backend),
        differences,
    })
}
