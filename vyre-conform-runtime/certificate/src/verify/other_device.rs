//! A certificate beside a backend whose features and limits are others than those that it lists.
//!
//! The evidence is verified once more as if the certificate listed those of the backend. Everything in it that
//! depends on a feature or a limit (ops of Category C, reasons of unsupported parts, workgroup sizes, digests, rates)
//! is computed from them again, so that a difference which nothing depends on leaves no problem.

use super::{Refusal, Verification, Verifier};
use crate::certificate::{Backend, Certificate};
use std::collections::BTreeSet;
use vyre_conform_suite::backend::Identity;

impl Verifier<'_> {
    /// The features and limits in which a backend differs from that of a certificate, where no part of it depends on
    /// them.
    ///
    /// # Errors
    /// The certificate would not verify with those of the backend: what depends on them, or a limit that both list
    /// differently.
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

/// Names that one of the two lists alone.
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
