//! Lengths of buffers that the accesses of a kernel suggest: a table of 256 counts, or two elements
//! for each invocation.

use crate::case::{BufferLength, CaseChoice, InputValues, has_rows, prepare};
use crate::eval::{Ending, LANES, RunOrder, evaluate};
use crate::fill::has_side_names;
use crate::target::Target;

/// Maximum number of elements for each element of the case.
const MAX_FACTOR: i64 = 64;

/// The lengths of runtime-sized arrays, from runs at two multiples of the workgroup's size. Only a
/// length that all of them agree on counts, so that an index just beyond the data suggests none.
pub(crate) fn suggested_lengths(
    target: &Target<'_>,
    choice: &CaseChoice<'_>,
    budget: u64,
) -> Vec<(String, BufferLength)> {
    let is_flat = !has_rows(target) && !has_side_names(target);
    if !choice.lengths.is_empty() || !target.has_runtime_array() || !is_flat {
        return vec![];
    }
    let one = target.invocations().clamp(2, 256);
    let mut runs = vec![];
    for length in [one, 2 * one] {
        for values in [InputValues::Zeros, InputValues::Ramp] {
            let prepared = prepare(target, length, values, choice);
            let run = evaluate(target, &prepared, RunOrder::Ascending, budget, LANES);
            if run.ending != Ending::Ended {
                return vec![];
            }
            runs.push((i64::from(length), run.reach));
        }
    }
    let each = target.buffers.iter().enumerate();
    let each = each.filter_map(|(k, buffer)| {
        buffer.shape.tail()?;
        let pairs = runs
            .iter()
            .map(|(length, reach)| Some((*length, reach[k]?)));
        let suggested = suggested(&pairs.collect::<Option<Vec<_>>>()?)?;
        Some((buffer.name.clone(), suggested))
    });
    each.collect()
}

/// The length that agrees with the largest index at every length.
fn suggested(pairs: &[(i64, i64)]) -> Option<BufferLength> {
    let (length, last) = *pairs.first()?;
    if last > 0 && pairs.iter().all(|(_, other)| *other == last) {
        return u32::try_from(last + 1).ok().map(BufferLength::Exact);
    }
    let factor = (last + 1) / length;
    let agrees = |(length, last): &(i64, i64)| last + 1 == factor * length;
    let is_multiple = (2..=MAX_FACTOR).contains(&factor) && pairs.iter().all(agrees);
    is_multiple.then_some(BufferLength::Times(factor as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: indices by hand.
    #[test]
    fn constant_and_proportional_indices_suggest_a_length() {
        let of = |a, b| suggested(&[(64, a), (64, a), (128, b), (128, b)]);
        assert_eq!(of(255, 255), Some(BufferLength::Exact(256)));
        assert_eq!(of(127, 255), Some(BufferLength::Times(2)));
        assert_eq!(of(63, 127), None);
        // One more than the length may be a fault.
        assert_eq!(of(64, 128), None);
        assert_eq!(of(0, 0), None);
        assert_eq!(suggested(&[(64, 0), (64, 63), (128, 0), (128, 127)]), None);
    }
}
