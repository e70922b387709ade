//! The order of a fold by lanes, on the CPU.

/// Lanes of a fold.
pub(in crate::engines) const LANES: u32 = 256;

/// The value of a lane without elements.
pub(in crate::engines) const NOTHING: f32 = -0.0;

/// The fold of the elements in the order of the lanes.
pub(in crate::engines) fn folded(
    of: fn(f32, f32) -> f32,
    identity: f32,
    elements: impl Iterator<Item = f32>,
) -> f32 {
    let mut lanes = [identity; LANES as usize];
    for (at, element) in elements.enumerate() {
        let lane = &mut lanes[at % LANES as usize];
        *lane = of(*lane, element);
    }
    let mut half = lanes.len() / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = of(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// Their sum.
pub(in crate::engines) fn sum(elements: impl Iterator<Item = f32>) -> f32 {
    folded(|a, b| a + b, NOTHING, elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: by hand: the sum of 2^24 and ones depends on which of the ones are added to each other first.
    #[test]
    fn lanes_are_folded_by_halves() {
        let sum_of = |given: &[(usize, f32)]| {
            let mut all = vec![0.0; 1024];
            for (at, x) in given {
                all[*at] = *x;
            }
            sum(all.into_iter())
        };
        let large = (1 << 24) as f32;
        // In one lane, from left to right.
        assert_eq!(sum_of(&[(3, large), (259, 1.0), (515, 1.0)]), large);
        // Lanes 64 and 192 are added first, and lane 0 adds their sum.
        assert_eq!(sum_of(&[(0, large), (64, 1.0), (192, 1.0)]), large + 2.0);
        // Lane 0 adds lane 128 and then lane 64.
        assert_eq!(sum_of(&[(0, large), (64, 1.0), (128, 1.0)]), large);
        assert_eq!(sum([-0.0, -0.0].into_iter()).to_bits(), 0x8000_0000);
    }
}
