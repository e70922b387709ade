//! Check of a certificate's proofs: kept formulas and proofs with this program's checker, and the others by deciding
//! again.

use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use vyre_conform_certificate::certificate::{
    Certificate, ComponentEvidence, OpEvidence, OutcomeName, Part, ProofEvidence,
};
use vyre_conform_certificate::escape::plain;
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::method::{
    LawComponent, LawOutcome, ProofMethod, ProverSettings, decide, kept_as, recheck,
};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};

/// Maximal size of a file with a formula or proof.
const MAX_BYTES: u64 = 1 << 30;

/// Time limit of a law that is decided again without a solver: the prover took less than a second for each.
const TIME: Duration = Duration::from_secs(60);

/// Result of checking the proofs of a certificate.
#[derive(Debug, Default, Serialize)]
pub(super) struct Proofs {
    /// Number of laws whose kept formula and proof are accepted.
    kept: usize,
    /// Number of laws that were decided again, by normal forms, by all inputs, by simulation or by their witnesses.
    again: usize,
    /// Refused proofs, with reasons.
    pub(super) problems: Vec<String>,
}

impl Proofs {
    /// The result in a line.
    pub(super) fn line(&self) -> String {
        format!(
            "proofs: {} kept and accepted, {} decided again, {} refused",
            self.kept,
            self.again,
            self.problems.len()
        )
    }
}

/// Checks every proof of a certificate with the files of a folder.
pub(super) fn proofs(certificate: &Certificate, catalog: &Catalog, folder: &Path) -> Proofs {
    let mut found = Proofs::default();
    for op in &certificate.evidence.ops {
        for part in op.parts.iter().filter(|part| part.is_proof()) {
            if part.outcome != OutcomeName::Passed {
                continue;
            }
            let Some(proof) = &part.proof else { continue };
            let checked = match proof.engine {
                ProofMethod::Composition => rested(certificate, catalog, proof),
                _ => checked(catalog, (op, part), proof, folder),
            };
            let problem = match (checked, proof.engine.has_formula()) {
                (Ok(()), true) => {
                    found.kept += 1;
                    continue;
                }
                (Ok(()), false) => {
                    found.again += 1;
                    continue;
                }
                (Err(problem), _) => problem,
            };
            let id = plain(&part.id);
            found.problems.push(format!("{id}: {}", plain(&problem)));
        }
    }
    found
}

/// Checks the basis of a composition theorem: component laws in the certificate are checked separately, others are
/// decided again. Every verification checks that the theorem proves the law.
fn rested(
    certificate: &Certificate,
    catalog: &Catalog,
    proof: &ProofEvidence,
) -> Result<(), String> {
    for component in &proof.components {
        let mut parts = certificate.parts();
        let passed = |part: &Part| part.outcome == OutcomeName::Passed;
        if parts.any(|part| part.id == component.part && passed(part)) {
            continue;
        }
        let solvers = Solvers::on_path();
        let settings = ProverSettings::with(&solvers, TIME);
        let composer = Composer::new(catalog);
        let laws = catalog.ops().iter().flat_map(|op| {
            let laws = 0..op.def.laws.len();
            laws.map(move |law| (op, law))
        });
        let id = |law: &(&Op, usize)| {
            ComponentEvidence::part_of(catalog, &LawComponent::of(law.0.def, law.1))
        };
        let mut laws = laws.filter(|law| id(law) == component.part);
        let (op, law) = laws.next().ok_or("what it rests on is not declared here")?;
        match composer.decide(op, law, &settings) {
            LawOutcome::Proved(_) => {}
            _ => return Err(format!("`{}` is not proved again", component.part)),
        }
    }
    Ok(())
}

fn checked(
    catalog: &Catalog,
    (op, part): (&OpEvidence, &Part),
    proof: &ProofEvidence,
    folder: &Path,
) -> Result<(), String> {
    let op = catalog.find(&op.id).ok_or("its op is not here")?;
    let law = part.law.and_then(|law| usize::try_from(law).ok());
    let def = law.and_then(|law| op.def.laws.get(law));
    let def = def.ok_or("its law is not declared here")?;
    let declared = DeclaredLaw::new(catalog, op, def).map_err(|error| error.to_string())?;
    if proof.engine.has_formula() {
        kept(&declared, proof, folder)
    } else {
        again(&declared, proof.engine)
    }
}

/// Checks that the folder has the certificate's formula and proof, and that they prove the law.
fn kept(declared: &DeclaredLaw<'_>, proof: &ProofEvidence, folder: &Path) -> Result<(), String> {
    let names = kept_as(declared, proof.engine);
    let expected = [("formula", &proof.cnf), ("proof", &proof.lrat)];
    let mut texts = vec![];
    for (name, (what, digest)) in names.iter().zip(expected) {
        let text = text(&folder.join(name))?;
        let found = format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex());
        texts.push((text, what, name, Some(found) == *digest));
    }
    let [cnf, lrat] = &texts[..] else {
        unreachable!("there are two names");
    };
    recheck(declared, proof.engine, &cnf.0, &lrat.0).map_err(|error| error.to_string())?;
    match texts.iter().find(|(.., same)| !same) {
        None => Ok(()),
        Some((_, what, name, _)) => Err(format!(
            "{name} is a {what} of the law, but not the one that the certificate names"
        )),
    }
}

fn text(path: &Path) -> Result<String, String> {
    let place = path.display();
    let size = std::fs::metadata(path).map_err(|error| {
        format!("{place}: {error}; `certify --prove --keep-proofs DIR` keeps it, and --rerun proves the law again")
    })?;
    if size.len() > MAX_BYTES {
        return Err(format!("{place} has more than {MAX_BYTES} bytes"));
    }
    std::fs::read_to_string(path).map_err(|error| format!("{place}: {error}"))
}

/// Decides a law again that needs no solver.
fn again(declared: &DeclaredLaw<'_>, engine: ProofMethod) -> Result<(), String> {
    let solvers = Solvers::default();
    let own = BTreeSet::from([declared.name()]);
    let settings = ProverSettings {
        searched: (engine == ProofMethod::Simulation).then_some(&own),
        ..ProverSettings::with(&solvers, TIME)
    };
    match decide(declared, &settings) {
        LawOutcome::Proved(found) if found.method == engine => Ok(()),
        LawOutcome::Proved(found) => Err(format!(
            "it states `{}`, but `{}` decides the law",
            engine.name(),
            found.method.name()
        )),
        LawOutcome::Refuted { .. } => Err("the law does not hold as it is declared".into()),
        LawOutcome::Contradiction(message) => Err(message),
        LawOutcome::Undecided(_) => Err(format!("`{}` does not decide the law", engine.name())),
        _ => Err("the prover reports an unknown method".into()),
    }
}
