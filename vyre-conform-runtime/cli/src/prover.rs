//! The prover in the form that the suite requires, for `certify --prove` and `verify --rerun`.

use super::exit::Failure;
use clap::Args;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, ComponentEvidence, Part};
use vyre_conform_harness::report::warn;
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::method::{self, LawComponent, LawOutcome, ProofMethod, ProverSettings};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::prover::{LawProof, Prover, ProverAnswer, TheoremUse};

/// Options for proving laws.
#[derive(Clone, Debug, Args)]
pub(super) struct Proving {
    /// Prove every declared law of integers for all inputs as well; an undecided law keeps its other evidence.
    #[arg(long)]
    pub(super) prove: bool,
    /// Time for the proof of each law, such as `500ms` or `1m`; 10s by default.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    proof_time: Option<Duration>,
    /// Write the formula and the proof of every law that SAT proves into this folder, in DIMACS and LRAT; `verify
    /// --proofs` checks them.
    #[arg(long, value_name = "DIR")]
    keep_proofs: Option<PathBuf>,
}

/// Default time limit per law.
const PROOF_TIME: Duration = Duration::from_secs(10);

impl Proving {
    /// The first given option that has a meaning only if laws are proved.
    pub(super) fn option(&self) -> Option<&'static str> {
        let time = self.proof_time.map(|_| "--proof-time");
        time.or_else(|| self.keep_proofs.as_ref().map(|_| "--keep-proofs"))
    }

    /// The prover of a run that proves laws.
    pub(super) fn prover(&self) -> Result<Arc<dyn Prover>, Failure> {
        let time = self.proof_time.unwrap_or(PROOF_TIME);
        if time.is_zero() {
            return Err(Failure::usage(
                "--proof-time 0s: a law needs some time, such as 10s",
            ));
        }
        let keep = self.keep_proofs.as_deref();
        folder(keep)?;
        let prover = SolverProver::with(time, keep);
        for missing in prover.solvers.missing() {
            warn(format_args!("missing: {missing}"));
        }
        Ok(Arc::new(prover))
    }
}

/// Creates the folder of proofs, before any work is done.
pub(super) fn folder(keep: Option<&Path>) -> Result<(), Failure> {
    let made = keep.map(|folder| (folder, std::fs::create_dir_all(folder)));
    match made {
        Some((folder, Err(error))) => Err(Failure::io(format!("{}: {error}", folder.display()))),
        _ => Ok(()),
    }
}

/// The prover with the solvers on the PATH.
#[derive(Debug)]
pub(super) struct SolverProver {
    pub(super) solvers: Solvers,
    time: Duration,
    keep: Option<PathBuf>,
    /// Laws to decide without solvers: the id of the op, and the index among its laws.
    alone: HashSet<(String, usize)>,
    /// The ids of parts whose laws a formula or simulation decided, according to a certificate.
    searched: HashSet<String>,
    /// The names of these laws, computed on first use.
    names: OnceLock<BTreeSet<String>>,
}

impl SolverProver {
    /// A prover with this time limit per law, which keeps formulas and proofs in this folder.
    pub(super) fn with(time: Duration, keep: Option<&Path>) -> Self {
        Self {
            solvers: Solvers::on_path(),
            time,
            keep: keep.map(Path::to_owned),
            alone: HashSet::new(),
            searched: HashSet::new(),
            names: OnceLock::new(),
        }
    }

    /// A prover that decides a certificate's laws with the methods in it: a law that was simulated for lack of a solver
    /// is simulated even if one is available, and one that was searched for a counterexample is searched again even if
    /// a newer normal form decides it.
    pub(super) fn again(self, certificate: &Certificate) -> Self {
        let simulated = |part: &&Part| {
            part.proof.as_ref().is_some_and(|proof| {
                let of = proof.components.iter().map(|of| of.engine);
                of.chain([proof.engine])
                    .any(|of| of == ProofMethod::Simulation)
            })
        };
        let ops = certificate.evidence.ops.iter();
        let alone = ops.flat_map(|op| {
            let parts = op.parts.iter().filter(simulated);
            let laws = parts.filter_map(|part| usize::try_from(part.law?).ok());
            laws.map(|law| (op.id.clone(), law))
        });
        let is_search =
            |engine: ProofMethod| engine.has_formula() || engine == ProofMethod::Simulation;
        let searched = certificate.parts().flat_map(|part| {
            let proof = part.proof.iter();
            proof.flat_map(|proof| {
                let own = std::iter::once((&part.id, proof.engine));
                let of = proof.components.iter().map(|of| (&of.part, of.engine));
                own.chain(of)
            })
        });
        let searched = searched.filter(|(_, engine)| is_search(*engine));
        Self {
            alone: alone.collect(),
            searched: searched.map(|(id, _)| id.clone()).collect(),
            ..self
        }
    }

    /// The names of the laws that are searched again.
    fn names(&self, catalog: &Catalog) -> &BTreeSet<String> {
        self.names.get_or_init(|| {
            let laws = catalog.ops().iter().flat_map(|op| {
                let laws = 0..op.def.laws.len();
                laws.map(|law| LawComponent::of(op.def, law))
            });
            let searched = laws.filter(|law| {
                self.searched
                    .contains(&ComponentEvidence::part_of(catalog, law))
            });
            searched.map(|law| law.name).collect()
        })
    }
}

impl Prover for SolverProver {
    fn decide(&self, catalog: &Catalog, op: &Op, law: usize) -> ProverAnswer {
        let begin = Instant::now();
        let none = Solvers::default();
        let solvers = if self.alone.contains(&(op.def.id.to_owned(), law)) {
            &none
        } else {
            &self.solvers
        };
        let searched = (!self.searched.is_empty()).then(|| self.names(catalog));
        let settings = ProverSettings {
            keep: self.keep.as_deref(),
            searched,
            ..ProverSettings::with(solvers, self.time)
        };
        match Composer::new(catalog).decide(op, law, &settings) {
            LawOutcome::Proved(method::Proof {
                method,
                cnf,
                lrat,
                solvers,
                by_theorem,
            }) => {
                let mut proved = LawProof::new(method, [cnf, lrat], solvers, begin.elapsed());
                proved.by_theorem = by_theorem.map(|by| {
                    let components = by.components.iter();
                    let ids = components
                        .map(|(of, engine)| (ComponentEvidence::part_of(catalog, of), *engine));
                    TheoremUse::new(by.theorem, ids.collect())
                });
                ProverAnswer::Proved(proved)
            }
            LawOutcome::Refuted { inputs, .. } => ProverAnswer::Refuted(inputs),
            LawOutcome::Undecided(reason) => ProverAnswer::Undecided(reason.to_string()),
            LawOutcome::Contradiction(message) => ProverAnswer::Contradiction(message),
            _ => ProverAnswer::Undecided("the prover reports an unknown method".into()),
        }
    }
}
