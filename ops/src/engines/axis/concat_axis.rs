use super::moved::{self, given, records, words};
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::Operand;
use vyre_conform_runtime::vyre_engine;

/// Two tensors concatenated along an axis.
///
/// Input: `[outer, first, second, inner]`; a, `outer` blocks of `first` rows of `inner`; b, the same with `second`
/// rows. Output: for every element a record of its outer index, its index along the axis, its inner index and its word.
/// Every bit is kept, also of NaN.
///
/// # Panics
/// Panics if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn concat_axis(input: &Input, size: u32) -> Plan {
    let [_, first, second, inner] = shape(input);
    let mut d = Dispatches::new(|input, read| {
        let [_, len, inner] = whole(input);
        let all = elements(&whole(input)) as usize;
        records(read[0].iter().take(all).copied(), [len, inner])
    });
    let [a, b] = [1, 2].map(|k| d.given(column(input, k)));
    let of = [first, second, inner];
    let work = ("concat_axis", elements(&whole(input)), &of[..]);
    moved::plan(d, size, work, &[("a", a), ("b", b)], |k, item| {
        let [first, second, inner] = [0, 1, 2].map(|i| item.shape[i]);
        let [a, b] = [0, 1].map(|i| item.read[i]);
        let line = k.bind("line", item.at / inner);
        let len = first + second;
        let outer = k.bind("outer", line / len);
        let place = k.bind("place", line - outer * (first + second));
        let column = k.bind("column", item.at % inner);
        let of_a = a.at((outer * first + place) * inner + column);
        let of_b = b.at((outer * second + (place - first)) * inner + column);
        place.less(first).select(of_a, of_b)
    })
}

/// The dimensions of the result. If the sum of the two lengths exceeds 32 bits, the elements do not fit a buffer
/// either.
fn whole(input: &Input) -> [u32; 3] {
    let [outer, first, second, inner] = shape(input);
    [outer, first.saturating_add(second), inner]
}

/// Slices of both, in turn.
fn reference(input: &Input) -> Output {
    let [outer, first, second, inner] = shape(input);
    let [_, len, _] = whole(input);
    if elements(&whole(input)) == 0 {
        return vec![];
    }
    let mut both = [(1, first), (2, second)].map(|(k, lines)| {
        let block = lines as usize * inner as usize;
        let all = padded_words(input, k, elements(&[outer, lines, inner]));
        (block, all.into_iter())
    });
    let mut all = vec![];
    for _ in 0..outer {
        for (block, words) in &mut both {
            all.extend(words.by_ref().take(*block));
        }
    }
    records(all.into_iter(), [len, inner])
}

/// Outer indices, lengths of both along the axis, inner indices.
const SHAPES: [[u32; 4]; 8] = [
    [2, 3, 5, 3],
    [1, 1, 1, 1],
    [7, 5, 12, 9],
    [3, 0, 4, 2],
    [3, 4, 0, 2],
    [0, 2, 2, 2],
    [2, 3, 1, 0],
    [1, 33, 64, 1],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [outer, first, second, inner] = of;
    let [a, b] = [(1, first), (2, second)].map(|(k, len)| words(n, k, outer * len * inner));
    given(&of, &[&a, &b])
}

/// Published examples, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.concatenate, Examples: [[1, 2], [3, 4]] and [[5, 6]] along axis 0",
        input: || given(&[1, 2, 1, 2], &[&[1, 2, 3, 4], &[5, 6]]),
        output: || records([1, 2, 3, 4, 5, 6].into_iter(), [3, 2]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.concatenate, Examples: [[1, 2], [3, 4]] and [[5], [6]] along axis 1",
        input: || given(&[2, 2, 1, 1], &[&[1, 2, 3, 4], &[5, 6]]),
        output: || records([1, 2, 5, 3, 4, 6].into_iter(), [3, 1]),
    },
    CorpusCase {
        source: "By hand: nothing before something",
        input: || given(&[2, 0, 1, 2], &[&[], &[1, 2, 3, 4]]),
        output: || records([1, 2, 3, 4].into_iter(), [1, 2]),
    },
];
