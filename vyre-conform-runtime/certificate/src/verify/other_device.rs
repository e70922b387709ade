//! A certificate compared with a backend of other features and limits.
//!
//! The evidence is verified again as if the certificate listed those of the backend. Everything that depends on a
//! feature or limit (ops of Category C, reasons of unsupported parts, workgroup sizes, digests, rates) is derived from
//! them again, so that an irrelevant difference causes no problem.

use super::{Refusal, Verification, Verifier};
use crate::certificate::{Backend, Certificate};
use std::collections::BTreeSet;
use vyre_conform_suite::backend::Identity;

impl Verifier<'_> {
    /// Features and limits in which a backend differs from that of a certificate, if no part depends on them.
    ///
    /// # Errors
    ///
    /// If the certificate would not verify with those of the backend, or both list different values of a limit.
    pub fn differences_on(
        &self,
        certificate: &Certificate,
        here: &Identity,
    ) -> Result<Vec<String>, Refusal> {
        let listed = &certificate.evidence.backend;
        let here = Backend::from(here);
        let changed = listed.limits.iter().filter_map(|(name, most)| {
            let found = here.limits.get(name).filter(|found| *found != most)?;
            Some(format!("its limit `{name}` is {most}, and {found} here"))
        });
        let changed: Vec<String> = changed.collect();
        if !changed.is_empty() {
            return Err(Refusal::Problems(changed));
        }
        let differences = differences(listed, &here);
        let mut other = certificate.clone();
        other.evidence.backend.features = here.features;
        other.evidence.backend.limits = here.limits;
        let Verification { .. } = self.content(other)?;
        Ok(differences)
    }
}

/// Names that only one of the two lists.
fn differences(listed: &Backend, here: &Backend) -> Vec<String> {
    let names = |of: &Backend| -> BTreeSet<String> {
        let features = of.features.iter().map(|name| format!("`{name}`"));
        let limits = of.limits.keys().map(|name| format!("limit `{name}`"));
        features.chain(limits).collect()
    };
    let (listed, here) = (names(listed), names(here));
    let more = here.difference(&listed).map(|name| format!("{name} here"));
    let less = listed.difference(&here);
    let less = less.map(|name| format!("{name} in the certificate"));
    more.chain(less).collect()
}
