//! Plausibility of the engines that decided laws: no engine tries all 2^64 inputs. It covers parts of the certificate
//! and laws outside of it on which theorems depend.

use super::derived::DerivedFacts;
use crate::certificate::{ComponentEvidence, Evidence, OpEvidence, Part};
use rayon::prelude::*;
use std::collections::HashMap;
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::method::{LawComponent, within_reach};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_spec::ProofMethod;

/// The faults of the engines in a certificate's proofs.
pub(super) fn problems(
    evidence: &Evidence,
    catalog: &Catalog,
    remade: &DerivedFacts<'_>,
) -> Vec<String> {
    let of_op = |op: &OpEvidence| {
        let found = catalog.find(&op.id);
        let asked = op.parts.iter().filter_map(|part| {
            let law = usize::try_from(part.law?).ok()?;
            let engine = part.proof.as_deref()?.engine;
            if engine == ProofMethod::Composition {
                // `theorems` finds the theorem.
                return None;
            }
            let reason = unreached(catalog, found?, law, engine, remade)?;
            Some(format!("{}: {reason}", part.id))
        });
        asked.collect::<Vec<_>>()
    };
    let inside = evidence.ops.par_iter().flat_map_iter(of_op);
    let mut problems: Vec<String> = inside.collect();
    problems.extend(outside(evidence, catalog, remade));
    problems
}

/// The same for laws on which theorems depend and that the certificate does not prove.
fn outside(evidence: &Evidence, catalog: &Catalog, remade: &DerivedFacts<'_>) -> Vec<String> {
    let proved = |part: &&Part| part.proof.is_some();
    let parts = || evidence.ops.iter().flat_map(|op| &op.parts).filter(proved);
    let rests = parts().flat_map(|part| {
        let components = part.proof.iter().flat_map(|proof| &proof.components);
        components.map(move |component| (part, component))
    });
    let own: Vec<&str> = parts().map(|part| part.id.as_str()).collect();
    let rests = rests.filter(|(_, component)| !own.contains(&component.part.as_str()));
    let rests: Vec<(&Part, &ComponentEvidence)> = rests.collect();
    if rests.is_empty() {
        return vec![];
    }
    let laws = declared(catalog);
    let problem = |(part, component): (&Part, &ComponentEvidence)| {
        let reason = match laws.get(&component.part) {
            Some((op, law)) => unreached(catalog, op, *law, component.engine, remade)?,
            None => "it is not declared here".to_owned(),
        };
        Some(format!(
            "{}: it rests on `{}`: {reason}",
            part.id, component.part
        ))
    };
    rests.into_par_iter().filter_map(problem).collect()
}

/// Every declared law, by the id of the part that proves it.
fn declared(catalog: &Catalog) -> HashMap<String, (&Op, usize)> {
    let laws = catalog.ops().iter().flat_map(|op| {
        let laws = 0..op.def.laws.len();
        laws.map(move |law| (op, law))
    });
    let named = |(op, law): (&'_ Op, usize)| {
        let component = LawComponent::of(op.def, law);
        ComponentEvidence::part_of(catalog, &component)
    };
    laws.map(|of| (named(of), of)).collect()
}

/// The reason why an engine cannot have decided a law.
fn unreached(
    catalog: &Catalog,
    op: &Op,
    law: usize,
    engine: ProofMethod,
    remade: &DerivedFacts<'_>,
) -> Option<String> {
    let def = op.def.laws.get(law)?;
    remade.unreached((op.def.id, law, engine.name()), || {
        if engine == ProofMethod::Composition {
            let carried = remade.composer().carried(op, law);
            return carried.err().map(|reason| reason.to_string());
        }
        let found = DeclaredLaw::new(catalog, op, def)
            .map_err(|reason| reason.to_string())
            .and_then(|declared| {
                within_reach(&declared, engine).map_err(|reason| reason.to_string())
            });
        let reason = found.err()?;
        Some(format!("`{}` does not decide it: {reason}", engine.name()))
    })
}
