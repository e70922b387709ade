//! Completeness of a certificate: it has all expected parts and no others.
//!
//! Ops are planned, compared and dropped one by one in parallel, because most certificates are complete. Only if
//! something differs, everything is planned at once to report the differences.

use super::Verifier;
use super::differences::differences;
use super::entries::as_due;
use super::input::{MIN_ENTRIES, VerificationInput};
use super::issuer::IssuerBackend;
use super::plausibility::{self, Findings};
use super::scope::CertificateScope;
use super::{NOT_HERE, consistent, digests, programs, saved_failures, settings, support};
use crate::certificate::{Certificate, DigestProfile, Evidence, FloatProfile, Part, SuiteDigests};
use crate::expected::floats;
use crate::names::{Name, Names};
use rayon::prelude::*;
use std::collections::BTreeMap;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_suite::plan::{self, PROGRAMS, PlanError, PlanOptions, SavedCases};

/// Checks that every expected part is present and consistent.
pub(super) fn complete(
    (verifier, about, suite): (&Verifier<'_>, &CertificateScope<'_>, &SuiteDigests),
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
    problems.extend(saved_failures::saved(evidence, catalog));
    problems.extend(digests::problems(evidence, &issued));
    problems.extend(consistent::covered(evidence));
    problems.extend(inconsistent_parts(evidence, input.filter));
    problems.extend(unknown_names(evidence, catalog, input.filter));
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

/// Names of the filter that select nothing of the library: `certify` refuses them.
fn unknown_names(evidence: &Evidence, catalog: &Catalog, filter: Option<&Names>) -> Vec<String> {
    let ops = catalog.ops().iter().map(|op| op.def.id);
    let engines = catalog.engines().iter().map(|engine| engine.id);
    let ids: Vec<&str> = ops.chain(engines).chain([PROGRAMS]).collect();
    let is_known = |name: &Name| {
        let text = name.text();
        let is_trial = |id: &&str| {
            let rest = text.strip_prefix(*id);
            rest.is_some_and(|rest| rest.starts_with("::"))
        };
        let part = |part: &Part| match name {
            Name::Exactly(_) => part.id == text,
            _ => part.id.contains(text),
        };
        ids.iter().any(|id| name.takes_id(id) || is_trial(id)) || evidence.parts().any(part)
    };
    let names = filter.iter().flat_map(|names| names.each());
    let unknown = names.filter(|name| !is_known(name));
    let problem = |name: &Name| format!("its filter names `{}`, {NOT_HERE}", name.text());
    unknown.map(problem).collect()
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
        .with_min_len(MIN_ENTRIES)
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
        .with_min_len(MIN_ENTRIES)
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
