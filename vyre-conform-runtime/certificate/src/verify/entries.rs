//! Equality of the entries and parts of a certificate with the expected ones.

use super::input::{MIN_ENTRIES, VerificationInput};
use crate::certificate::{
    EngineEvidence, Evidence, OpEvidence, Part, ProgramsEvidence, SkipKind, SkippedPart,
};
use crate::expected::left_out;
use rayon::prelude::*;
use std::collections::HashMap;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_suite::plan::{PROGRAMS, PlanError};

/// An op or engine of the catalog beside a certificate.
struct Entry {
    id: &'static str,
    /// True if the filter selects it.
    is_taken: bool,
    /// True if the certificate states what is expected, or the filter leaves it out.
    is_same: bool,
}

fn same_programs(found: Option<&ProgramsEvidence>, expected: Option<&ProgramsEvidence>) -> bool {
    match (found, expected) {
        (None, None) => true,
        (Some(found), Some(expected)) => {
            (found.count, &found.seed) == (expected.count, &expected.seed)
                && same_parts(&found.parts, &expected.parts)
        }
        _ => false,
    }
}

fn op_entry(
    input: &VerificationInput<'_>,
    op: &Op,
    found: Option<&OpEvidence>,
) -> Result<Entry, PlanError> {
    let required = input.op(op)?;
    let is_same = |expected: &OpEvidence| found.is_some_and(|found| same_op(found, expected));
    Ok(Entry {
        id: op.def.id,
        is_taken: required.is_some(),
        is_same: required.as_ref().is_none_or(is_same),
    })
}

fn engine_entry(
    input: &VerificationInput<'_>,
    engine: &EngineDef,
    found: Option<&EngineEvidence>,
) -> Result<Entry, PlanError> {
    let required = input.engine(engine)?;
    let is_same =
        |expected: &EngineEvidence| found.is_some_and(|found| same_engine(found, expected));
    Ok(Entry {
        id: engine.id,
        is_taken: required.is_some(),
        is_same: required.as_ref().is_none_or(is_same),
    })
}

/// True if ops, engines and parts are exactly the expected ones, in order.
pub(super) fn as_due(
    input: &VerificationInput<'_>,
    evidence: &Evidence,
) -> Result<bool, PlanError> {
    let ops: HashMap<&str, &OpEvidence> = evidence.ops.iter().map(|op| (&*op.id, op)).collect();
    let engines: HashMap<&str, &EngineEvidence> =
        evidence.engines.iter().map(|e| (&*e.id, e)).collect();
    let of_ops = input
        .ops()
        .par_iter()
        .with_min_len(MIN_ENTRIES)
        .map(|op| op_entry(input, op, ops.get(op.def.id).copied()))
        .collect::<Vec<_>>();
    let of_engines = input
        .engines()
        .par_iter()
        .with_min_len(MIN_ENTRIES)
        .map(|engine| engine_entry(input, engine, engines.get(engine.id).copied()))
        .collect::<Vec<_>>();
    let of_ops = of_ops.into_iter().collect::<Result<Vec<_>, _>>()?;
    let of_engines = of_engines.into_iter().collect::<Result<Vec<_>, _>>()?;
    let of_programs = input.programs()?;
    let expected_programs = of_programs.as_ref().and_then(Option::as_ref);
    let same_programs = same_programs(evidence.programs.as_ref(), expected_programs);
    let taken = |all: &[Entry]| -> Vec<&'static str> {
        let taken = all.iter().filter(|entry| entry.is_taken);
        taken.map(|entry| entry.id).collect()
    };
    let all = of_ops.iter().chain(&of_engines);
    let skipped: Vec<SkippedPart> = all
        .clone()
        .filter(|entry| !entry.is_taken)
        .map(|entry| left_out(entry.id))
        .chain((of_programs == Some(None)).then(|| left_out(PROGRAMS)))
        .collect();
    let skipped_ids = evidence
        .skipped
        .iter()
        .filter(|s| s.kind != SkipKind::Unsupported);
    Ok(all.clone().all(|entry| entry.is_same)
        && same_programs
        && evidence.ops.iter().map(|op| &*op.id).eq(taken(&of_ops))
        && evidence
            .engines
            .iter()
            .map(|e| &*e.id)
            .eq(taken(&of_engines))
        && skipped_ids.eq(&skipped))
}

fn same_op(found: &OpEvidence, expected: &OpEvidence) -> bool {
    let laws = found.laws.iter().zip(&expected.laws);
    found.version == expected.version
        && found.category == expected.category
        && found.hardware == expected.hardware
        && found.track == expected.track
        && found.ulps == expected.ulps
        && (&found.operands, &found.result) == (&expected.operands, &expected.result)
        && found.laws.len() == expected.laws.len()
        && { laws }.all(|(x, y)| (&x.text, &x.name, x.holds) == (&y.text, &y.name, y.holds))
        && found.table_rows == expected.table_rows
        && found.boundaries.total == expected.boundaries.total
        && found.classes.total == expected.classes.total
        && same_parts(&found.parts, &expected.parts)
}

fn same_engine(found: &EngineEvidence, expected: &EngineEvidence) -> bool {
    found.version == expected.version
        && (found.kind, found.additions) == (expected.kind, expected.additions)
        && found.invariants == expected.invariants
        && same_parts(&found.parts, &expected.parts)
}

fn same_parts(found: &[Part], expected: &[Part]) -> bool {
    let same = |(x, y): (&Part, &Part)| {
        x.id == y.id
            && (x.part, &x.subject, x.oracle) == (y.part, &y.subject, y.oracle)
            && (x.law, x.domain, x.due) == (y.law, y.domain, y.due)
    };
    found.len() == expected.len() && found.iter().zip(expected).all(same)
}
