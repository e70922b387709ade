//! The steps of a proof that it does not do without.

use super::Lrat;

/// The steps up to the first empty clause that it needs, by their hints. Without such a clause all of them: the checker
/// says what is wrong.
pub(super) fn needed(proof: Lrat) -> Lrat {
    let mut steps = proof.steps;
    let Some(end) = steps.iter().position(|step| step.clause.is_empty()) else {
        return Lrat { steps };
    };
    let mut wanted = vec![false; end + 1];
    wanted[end] = true;
    for k in (0..=end).rev() {
        if wanted[k] {
            // What is not found is a clause of the formula, or a lie that the checker sees.
            let before = &steps[..k];
            let place = |id: &u64| before.binary_search_by_key(id, |step| step.id).ok();
            for of in steps[k].hints.iter().filter_map(place) {
                wanted[of] = true;
            }
        }
    }
    let mut wanted = wanted.into_iter();
    steps.retain(|_| wanted.next().unwrap_or(false));
    Lrat { steps }
}
