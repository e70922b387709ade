//! The laws in a certificate that composition theorems prove: each theorem is found in the bodies again, its derivation
//! replayed, and its component laws compared. A law whose oracle is a theorem has another proof only if a component is
//! undecided.

use crate::certificate::{
    ComponentEvidence, Evidence, OpEvidence, OutcomeName, Part, ProofEvidence,
};
use rayon::prelude::*;
use std::collections::BTreeSet;
use vyre_conform_prove::composed::Composer;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::Oracle;

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
        let is_composed = proof.engine == ProofMethod::Composition;
        (is_composed || part.oracle == Oracle::CompositionTheorem).then_some((op, part, proof))
    });
    let composed: Vec<_> = composed.collect();
    if composed.is_empty() {
        return vec![];
    }
    let ids = |is_counted: fn(&Part) -> bool| -> BTreeSet<&str> {
        let parts = evidence.parts().filter(|part| is_counted(part));
        parts.map(|part| part.id.as_str()).collect()
    };
    let proved = ids(|part| part.is_proof() && part.outcome == OutcomeName::Passed);
    let undecided = ids(Part::is_undecided);
    let composer = composer();
    let problem = |(op, part, proof): (&OpEvidence, &Part, &ProofEvidence)| {
        let problem = carried(
            (composer, catalog),
            (op, part),
            proof,
            [&proved, &undecided],
        )
        .err()?;
        Some(format!("{}: {problem}", part.id))
    };
    composed.into_par_iter().filter_map(problem).collect()
}

/// Checks that the named theorem proves the law of a part from the named component laws.
fn carried(
    (composer, catalog): (&Composer<'_>, &Catalog),
    (op, part): (&OpEvidence, &Part),
    proof: &ProofEvidence,
    [proved, undecided]: [&BTreeSet<&str>; 2],
) -> Result<(), String> {
    let op = catalog.find(&op.id).ok_or("its op is not here")?;
    let law = part.law.and_then(|law| usize::try_from(law).ok());
    let law = law.filter(|law| *law < op.def.laws.len());
    let law = law.ok_or("its law is not declared here")?;
    let carried = composer.carried(op, law).map_err(|e| e.to_string())?;
    let components = carried.components.iter();
    let expected: BTreeSet<String> = components
        .map(|component| ComponentEvidence::part_of(catalog, component))
        .collect();
    if proof.engine != ProofMethod::Composition {
        // Without a solver, components are decided wherever the law itself is.
        let has_solver = proof.engine.has_formula();
        let mut open = expected.iter().filter(|id| !proved.contains(id.as_str()));
        let is_open = open.any(|id| has_solver || undecided.contains(id.as_str()));
        let problem = "its oracle is a theorem, but another method proves it";
        return if is_open {
            Ok(())
        } else {
            Err(problem.to_owned())
        };
    }
    let theorem = carried.theorems.first().map(|theorem| theorem.name);
    if theorem != proof.theorem.as_deref() {
        return Err(format!(
            "the theorem is `{}`, the certificate says `{}`",
            theorem.unwrap_or_default(),
            proof.theorem.as_deref().unwrap_or_default()
        ));
    }
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
