//! Issuing a certificate of a kernel.

use super::claims::claims;
use super::{
    AdapterEvidence, FOREIGN_TRACK, InterpreterEvidence, KERNEL_CERTIFICATE_FORMAT,
    KernelCertificate, KernelCertifyError, MutantEvidence, SurvivingMutant,
};
use crate::check::{ContractOptions, ContractReport, check};
use crate::contract::Contract;
use crate::interpreter::INTERPRETER;
use crate::mutate::{MutationReport, mutate};
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::WgpuBackend;

/// Checks a contract, changes its kernel, and states what was seen. Saved cases run as well; they leave no evidence.
///
/// # Errors
/// The kernel has a fault, an adapter did not run every case, or none was given.
pub fn certify_kernel(
    contract: &Contract<'_>,
    adapters: &[&WgpuBackend],
    options: &ContractOptions,
) -> Result<KernelCertificate, KernelCertifyError> {
    if adapters.is_empty() {
        return Err(KernelCertifyError::NoAdapter);
    }
    let report = check(contract, adapters, options)?;
    if report.is_refuted() {
        return Err(KernelCertifyError::Refuted(Box::new(report)));
    }
    let claims = claims(contract, options.seed, &report)?;
    let evidence = adapter_evidence(adapters, &report, claims.cases.len())?;
    let has_interpreter = matches!(claims.interpreter, InterpreterEvidence::Ran { .. });
    // The interpreter's verdicts are the same everywhere.
    let parties: &[&WgpuBackend] = if has_interpreter { &[] } else { &adapters[..1] };
    let mutants = mutate(contract, parties, options)?;
    if let Some(why) = mutants.refuted {
        return Err(KernelCertifyError::Mutants(why));
    }
    let named = parties.iter().map(|a| format!("`{}`", a.identity().slug));
    let named = has_interpreter
        .then(|| INTERPRETER.to_owned())
        .into_iter()
        .chain(named);
    let mut certificate = KernelCertificate {
        format: KERNEL_CERTIFICATE_FORMAT.to_owned(),
        track: FOREIGN_TRACK.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        claims,
        adapters: evidence,
        mutants: mutant_evidence(&mutants, named.collect()),
        omissions: report
            .omissions
            .into_iter()
            .filter(|omission| omission.starts_with(INTERPRETER))
            .collect(),
        digest: String::new(),
    };
    certificate.digest = certificate.own_digest();
    Ok(certificate)
}

/// The evidence of a report by these parties.
pub(super) fn mutant_evidence(report: &MutationReport, parties: Vec<String>) -> MutantEvidence {
    let survivors = report.survivors().map(|mutant| SurvivingMutant {
        kind: mutant.kind,
        change: mutant.change.clone(),
        line: mutant.place.map(|place| place.line),
        column: mutant.place.map(|place| place.column),
    });
    MutantEvidence {
        parties,
        all: report.mutants.len() as u64,
        invalid: report.invalid as u64,
        caught: report.killed() as u64,
        survivors: survivors.collect(),
    }
}

/// The evidence of adapters that ran every case, by slug.
fn adapter_evidence(
    adapters: &[&WgpuBackend],
    report: &ContractReport,
    cases: usize,
) -> Result<Vec<AdapterEvidence>, KernelCertifyError> {
    let mut evidence = vec![];
    for adapter in adapters {
        let identity = adapter.identity();
        let party = format!("`{}`", identity.slug);
        let runs = report.evidence.get(&party).cloned().unwrap_or_default();
        if runs.cases.len() != cases {
            return Err(KernelCertifyError::Incomplete {
                party,
                ran: runs.cases.len(),
                cases,
                omissions: report.omissions.clone(),
            });
        }
        let mut mismatches = report.subgroup_mismatches.iter();
        let mismatch = mismatches.find(|mismatch| mismatch.device == party);
        evidence.push(AdapterEvidence {
            kind: identity.kind.clone(),
            slug: identity.slug.clone(),
            device: identity.device.clone(),
            driver: identity.driver.clone(),
            subgroup_mismatch: mismatch.cloned(),
            runs,
        });
    }
    evidence.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(evidence)
}
