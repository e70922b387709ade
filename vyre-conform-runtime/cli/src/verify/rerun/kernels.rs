//! The device's choice of hand-written kernels, compared with the certificate's.

use vyre_conform_certificate::certificate::{Certificate, KernelEvidence};
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::Context;
use vyre_conform_suite::invariants::kernel_choices;

/// The engines for which this device chooses other texts than the certificate states.
pub(super) fn kernels(context: &Context, certificate: &Certificate) -> Vec<String> {
    let evidence = &certificate.evidence;
    let Some(backend) = context.backend(&evidence.backend.slug) else {
        return vec![];
    };
    let catalog = context.catalog();
    let engines = evidence.engines.iter();
    let listed = engines.filter(|engine| !engine.kernels.is_empty());
    let differs = listed.filter_map(|engine| {
        let choices = kernel_choices(catalog.find_engine(&engine.id)?, catalog, backend);
        let problem = match choices.map(|choices| KernelEvidence::of(&choices)) {
            Ok(found) if found == engine.kernels => return None,
            Ok(_) => "the text that runs here is not the stated one".to_owned(),
            Err(error) => error.to_string(),
        };
        Some(format!("{}: {}", plain(&engine.id), plain(&problem)))
    });
    differs.collect()
}
