//! The laws in a certificate that composition theorems prove: each theorem is found in the bodies again, its derivation
//! replayed, and its component laws compared.

use crate::certificate::{ComponentEvidence, Evidence, OpEvidence, Part, ProofEvidence};
use rayon::prelude::*;
use std::collections::BTreeSet;
use vyre_conform_prove::composed::Composer;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::ProofMethod;

/// The faults of the theorems of a certificate. `composer` is called only if there is a theorem.
pub(super) fn problems<'c, 'v>(
    evidence: &Evidence,
    catalog: &Catalog,
    composer: impl FnOnce() -> &'v Composer<'c>,
) -> Vec<String>
where
    'c: 'v,
{
    let ops = evidence.ops.iter();
    let parts = ops.flat_map(|op| op.parts.iter().map(move |part| (op, part)));
    let composed = parts.filter_map(|(op, part)| {
        let proof = part.proof.as_deref()?;
        (proof.engine == ProofMethod::Composition).then_some((op, part, proof))
    });
    let composed: Vec<_> = composed.collect();
    if composed.is_empty() {
        return vec![];
    }
    let composer = composer();
    let problem = |(op, part, proof): (&OpEvidence, &Part, &ProofEvidence)| {
        let problem = carried(composer, catalog, (op, part), proof).err()?;
        Some(format!("{}: {problem}", part.id))
    };
    composed.into_par_iter().filter_map(problem).collect()
}

/// Checks that the named theorem proves the law of a part from the named component laws.
fn carried(
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
    let components = carried.components.iter();
    let expected: BTreeSet<String> = components
        .map(|component| ComponentEvidence::part_of(catalog, component))
        .collect();
    let found: BTreeSet<String> = proof.components.iter().map(|of| of.part.clone()).collect();
    if found == expected && found.len() == proof.components.len() {
        Ok(())
    } else {
        Err(format!(
            "the theorem rests on {}",
            expected.into_iter().collect::<Vec<_>>().join(", ")
        ))
    }
}
