//! Removal of unused steps from a proof.

use super::Lrat;

/// The steps that the first empty clause needs, by their hints. Without an empty clause, all steps: the
/// checker reports the fault.
pub(super) fn needed(proof: Lrat) -> Lrat {
    let mut steps = proof.steps;
    let Some(end) = steps.iter().position(|step| step.clause.is_empty()) else {
        return Lrat { steps };
    };
    let mut wanted = vec![false; end + 1];
    wanted[end] = true;
    for k in (0..=end).rev() {
        if wanted[k] {
            // A number that is not found belongs to the formula, or is invalid, which the checker
            // reports.
            let before = &steps[..k];
            let place = |id: &u64| before.binary_search_by_key(id, |step| step.id).ok();
            for item in steps[k].hints.iter().filter_map(place) {
                wanted[item] = true;
            }
        }
    }
    let mut wanted = wanted.into_iter();
    steps.retain(|_| wanted.next().unwrap_or(false));
    Lrat { steps }
}
