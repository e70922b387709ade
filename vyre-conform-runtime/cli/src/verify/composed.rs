//! The laws of a certificate that composition theorems carry: each theorem is found again in the bodies, its derivation
//! replayed, and what it rests on compared.

use crate::prover::part_id;
use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{Certificate, OpEvidence, Part, ProofEvidence};
use vyre_conform_certificate::escape::plain;
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::engine::Engine;
use vyre_conform_runtime::catalog::Catalog;

/// What is wrong with the theorems of a certificate.
pub(super) fn problems(certificate: &Certificate, catalog: &Catalog) -> Vec<String> {
    let ops = certificate.evidence.ops.iter();
    let parts = ops.flat_map(|op| op.parts.iter().map(move |part| (op, part)));
    let composed = parts.filter_map(|(op, part)| {
        let proof = part.proof.as_deref()?;
        (proof.engine == Engine::Composition).then_some((op, part, proof))
    });
    let mut composer = None;
    composed
        .filter_map(|(op, part, proof)| {
            let composer = composer.get_or_insert_with(|| Composer::new(catalog));
            let problem = again(composer, catalog, (op, part), proof).err()?;
            Some(format!("{}: {}", plain(&part.id), plain(&problem)))
        })
        .collect()
}

fn again(
    composer: &Composer<'_>,
    catalog: &Catalog,
    (op, part): (&OpEvidence, &Part),
    proof: &ProofEvidence,
) -> Result<(), String> {
    let op = catalog.find(&op.id).ok_or("its op is not here")?;
    let law = part.law.and_then(|law| usize::try_from(law).ok());
    let law = law.filter(|law| *law < op.def.laws.len());
    let law = law.ok_or("its law is not declared here")?;
    let carried = composer.carried(op, law).map_err(|e| e.to_string())?;
    let theorem = carried.theorems.first().map(|theorem| theorem.name);
    if theorem != proof.theorem.as_deref() {
        return Err(format!(
            "the theorem is `{}`, the certificate says `{}`",
            theorem.unwrap_or_default(),
            proof.theorem.as_deref().unwrap_or_default()
        ));
    }
    let due: BTreeSet<String> = carried
        .components
        .iter()
        .map(|component| part_id(catalog, component))
        .collect();
    let found: BTreeSet<String> = proof.components.iter().map(|of| of.part.clone()).collect();
    match found == due && found.len() == proof.components.len() {
        true => Ok(()),
        false => Err(format!(
            "the theorem rests on {}",
            due.into_iter().collect::<Vec<_>>().join(", ")
        )),
    }
}
