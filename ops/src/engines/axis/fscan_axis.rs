use super::rows::{given, prefixes, sums};
use super::scan::{self, inputs};
use crate::engines::folds::{GOLDBERG, goldberg};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::vyre_engine;

/// Inclusive prefix folds of floats along an axis, from left to right.
///
/// Input: `[outer, n, inner, op, skip]`, where op is the [number](super) of a fold of binary32, binary16 or bfloat16;
/// the elements, `outer` blocks of `n` rows of `inner`, as bits. Output: for every outer index, every index `i` from
/// `skip` on along the axis and every inner index a record of the three and of the bits of
/// `((x[0] op x[1]) op ..) op x[i]`, each step rounded to the format. A shape of four words has `skip = 0`. NaN is
/// canonical, even for the first element.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = Strict,
    sums = asked,
)]
pub fn fscan_axis(input: &Input, size: u32) -> Plan {
    scan::plan::<true>(input, size)
}

/// A scan of the standard library.
fn reference(input: &Input) -> Output {
    prefixes::<true>(input, scan::skip(input))
}

fn generated(n: u64) -> Input {
    inputs::<true>(n)
}

/// One row for each sum; only its last prefix is kept.
fn asked(of: &Sums) -> Vec<Input> {
    sums(of, &[of.products - 1])
}

/// A published sum, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || given(&[1, 3, 1, 0], &goldberg()),
        output: || {
            let sums = (0..).zip([1e30f32, 0.0, 1.0]);
            sums.map(|(i, sum)| vec![0, i, 0, sum.to_bits()]).collect()
        },
    },
    CorpusCase {
        source: "By hand: of binary16 2048 + 1 is half way between two numbers, and 2048 is the even one; + 2 is 2050",
        input: || given(&[1, 3, 1, 4], &[0x6800, 0x3c00, 0x4000]),
        output: || {
            vec![
                vec![0, 0, 0, 0x6800],
                vec![0, 1, 0, 0x6800],
                vec![0, 2, 0, 0x6801],
            ]
        },
    },
    CorpusCase {
        source: "By hand: a NaN becomes the canonical one, of bfloat16 0x7fc0, and stays it",
        input: || given(&[1, 2, 1, 9], &[0xff81, 0x3f80]),
        output: || vec![vec![0, 0, 0, 0x7fc0], vec![0, 1, 0, 0x7fc0]],
    },
];
