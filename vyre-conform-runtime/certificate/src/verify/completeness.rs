//! Completeness of a certificate: it has all expected parts and no others.
//!
//! Ops are planned, compared and dropped one by one in parallel, because most certificates are complete. Only if
//! something differs, everything is planned at once to report the differences.

use super::Verifier;
use super::counts::Counts;
use super::differences::differences;
use super::entries::as_due;
use super::issuer::IssuerBackend;
use super::plausibility::{self, Findings};
use super::scope::About;
use super::{consistent, digests, programs, settings, support};
use crate::certificate::{
    Backend, Certificate, DigestProfile, EngineEvidence, Evidence, FloatProfile, OpEvidence,
    ProgramsEvidence, SuiteDigests,
};
use crate::expected::{engine_due, floats, op_due, programs_due};
use crate::names::Names;
use rayon::prelude::*;
use std::collections::BTreeMap;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_suite::plan::{self, PROGRAMS, Plan, PlanError, PlanOptions, SavedCases};

/// Fewest ops or engines per thread.
pub(super) const FEW: usize = 16;

/// Input of the comparison with a certificate.
pub(super) struct VerificationInput<'a> {
    catalog: &'a Catalog,
    about: &'a About<'a>,
    counts: &'a Counts,
    pub(super) options: &'a PlanOptions,
    saved: &'a BTreeMap<String, SavedCases>,
    backends: [String; 1],
    backend: &'a Backend,
    filter: Option<&'a Names>,
}

impl VerificationInput<'_> {
    pub(super) fn ops(&self) -> Vec<&Op> {
        let ops = self.catalog.ops().iter();
        ops.filter(|op| self.options.takes(op.def.op.track()) && self.about.has(op.def.id))
            .collect()
    }

    pub(super) fn engines(&self) -> Vec<&'static EngineDef> {
        let engines = self.catalog.engines().iter().copied();
        engines
            .filter(|of| self.options.takes_engine(of) && self.about.has(of.id))
            .collect()
    }

    fn plan_of_op(&self, op: &Op) -> Result<Plan, PlanError> {
        let saved = self.saved.get(op.def.id);
        plan::of_op(op.def, &self.backends, self.options, saved)
    }

    pub(super) fn op(&self, op: &Op) -> Result<Option<OpEvidence>, PlanError> {
        let plan = self.plan_of_op(op)?;
        let (options, filter) = (self.options, self.filter);
        Ok(op_due(
            op,
            plan.obligations(),
            options,
            filter,
            self.backend,
        ))
    }

    /// The expected evidence of random programs and files of programs; `None` if the settings select none.
    pub(super) fn programs(&self) -> Result<Option<Option<ProgramsEvidence>>, PlanError> {
        if !self.options.takes_programs() {
            return Ok(None);
        }
        let plan = plan::of_programs(&self.backends, self.options)?;
        let expected = programs_due(plan.obligations(), self.options, self.filter);
        Ok(Some(expected))
    }

    pub(super) fn engine(&self, engine: &EngineDef) -> Result<Option<EngineEvidence>, PlanError> {
        let saved = self.saved.get(engine.id);
        let plan: Plan = plan::of_engine(engine, &self.backends, saved)?;
        Ok(engine_due(
            engine,
            plan.obligations(),
            self.options,
            self.filter,
        ))
    }
}

/// Checks that every expected part is present and consistent.
pub(super) fn complete(
    (verifier, about, suite): (&Verifier<'_>, &About<'_>, &SuiteDigests),
    options: &PlanOptions,
    saved: &BTreeMap<String, SavedCases>,
    certificate: &Certificate,
) -> Findings {
    let catalog = verifier.catalog;
    let evidence = &certificate.evidence;
    let mut findings = Findings::default();
    let issued = match IssuerBackend::new(evidence) {
        Ok(issued) => issued,
        Err(problem) => {
            findings.problems.push(problem);
            return findings;
        }
    };
    let identity = issued.identity();
    let names = Names::of_certificate(evidence.settings.filter.as_deref());
    let input = VerificationInput {
        catalog,
        about,
        counts: &verifier.counts,
        options,
        saved,
        backends: [identity.slug.clone()],
        backend: &evidence.backend,
        filter: names.as_ref(),
    };
    let problems = &mut findings.problems;
    problems.extend(settings::problems(evidence));
    problems.extend(plausibility::backend(&issued));
    // Settings that no run has are not planned: they could demand any amount of work.
    if !problems.is_empty() {
        return findings;
    }
    let expected = ExpectedWork {
        input: &input,
        issued: &issued,
        suite,
    };
    compare(&expected, evidence, &mut findings);
    let problems = &mut findings.problems;
    problems.extend(of_profile(
        evidence,
        floats(&evidence.ops, options, identity),
    ));
    problems.extend(consistent::saved(evidence, catalog));
    problems.extend(digests::problems(evidence, &issued));
    problems.extend(consistent::covered(evidence));
    problems.extend(inconsistent_parts(evidence, input.filter));
    findings
}

