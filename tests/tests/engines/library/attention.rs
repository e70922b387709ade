//! Attention, in two passes and in one: consequences of the definition.

use super::network::{bits, output};
use super::original;
use vyre_conform_runtime::engine::Input;
use vyre_conform_runtime::generate::witness;

pub(super) const ATTENTION: &str = "engine::attention";
pub(super) const STREAM: &str = "engine::attention_stream_8";

pub(super) const LANES: &str = "engine::attention_lanes_256";

/// All engines of attention.
const ATTENDING: [&str; 3] = [ATTENTION, LANES, STREAM];

/// The inputs of attention among the first twenty that have an element, with their sizes.
fn attended(id: &str) -> Vec<(Input, [usize; 7])> {
    let inputs = (0..20).map((original(id)).inputs);
    let sized = inputs.map(|input| {
        let shape: [usize; 7] = std::array::from_fn(|k| input.columns[0][k] as usize);
        (input, shape)
    });
    let sample = sized.filter(|(_, shape)| shape[..6].iter().all(|len| *len > 0));
    sample.collect()
}

/// One of the equal parts of a column.
fn part(input: &Input, column: usize, parts: usize, index: usize) -> Vec<u32> {
    let words = &input.columns[column];
    let len = words.len() / parts;
    words[index * len..][..len].to_vec()
}

/// Oracle: both references: lanes are folded by halves, so that weights of one magnitude are added in another order.
#[test]
fn inputs_distinguish_the_order_of_lanes_from_row_order() {
    let [lanes, rows] = [LANES, ATTENTION].map(original);
    let tells = |n: &u64| {
        let input = (lanes.inputs)(*n);
        let [lanes, rows] = [&lanes, &rows].map(|def| def.reference.expect("it has one")(&input));
        lanes != rows
    };
    let telling: Vec<u64> = (0..64).filter(tells).collect();
    // Every fifth from the second on is made for this; for one query with its 97 keys, 6 and 21, the sums happen to be
    // equal.
    assert_eq!(telling, [1, 11, 16, 26, 31, 36, 41, 46, 51, 56, 61]);
}

/// Oracle: the reference, on the first input without a key; not every engine has one among its certificate's inputs.
#[test]
fn row_without_a_key_agrees_with_the_reference() {
    for id in ATTENDING {
        let def = original(id);
        let mut inputs = (0..64).map(def.inputs);
        let input = inputs.find(|input| input.columns[0][2] == 0);
        let input = input.expect("one has no key");
        let expected = def.reference.expect("it has one")(&input);
        assert_eq!(output(id, &input), expected, "{id}");
    }
}

/// Oracle: the inputs: for several shapes the last key, which no query sees, is NaN.
#[test]
fn masked_keys_are_nan_in_some_inputs() {
    for id in ATTENDING {
        let mut shapes = std::collections::BTreeSet::new();
        for input in (0..64).map((original(id)).inputs) {
            let [_, queries, keys, _, _, _, before] =
                std::array::from_fn(|k| u64::from(input.columns[0][k]));
            let is_nan = input.columns[2].last() == Some(&0x7fc0_0000);
            if queries > 0 && before + queries < keys && is_nan {
                shapes.insert(input.columns[0][..7].to_vec());
            }
        }
        assert!(shapes.len() > 1, "{id}: {shapes:?}");
    }
}

/// Oracle: the definition: sequences are independent of one another.
#[test]
#[ignore = "a long run: seconds"]
fn sequence_alone_equals_sequence_in_a_batch() {
    for id in ATTENDING {
        let mut asked = 0;
        for (input, shape) in attended(id) {
            let whole = bits(&output(id, &input));
            for sequence in [0, shape[0] / 2, shape[0] - 1] {
                let mut alone = input.clone();
                alone.columns[0][0] = 1;
                for column in 1..4 {
                    alone.columns[column] = part(&input, column, shape[0], sequence);
                }
                let len = whole.len() / shape[0];
                let expected = &whole[sequence * len..][..len];
                assert_eq!(bits(&output(id, &alone)), expected, "{id}: {shape:?}");
                asked += usize::from(shape[0] > 1);
            }
        }
        assert!(asked >= 9, "{id}: {asked}");
    }
}

