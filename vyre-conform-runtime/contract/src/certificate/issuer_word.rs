//! The facts of a certificate that no verification without its devices can compute again.

use super::{InterpreterEvidence, KernelCertificate};

impl KernelCertificate {
    /// The facts that are the issuer's word until the same devices run the kernel again.
    pub fn issuer_word(&self) -> Vec<String> {
        let mut facts = vec![];
        for adapter in &self.adapters {
            let (slug, kind) = (&adapter.slug, &adapter.kind);
            let (device, driver) = (&adapter.device, &adapter.driver);
            let cases = adapter.runs.cases.len();
            facts.push(format!(
                "`{slug}` ({kind}, {device}, {driver}) ran {cases} cases with the stated outputs"
            ));
            let tolerances = adapter.runs.tolerances.iter();
            facts.extend(tolerances.map(|used| {
                let (buffer, largest) = (&used.buffer, used.largest);
                format!("`{slug}` used {largest} of the tolerance of `{buffer}`")
            }));
        }
        if let InterpreterEvidence::Unavailable { .. } = self.claims.interpreter {
            let (caught, all) = (self.mutants.caught, self.mutants.all);
            let parties = self.mutants.parties.join(", ");
            facts.push(format!("{parties} noticed {caught} of {all} mutants"));
        }
        facts
    }
}
