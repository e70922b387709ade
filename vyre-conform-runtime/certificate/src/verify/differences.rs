//! Differences between a certificate and the expected evidence, planned at once if something differs.

use super::input::VerificationInput;
use crate::certificate::{Evidence, Part, SkipKind, SuiteDigests};
use crate::expected::ExpectedEvidence;
use serde_json::json;
use std::collections::BTreeSet;
use vyre_conform_suite::backend::Identity;
use vyre_conform_suite::plan::{PROGRAMS, PlanError};

/// Differences between a certificate and the expected evidence, in words.
pub(super) fn differences(
    input: &VerificationInput<'_>,
    evidence: &Evidence,
    identity: &Identity,
    suite: &SuiteDigests,
) -> Result<Vec<String>, PlanError> {
    let mut expected = ExpectedEvidence::default();
    for op in input.ops() {
        expected.op(op.def.id, input.op(op)?);
    }
    for engine in input.engines() {
        expected.engine(engine.id, input.engine(engine)?);
    }
    if let Some(of) = input.programs()? {
        expected.programs(of);
    }
    let (settings, shards) = (evidence.settings.clone(), evidence.shards.clone());
    let expected = expected.evidence(identity, input.options, settings, shards, suite);
    let mut problems = vec![];
    compare("entry", &heads(evidence), &heads(&expected), &mut problems);
    compare("part", &names(evidence), &names(&expected), &mut problems);
    Ok(problems)
}

/// The ops, engines, random programs and skipped parts of a certificate, without their parts.
fn heads(e: &Evidence) -> Vec<String> {
    let ops = e.ops.iter().map(|op| {
        let laws = op.laws.iter().map(|l| (&l.text, l.holds, &l.name));
        let laws: Vec<_> = laws.collect();
        let totals = (op.table_rows, op.boundaries.total, op.classes.total);
        let types = (&op.operands, &op.result);
        let own = (
            op.version,
            &op.category,
            &op.hardware,
            op.track.name(),
            op.ulps,
        );
        format!("{} {}", op.id, json!([own, laws, totals, types]))
    });
    let engines = e.engines.iter();
    let engines = engines.map(|e| {
        let additions = e.additions.map(|order| order.to_string());
        let own = json!([e.version, e.kind.name(), additions, e.invariants]);
        format!("{} {own}", e.id)
    });
    let programs = e.programs.iter();
    let programs = programs.map(|p| format!("{PROGRAMS} {}", json!([p.count, p.seed])));
    let engines = engines.chain(programs);
    let skipped = e.skipped.iter().filter(|s| s.kind != SkipKind::Unsupported);
    let skipped = skipped.map(|s| format!("skipped {} {} {}", s.id, s.kind.name(), s.reason));
    ops.chain(engines).chain(skipped).collect()
}

/// The names of all parts of a certificate.
fn names(e: &Evidence) -> Vec<String> {
    let name = |p: &Part| {
        let (part, subject, oracle) = (p.part.name(), &p.subject, p.oracle.name());
        let law = p
            .law
            .map(|law| format!(", its law {}", law.saturating_add(1)));
        let domain = p.domain.map(|domain| format!(", on {}", domain.name()));
        let expected = p.due.map(|expected| format!(", {}", cases(expected)));
        let more: String = [law, domain, expected].into_iter().flatten().collect();
        format!("{}: {part} of {subject}, by {oracle}{more}", p.id)
    };
    e.parts().map(name).collect()
}

fn cases(number: u64) -> String {
    match number {
        1 => "1 case".to_owned(),
        n => format!("{n} cases"),
    }
}

/// Entries of one list that the other lacks.
fn compare(what: &str, found: &[String], expected: &[String], problems: &mut Vec<String>) {
    if found == expected {
        return;
    }
    let before = problems.len();
    let (has, needs): (BTreeSet<_>, BTreeSet<_>) =
        (found.iter().collect(), expected.iter().collect());
    let missing = needs.difference(&has);
    problems.extend(missing.map(|line| format!("{what} that is missing: {line}")));
    let foreign = has.difference(&needs);
    problems.extend(foreign.map(|line| format!("{what} that the suite does not have: {line}")));
    if problems.len() == before {
        problems.push(format!("a {what} occurs twice, or out of order"));
    }
}
