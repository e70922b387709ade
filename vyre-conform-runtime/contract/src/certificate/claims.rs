//! The part of a certificate that needs no device. Issuing and verifying compute it alike.

use super::{CertifiedCase, CertifiedOutput, InterpreterEvidence, KernelClaims};
use crate::check::{ContractReport, ReferenceCase, cases};
use crate::contract::Contract;
use crate::evidence::{bits_digest, digest, outputs};
use crate::interpreter::INTERPRETER;
use crate::manifest::{Equality, ManifestError};

use crate::reference::Reference;

/// The claims about a contract whose check gave this report. The parties of the report may be any.
pub(super) fn claims(
    contract: &Contract<'_>,
    seed: u64,
    report: &ContractReport,
) -> Result<KernelClaims, ManifestError> {
    let mut all = vec![];
    for overrides in cases::overrides(contract) {
        all.extend(cases::stated(contract, &overrides, seed)?);
    }
    let equality = |k: usize| contract.buffers[k].output.unwrap_or(Equality::Exact);
    let outputs_of = outputs(contract).into_iter().map(|k| CertifiedOutput {
        buffer: contract.buffers[k].name.clone(),
        equality: equality(k).to_string(),
    });
    Ok(KernelClaims {
        kernel: contract.manifest.kernel.value.clone(),
        manifest: digest("file", contract.manifest.text().as_bytes()),
        files: contract.digests.clone(),
        reference: reference(contract),
        seed,
        outputs: outputs_of.collect(),
        cases: all.iter().map(|stated| case(contract, stated)).collect(),
        interpreter: interpreter(report, all.len()),
    })
}

fn case(contract: &Contract<'_>, stated: &ReferenceCase) -> CertifiedCase {
    let bits = |k: usize| {
        let mut all = stated.expected.iter();
        all.find(|(of, _)| *of == k).map(|(_, bits)| bits)
    };
    let all = outputs(contract);
    let expected = all.iter().map(|k| {
        let each = bits(*k)?.iter().copied();
        Some(bits_digest(contract, &stated.case, *k, each))
    });
    let elements = all
        .iter()
        .map(|k| bits(*k).map_or(0, |bits| bits.iter().flatten().count() as u64));
    CertifiedCase {
        id: stated.case.id.clone(),
        expected: expected.collect(),
        elements: elements.collect(),
    }
}

fn interpreter(report: &ContractReport, cases: usize) -> InterpreterEvidence {
    match report.evidence.get(INTERPRETER) {
        Some(runs) if runs.cases.len() == cases => InterpreterEvidence::Ran { runs: runs.clone() },
        _ => {
            let own = |omission: &&String| omission.starts_with(INTERPRETER);
            InterpreterEvidence::Unavailable {
                reasons: report.omissions.iter().filter(own).cloned().collect(),
            }
        }
    }
}

/// The reference as a certificate names it; the digests of the cases hold its words.
fn reference(contract: &Contract<'_>) -> String {
    match &contract.reference {
        Reference::None => "none: outputs are compared with each other".to_owned(),
        Reference::Engine { def, .. } => format!("{} version {}", def.id, def.version),
        Reference::Op { def, .. } => format!("{} version {}", def.id, def.version),
        Reference::Sum { of, .. } => {
            format!("the exact sum of {}", contract.buffers[*of].name)
        }
        Reference::Kernel { source, .. } => format!("the kernel {}", source.file()),
        Reference::Files(files) => {
            let names: Vec<&str> = files.iter().map(|(_, name, _)| &name[..]).collect();
            format!("the files {}", names.join(", "))
        }
    }
}
