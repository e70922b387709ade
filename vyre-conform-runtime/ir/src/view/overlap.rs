//! Decides if two indices of a view refer to one element.
//!
//! Two different indices do so if the difference of their positions is 0: `d[0] * stride[0] + .. = 0`
//! for numbers `d[k]` below the extents, not all 0. From the largest stride down, the search tries each
//! `d[k]` for which the remaining axes can compensate; for the last two axes it solves the equation.

/// Limit on the numbers tried. A view with ordinary strides tries one per axis.
const MAX_TRIALS: u32 = 1 << 22;

/// An axis with several elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StridedAxis {
    pub(super) stride: u32,
    pub(super) extent: u32,
}

/// True if no two indices along these axes, each with two elements or more, refer to one element. If
/// the search reaches [`MAX_TRIALS`], it conservatively returns false.
pub(super) fn is_injective(mut axes: Vec<StridedAxis>) -> bool {
    axes.sort_unstable_by(|a, b| b.cmp(a));
    if axes.last().is_some_and(|axis| axis.stride == 0) {
        return false;
    }
    let mut search = Search {
        // Maximum distance spanned by axis k and the later ones.
        reach: vec![0; axes.len() + 1],
        divisors: vec![0; axes.len() + 1],
        trials_left: MAX_TRIALS,
        axes,
    };
    let mut indices = 1_i128;
    for (k, axis) in search.axes.iter().enumerate().rev() {
        let steps = i128::from(axis.extent) - 1;
        search.reach[k] = search.reach[k + 1] + steps * i128::from(axis.stride);
        search.divisors[k] = gcd(search.divisors[k + 1], axis.stride.into());
        indices = indices.saturating_mul(axis.extent.into());
    }
    // There are more indices than positions.
    indices <= search.reach[0] + 1 && !search.can_sum_to(0, 0, false)
}

struct Search {
    axes: Vec<StridedAxis>,
    reach: Vec<i128>,
    divisors: Vec<i128>,
    trials_left: u32,
}

impl Search {
    /// True if the axes from number `k` on can sum to `sum`; if the indices do not `differ` yet, the
    /// solution must not be all 0.
    fn can_sum_to(&mut self, k: usize, sum: i128, differ: bool) -> bool {
        match self.axes[k..] {
            // A single axis never returns to an element.
            [] | [_] => false,
            [one, other] => solves(one, other, -sum, differ),
            [axis, ..] => {
                let (stride, max) = (i128::from(axis.stride), i128::from(axis.extent) - 1);
                let (reach, divisor) = (self.reach[k + 1], self.divisors[k + 1]);
                let first = div_ceil(-sum - reach, stride).max(-max);
                let last = (-sum + reach).div_euclid(stride).min(max);
                // A difference and its negative describe the same pair of indices.
                let first = if differ { first } else { first.max(0) };
                (first..=last).any(|d| {
                    self.trials_left = self.trials_left.saturating_sub(1);
                    let sum = sum + d * stride;
                    self.trials_left == 0
                        || sum % divisor == 0 && self.can_sum_to(k + 1, sum, differ || d != 0)
                })
            }
        }
    }
}

/// True if `x * one.stride + y * other.stride = sum` for numbers below the extents, which are not both
/// 0 unless the indices differ already.
fn solves(one: StridedAxis, other: StridedAxis, sum: i128, differ: bool) -> bool {
    let [a, b] = [one, other].map(|axis| i128::from(axis.stride));
    let [most_x, most_y] = [one, other].map(|axis| i128::from(axis.extent) - 1);
    let common = gcd(a, b);
    if sum == 0 {
        return differ || b / common <= most_x && a / common <= most_y;
    }
    if sum % common != 0 {
        return false;
    }
    // x is known modulo b / common, and y is in bounds if x is between these values.
    let modulus = b / common;
    let x = (sum / common).rem_euclid(modulus) * inverse(a / common, modulus) % modulus;
    let first = div_ceil(sum - b * most_y, a).max(-most_x);
    let last = (sum + b * most_y).div_euclid(a).min(most_x);
    first + (x - first).rem_euclid(modulus) <= last
}

/// The inverse of `a` modulo `modulus`, to which it is coprime.
fn inverse(a: i128, modulus: i128) -> i128 {
    let (mut old, mut new) = ((a.rem_euclid(modulus), 1), (modulus, 0));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(modulus)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn div_ceil(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}

#[cfg(test)]
mod tests {
    use super::{StridedAxis, is_injective};
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// True if all indices have different positions, by enumeration.
    fn enumerated(axes: &[StridedAxis]) -> bool {
        let mut places = vec![0_u64];
        for axis in axes {
            let along = |place: &u64| {
                let place = *place;
                (0..u64::from(axis.extent)).map(move |k| place + k * u64::from(axis.stride))
            };
            places = places.iter().flat_map(along).collect();
        }
        let different: HashSet<u64> = places.iter().copied().collect();
        different.len() == places.len()
    }

    fn axes(max: u32, strides: u32) -> impl Strategy<Value = Vec<StridedAxis>> {
        let axis =
            (2..=max, 0..=strides).prop_map(|(extent, stride)| StridedAxis { stride, extent });
        prop::collection::vec(axis, 0..=4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// Oracle: the positions of all indices, one by one.
        #[test]
        fn small_views_are_decided_as_enumeration_does(axes in axes(5, 40)) {
            prop_assert_eq!(is_injective(axes.clone()), enumerated(&axes), "{:?}", axes);
        }

        /// Oracle: the positions of all indices, one by one.
        #[test]
        fn long_axes_are_decided_as_enumeration_does(axes in prop::collection::vec(
            (2..=60_u32, 1..=90_u32).prop_map(|(extent, stride)| StridedAxis { stride, extent }), 2..=3)) {
            prop_assert_eq!(is_injective(axes.clone()), enumerated(&axes), "{:?}", axes);
        }
    }

    /// Oracle: by hand: 4 * 3 = 3 * 4, so these axes overlap if both are long enough; binary digits
    /// never do.
    #[test]
    fn hand_computed_overlaps() {
        let of = |axes: &[[u32; 2]]| {
            is_injective(
                axes.iter()
                    .map(|[extent, stride]| StridedAxis {
                        stride: *stride,
                        extent: *extent,
                    })
                    .collect(),
            )
        };
        assert!(of(&[[4, 3], [3, 4]]) && of(&[[3, 2], [3, 3]]) && of(&[[3, 7], [3, 5]]));
        assert!(!of(&[[5, 3], [4, 4]]) && !of(&[[4, 2], [3, 3]]));
        assert!(of(&[[1 << 16, 65_537], [65_537, 1 << 16]]));
        assert!(!of(&[[65_538, 65_537], [65_538, 1 << 16]]));
        let bits: Vec<[u32; 2]> = (0..31).map(|k| [2, 1 << k]).collect();
        assert!(of(&bits));
    }
}