/// Oracle: the definition: a query whose earlier keys are a cache gives the same result as among other queries, for any
/// later keys.
#[test]
fn query_is_independent_of_other_queries_and_later_keys() {
    for id in ATTENDING {
        let mut asked = 0;
        for (input, shape) in attended(id) {
            let [sequences, queries, keys, .., before] = shape;
            if sequences > 1 || before >= keys {
                continue;
            }
            let whole = bits(&output(id, &input));
            for query in 0..queries {
                let mut alone = input.clone();
                alone.columns[0][1] = 1;
                alone.columns[0][6] += query as u32;
                alone.columns[1] = part(&input, 1, queries, query);
                let len = whole.len() / queries;
                let expected = &whole[query * len..][..len];
                assert_eq!(bits(&output(id, &alone)), expected, "{id}: {shape:?}");
                for column in 2..4 {
                    let words = &mut alone.columns[column];
                    let observed = words.len() / keys * (before + query + 1).min(keys);
                    words[observed..].fill(0x7fc0_0000);
                    // The result does not depend on the number of later keys either.
                    words.truncate(observed);
                }
                alone.columns[0][2] = (before + query + 1).min(keys) as u32;
                assert_eq!(bits(&output(id, &alone)), expected, "{id}: {shape:?}");
                asked += 1;
            }
        }
        assert!(asked >= 20, "{id}: {asked}");
    }
}

/// Oracle: the definition: heads that share keys give the results of heads with copies of them.
#[test]
#[ignore = "a long run: seconds"]
fn a_shared_head_is_a_copied_one() {
    for id in ATTENDING {
        let mut asked = 0;
        for (input, shape) in attended(id) {
            let [_, _, _, heads, key_heads, width, _] = shape;
            let mut copied = input.clone();
            copied.columns[0][4] = heads as u32;
            for column in 2..4 {
                let vectors = input.columns[column].chunks(width);
                let copies = vectors.flat_map(|vector| vector.repeat(heads / key_heads));
                copied.columns[column] = copies.collect();
            }
            assert_eq!(output(id, &copied), output(id, &input), "{id}: {shape:?}");
            asked += usize::from(heads > key_heads);
        }
        assert!(asked >= 5, "{id}: {asked}");
    }
}

/// Oracle: the reference, with more queries, keys and columns than a tile has, and more keys than a workgroup keeps per
/// row.
#[test]
#[ignore = "a long run: seconds"]
fn tiles_of_lanes_are_put_together() {
    let reference = original(LANES).reference.expect("a reference");
    for shape in [
        [1, 33, 300, 2, 1, 33, 270, 0x3f00_0000_u32],
        [2, 70, 40, 2, 2, 70, 0, 0xbe80_0000],
        [1, 1, 3600, 1, 1, 2, 3599, 0x3f80_0000],
    ] {
        let [sequences, queries, keys, heads, key_heads, width, ..] = shape;
        let floats = |column: u64, len: u32| -> Vec<u32> {
            let word = |n| witness::uniform(column, n, 0) & 0x807f_ffff | 0x3f00_0000;
            (0..len.into()).map(word).collect()
        };
        let vectors = sequences * keys * key_heads * width;
        let input = Input {
            columns: vec![
                shape.to_vec(),
                floats(1, sequences * queries * heads * width),
                floats(2, vectors),
                floats(3, vectors),
            ],
        };
        let expected = reference(&input);
        assert_eq!(output(LANES, &input), expected, "{shape:?}");
        // The same sums in the other order differ, where they have enough elements.
        assert_ne!(output(ATTENTION, &input), expected, "{shape:?}");
    }
}
