//! Skipped cases of a part, compared with those skipped here.

use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::{Part, SkippedCases};
use vyre_conform_harness::Tally;
use vyre_conform_runtime::engine::SkippedSize;

/// True if a part skips cases for another reason than a limit on workgroup sizes: random programs, and cases of an
/// engine that exceed another limit.
pub(super) fn leaves_out_by_word(part: &Part) -> bool {
    let is_of_size =
        |of: &SkippedCases| matches!(of.of_size(), Some(SkippedSize::WorkgroupSize { .. }));
    !part.skipped.iter().all(is_of_size)
}

/// Checks that the skipped cases are those of a part, if all of it ran; for a range, that it skips no more and for no
/// other reason.
pub(super) fn same_left_out(part: &Part, tally: &Tally, is_whole: bool) -> Result<(), String> {
    let said: BTreeMap<&str, u64> = part
        .skipped
        .iter()
        .map(|of| (of.why.as_str(), of.cases))
        .collect();
    for (reason, found) in &tally.skipped {
        let said = said.get(reason.as_str()).copied().unwrap_or(0);
        if said < *found || is_whole && said != *found {
            return Err(format!(
                "{found} cases are left out here for `{reason}`, but the certificate leaves out {said}"
            ));
        }
    }
    let mut unfounded = part.skipped.iter();
    match unfounded.find(|of| is_whole && !tally.skipped.contains_key(&of.why)) {
        Some(of) => Err(format!(
            "no case is left out here for `{}`, but the certificate leaves out {}",
            of.why, of.cases
        )),
        None if is_whole && tally.cases != part.cases => Err(format!(
            "{} cases are within the limits here, but the certificate ran {}",
            tally.cases, part.cases
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_certificate::certificate::{OutcomeName, PartDomain, Subject};
    use vyre_conform_runtime::engine::Check;
    use vyre_conform_suite::plan::{Oracle, PartKind};

    /// A part of an engine with 80 cases, of which it skips some for a reason.
    fn part(reason: &str, skipped: u64) -> Part {
        Part {
            id: "engine::x::parity::y".into(),
            part: PartKind::Engine,
            subject: Subject::Lowering,
            oracle: Oracle::Property,
            law: None,
            domain: Some(PartDomain::Question(Check::Parity)),
            outcome: OutcomeName::Passed,
            reason: None,
            cases: 80 - skipped,
            range: Some([0, 80]),
            due: Some(80),
            failures: 0,
            by_digest: None,
            covered: None,
            proof: None,
            counterexample: None,
            skipped: vec![(reason, skipped).into()],
        }
    }

    fn tally(cases: u64, reason: &str, skipped: u64) -> Tally {
        let skipped = (skipped > 0).then(|| (reason.to_owned(), skipped));
        Tally {
            cases,
            skipped: skipped.into_iter().collect(),
            ..Tally::default()
        }
    }

    /// Oracle: the definition: a limit on workgroup sizes is listed in the certificate, others are the issuer's word.
    #[test]
    fn cases_beyond_larger_limits_are_all_run_again() {
        let size = SkippedSize::WorkgroupSize {
            size: 256,
            limit: 128,
        };
        let memory = SkippedSize::Limits {
            size: 256,
            message: "too much memory".into(),
        };
        assert!(!leaves_out_by_word(&part(&size.to_string(), 16)));
        assert!(leaves_out_by_word(&part(&memory.to_string(), 16)));
        assert!(leaves_out_by_word(&part("larger limits: a lot", 16)));
    }

    /// Oracle: counting by hand.
    #[test]
    fn skipped_cases_are_counted_again() {
        let reason = "size 256: too much memory";
        let part = part(reason, 16);
        let same = |cases, reason: &str, skipped, is_whole| {
            same_left_out(&part, &tally(cases, reason, skipped), is_whole)
        };
        assert_eq!(same(64, reason, 16, true), Ok(()));
        assert_eq!(same(10, reason, 4, false), Ok(()));
        for (found, due) in [
            (same(72, reason, 8, true), "8 cases are left out here for"),
            (same(80, reason, 0, true), "no case is left out here for"),
            (
                same(63, reason, 16, true),
                "63 cases are within the limits here, but the certificate ran 64",
            ),
            (
                same(10, reason, 17, false),
                "17 cases are left out here for",
            ),
            (
                same(10, "another", 1, false),
                "1 cases are left out here for `another`",
            ),
        ] {
            let problem = found.expect_err(due);
            assert!(problem.contains(due), "{problem}");
        }
    }
}
