//! Removal of unused steps from a proof.

use super::Lrat;

/// The steps that the first empty clause needs, by their hints. Without an empty clause, all steps: the
/// checker reports the fault.
pub(super) fn needed(proof: Lrat) -> Lrat {
    let mut steps = proof.steps;
    let Some(end) = steps.iter().position(|step| step.clause.is_empty()) else {
        return Lrat { steps };
    };
    let mut requested = vec![false; end + 1];
    requested[end] = true;
    for k in (0..=end).rev() {
        if requested[k] {
            // A number that is not found belongs to the formula, or is invalid, which the checker
            // reports.
            let before = &steps[..k];
            let place = |id: &u64| before.binary_search_by_key(id, |step| step.id).ok();
            for item in steps[k].hints.iter().filter_map(place) {
                requested[item] = true;
            }
        }
    }
    let mut requested = requested.into_iter();
    steps.retain(|_| requested.next().unwrap_or(false));
    Lrat { steps }
}
