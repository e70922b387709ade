//! Verification of the mutants of a certificate.

use super::issue::mutant_evidence;
use super::verify::{Problems, differences};
use super::{InterpreterEvidence, KernelCertificate, KernelCertificateProblem, SurvivingMutant};
use crate::check::ContractOptions;
use crate::contract::Contract;
use crate::interpreter::INTERPRETER;
use crate::mutate::{ListedMutant, listed, mutate};

/// The faults of the mutants. Where the interpreter judges them, it judges them again.
pub(super) fn problems(
    certificate: &KernelCertificate,
    contract: &Contract<'_>,
    options: &ContractOptions,
) -> Problems {
    match certificate.claims.interpreter {
        InterpreterEvidence::Ran { .. } => judged(certificate, contract, options),
        InterpreterEvidence::Unavailable { .. } => counted(certificate, contract),
    }
}

fn judged(
    certificate: &KernelCertificate,
    contract: &Contract<'_>,
    options: &ContractOptions,
) -> Problems {
    let one = |message: String| vec![KernelCertificateProblem::new("mutants", message)];
    match mutate(contract, &[], options) {
        Err(error) => one(error.to_string()),
        Ok(report) => match &report.refuted {
            Some(fault) => one(fault.clone()),
            None => {
                let again = mutant_evidence(&report, vec![INTERPRETER.to_owned()]);
                differences("mutants", &certificate.mutants, &again)
            }
        },
    }
}

/// The faults of mutants that only a device judges: their number and their list.
fn counted(certificate: &KernelCertificate, contract: &Contract<'_>) -> Problems {
    let found = &certificate.mutants;
    let mut problems = vec![];
    let mut wrong =
        |message: &str| problems.push(KernelCertificateProblem::new("mutants", message));
    let (all, invalid) = listed(contract);
    if (found.all, found.invalid) != (all.len() as u64, invalid as u64) {
        wrong("not as many as the kernel has");
    }
    if found.caught.checked_add(found.survivors.len() as u64) != Some(found.all) {
        wrong("caught and surviving mutants do not add up");
    }
    let is_listed = |survivor: &SurvivingMutant| {
        let same = |(kind, change, place): &ListedMutant| {
            let place = place.map(|place| (place.line, place.column));
            (*kind, change) == (survivor.kind, &survivor.change)
                && place == survivor.line.zip(survivor.column)
        };
        all.iter().filter(|one| same(one)).count()
    };
    for survivor in &found.survivors {
        let same = found.survivors.iter().filter(|other| *other == survivor);
        if same.count() > is_listed(survivor) {
            wrong("a survivor is not a mutant of the kernel");
        }
    }
    let devices = certificate.adapters.iter().map(|a| format!("`{}`", a.slug));
    let known: Vec<String> = devices.collect();
    if !matches!(&found.parties[..], [party] if known.contains(party)) {
        wrong("not the party that judges them");
    }
    problems
}
