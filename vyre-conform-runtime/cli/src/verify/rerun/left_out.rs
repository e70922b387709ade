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