/// The work that a certificate must state.
struct ExpectedWork<'a> {
    input: &'a VerificationInput<'a>,
    issued: &'a IssuerBackend,
    suite: &'a SuiteDigests,
}

/// Compares entries and parts with the expected ones.
fn compare(expected: &ExpectedWork<'_>, evidence: &Evidence, findings: &mut Findings) {
    let ExpectedWork {
        input,
        issued,
        suite,
    } = *expected;
    let problems = &mut findings.problems;
    match as_due(input, evidence) {
        Err(refused) => problems.push(refused.to_string()),
        Ok(true) => match substantial(input, evidence, issued) {
            Err(refused) => problems.push(refused.to_string()),
            Ok(found) => {
                problems.extend(found.problems);
                findings.by_word = found.by_word;
                findings.left_out = found.left_out;
            }
        },
        Ok(false) => match differences(input, evidence, issued.identity(), suite) {
            Err(refused) => problems.push(refused.to_string()),
            Ok(found) if found.is_empty() => {
                problems.push("an entry or a part occurs twice, or out of order".into());
            }
            Ok(found) => problems.extend(found),
        },
    }
}

/// The faults of a profile whose floats are expected to be these.
fn of_profile(evidence: &Evidence, expected: FloatProfile) -> Vec<String> {
    let mut problems = vec![];
    if evidence.profile.digests != DigestProfile::of(&evidence.backend.kind) {
        problems.push("its description of digests is not that of its kind of backend".into());
    }
    if evidence.profile.floats != expected {
        let found = evidence.profile.floats;
        problems.push(format!(
            "its float profile is `{found}`, its ops make it `{expected}`"
        ));
    }
    problems
}

fn inconsistent_parts(evidence: &Evidence, filter: Option<&Names>) -> Vec<String> {
    let mut problems = vec![];
    let of_ops = evidence.ops.iter().map(|op| (&*op.id, &op.parts));
    let of_engines = evidence.engines.iter().map(|e| (&*e.id, &e.parts));
    let of_programs = evidence.programs.iter().map(|p| (PROGRAMS, &p.parts));
    for (id, parts) in of_ops.chain(of_engines).chain(of_programs) {
        for part in parts {
            let is_taken = filter.is_none_or(|names| names.take(id, &part.id));
            let problem = consistent::problem(part, is_taken, &evidence.shards);
            problems.extend(problem.map(|p| format!("{}: {p}", part.id)));
        }
    }
    problems
}

/// The findings about ops and engines whose parts are the expected ones.
fn substantial(
    input: &VerificationInput<'_>,
    evidence: &Evidence,
    issued: &IssuerBackend,
) -> Result<Findings, PlanError> {
    let (catalog, options) = (input.catalog, input.options);
    let of_ops = evidence
        .ops
        .par_iter()
        .with_min_len(FEW)
        .map(|found| {
            let Some(op) = catalog.find(&found.id) else {
                return Ok(Findings::default());
            };
            let plan = input.plan_of_op(op)?;
            let obligations = plan.obligations();
            Ok(plausibility::of_op(
                (catalog, input.counts),
                options,
                issued,
                op,
                obligations,
                found,
            ))
        })
        .collect::<Vec<_>>();
    let of_engines = evidence
        .engines
        .par_iter()
        .with_min_len(FEW)
        .map(|found| {
            let Some(engine) = catalog.find_engine(&found.id) else {
                return Ok(Findings::default());
            };
            let saved = input.saved.get(engine.id);
            let plan = plan::of_engine(engine, &input.backends, saved)?;
            let obligations = plan.obligations();
            let of = (catalog, issued);
            Ok(plausibility::of_engine(of, engine, obligations, found))
        })
        .collect::<Vec<_>>();
    let mut all = Findings::default();
    if let Some(found) = &evidence.programs {
        let plan = plan::of_programs(&input.backends, options)?;
        let obligations = plan.obligations();
        let files = &options.filetests;
        all.add(programs::problems(
            catalog,
            issued,
            obligations,
            found,
            files,
        ));
    }
    for found in of_ops.into_iter().chain(of_engines) {
        all.add(found?);
    }
    all.problems.extend(support::whole_programs(evidence));
    Ok(all)
}
