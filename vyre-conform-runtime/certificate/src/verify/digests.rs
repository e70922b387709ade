//! Plausibility of the numbers of cases compared by digest.

use super::consistent::not_of_ops;
use super::issuer::{BackendFamily, IssuerBackend};
use crate::certificate::{Evidence, OpEvidence, Part};
use vyre_conform_spec::Capabilities;
use vyre_conform_suite::backend::{Backend, INPUT_GENERATION};
use vyre_conform_suite::plan::cases::DIGESTED_WITNESSES;

/// The faults of digest counts for the kind of a part or backend.
pub(super) fn problems(evidence: &Evidence, issued: &IssuerBackend) -> Vec<String> {
    let due = |op: &&OpEvidence, part: &&Part| {
        part.compares_every_input() && part.range.is_some() && op.ulps.is_none()
    };
    // A device that generates its inputs can digest its results; the abilities of a registered backend are unknown
    // here.
    let device = match issued.family() {
        BackendFamily::Processor => false,
        BackendFamily::Registered | BackendFamily::Expressions => true,
        _ => issued.identity().has(INPUT_GENERATION),
    };
    let digests = device && !issued.is_registered();
    let many = |part: &&Part| {
        part.compares_every_input() || part.due.is_some_and(|due| due >= DIGESTED_WITNESSES)
    };
    let ops = evidence.ops.iter();
    let parts = ops.flat_map(|op| op.parts.iter().map(move |part| (op, part)));
    let wrong = parts.filter(|(op, part)| match part.by_digest {
        None => due(op, part),
        // A registered backend may digest nothing; an adapter that generates its inputs digests all of them.
        Some(0) => {
            let may = !digests || part.cases == 0 || op.ulps.is_some();
            !may || !part.compares_every_input() || part.range.is_none()
        }
        // Digests detect inequality, not distance; a part is digested completely.
        Some(cases) => {
            let takes = part.takes_digests() && many(part) && op.ulps.is_none();
            !takes || !device || cases != part.cases || !part.on_backend()
        }
    });
    let others = not_of_ops(evidence).filter(|part| part.by_digest.is_some());
    wrong
        .map(|(_, part)| part)
        .chain(others)
        .map(|part| {
            format!(
                "{}: its number of cases compared by digest is not possible",
                part.id
            )
        })
        .collect()
}
