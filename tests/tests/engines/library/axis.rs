//! Engines along an axis, element by element, and of places: consequences of the definitions, and faults that the
//! references detect.

use super::network::shortened;
use super::{INPUTS, check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Output, Plan};
use vyre_conform_suite::invariants::ClaimOutcome;

const REDUCE: &str = "engine::reduce_axis_strict";
const FREDUCE: &str = "engine::freduce_axis_strict";
const TREE: &str = "engine::reduce_axis_tree";
const FTREE: &str = "engine::freduce_axis_tree";
const SCAN: &str = "engine::scan_axis";
const FSCAN: &str = "engine::fscan_axis";
const ELEMENTS: &str = "engine::elements_by";
const FELEMENTS: &str = "engine::felements_by";
const TRANSPOSE: &str = "engine::transpose";
const CONCAT: &str = "engine::concat_axis";
const PAD: &str = "engine::pad";

type PlanOf = fn(&Input, u32) -> Plan;

fn output(id: &str, input: &Input) -> Output {
    run(&plan_of(id, input, 64), input)
}

fn input_of(shape: &[u32], tensors: &[&[u32]]) -> Input {
    let tensors = tensors.iter().map(|words| words.to_vec());
    Input {
        columns: std::iter::once(shape.to_vec()).chain(tensors).collect(),
    }
}

fn generated(id: &str) -> impl Iterator<Item = Input> {
    (0..INPUTS).map((original(id)).inputs)
}

/// The words of every record after its places.
fn words(output: &Output, places: usize) -> Vec<u32> {
    let words = output.iter().flat_map(|record| &record[places..]);
    words.copied().collect()
}

/// Oracle: the laws of the ops: for each of them, the fold of nothing is neutral on both sides.
#[test]
fn a_fold_of_nothing_is_the_identity() {
    let bits = [
        0,
        1,
        2,
        0x3c00,
        0x8000,
        0x7c00,
        0x4380,
        0x3f80_0000,
        1 << 31,
        0xff80_0000,
        u32::MAX,
    ];
    for (id, ops) in [(REDUCE, 13), (FREDUCE, 12), (TREE, 13), (FTREE, 12)] {
        for op in 0..ops {
            let neutral = words(&output(id, &input_of(&[1, 0, 1, op], &[])), 2);
            for x in bits {
                let one = match neutral.len() {
                    2 => vec![x, !x],
                    _ => vec![x],
                };
                let alone = output(id, &input_of(&[1, 1, 1, op], &[&one]));
                for combined in [[&one[..], &neutral].concat(), [&neutral[..], &one].concat()] {
                    let with = output(id, &input_of(&[1, 2, 1, op], &[&combined]));
                    assert_eq!(with, alone, "{id}: op {op} of {x:08x}");
                }
            }
        }
    }
}

/// Oracle: the definition: blocks are independent of one another.
#[test]
fn block_alone_equals_block_among_others() {
    for id in [REDUCE, FREDUCE, TREE, FTREE, SCAN, FSCAN] {
        let mut asked = 0;
        for input in generated(id) {
            let outer = input.columns[0][0] as usize;
            if outer < 2 || input.columns[1].is_empty() {
                continue;
            }
            let whole = output(id, &input);
            let block = input.columns[1].len() / outer;
            for which in [0, outer - 1] {
                let mut alone = input.clone();
                alone.columns[0][0] = 1;
                alone.columns[1] = input.columns[1][which * block..][..block].to_vec();
                let expected = whole.iter().filter(|record| record[0] == which as u32);
                let expected: Output = expected
                    .map(|record| [&[0], &record[1..]].concat())
                    .collect();
                assert_eq!(output(id, &alone), expected, "{id}: {:?}", input.columns[0]);
                asked += 1;
            }
        }
        assert!(asked >= 6, "{id}: {asked}");
    }
}

/// Oracle: the definitions: the last prefix of a row is its fold from left to right.
#[test]
fn the_last_prefix_is_the_fold() {
    for (scan, reduce) in [(SCAN, REDUCE), (FSCAN, FREDUCE)] {
        let mut asked = 0;
        for mut input in generated(reduce) {
            let len = input.columns[0][1];
            if len == 0 {
                continue;
            }
            let expected = words(&output(reduce, &input), 2);
            input.columns[0].push(len - 1);
            assert_eq!(words(&output(scan, &input), 3), expected, "{scan}");
            asked += expected.len();
        }
        assert!(asked > 500, "{scan}: {asked}");
    }
}

/// Oracle: ops of integers are associative, and addition of floats is not.
#[test]
fn tree_equals_chain_for_integers_only() {
    let agree = |chain: &str, tree: &str| {
        generated(chain).all(|input| output(chain, &input) == output(tree, &input))
    };
    assert!(agree(REDUCE, TREE));
    assert!(!agree(FREDUCE, FTREE));
}

/// Oracle: the definition: transposing a matrix twice gives the matrix.
#[test]
fn a_transposed_transpose_is_the_original() {
    for input in generated(TRANSPOSE) {
        let mut rotated = input.clone();
        rotated.columns[0].swap(1, 2);
        rotated.columns[1] = words(&output(TRANSPOSE, &input), 3);
        assert_eq!(words(&output(TRANSPOSE, &rotated), 3), input.columns[1]);
    }
}

/// Oracle: the definitions: joining rows of constants to the top of a matrix equals padding it with as many rows.
#[test]
fn padding_above_equals_joining_constant_rows() {
    for input in generated(PAD) {
        let [matrices, rows, columns] = [0, 1, 2].map(|k| input.columns[0][k]);
        let (above, constant) = (3, input.columns[0][7]);
        let constants = vec![constant; (matrices * above * columns) as usize];
        let joined = input_of(
            &[matrices, above, rows, columns],
            &[&constants, &input.columns[1]],
        );
        let padded = input_of(
            &[matrices, rows, columns, above, 0, 0, 0, constant],
            &[&input.columns[1]],
        );
        assert_eq!(output(PAD, &padded), output(CONCAT, &joined));
    }
}

/// Oracle: the documentation of the engines.
#[test]
#[should_panic(expected = "op 13 of a table of 13: the first is 0")]
fn unknown_op_is_refused() {
    plan_of(REDUCE, &input_of(&[1, 1, 1, 13], &[&[1]]), 64);
}

/// Oracle: the documentation of the engines: 2^15 blocks of 2^15 rows of 2 have 2^31 elements.
#[test]
#[should_panic(
    expected = "a tensor of [32768, 32768, 2, 1] elements does not fit a buffer of 134217728 bytes"
)]
fn mismatched_rows_are_refused() {
    plan_of(FSCAN, &input_of(&[1 << 15, 1 << 15, 2, 0], &[&[]]), 64);
}

/// Oracle: the documentation of the engines: lengths whose sum has 33 bits have more elements than fit.
#[test]
#[should_panic(expected = "does not fit a buffer of 134217728 bytes")]
fn overflowing_joined_lengths_are_refused() {
    plan_of(CONCAT, &input_of(&[1, u32::MAX, 2, 1], &[&[], &[]]), 64);
}

/// Oracle: the documentation of the engines.
#[test]
#[should_panic(expected = "an operand has the form 4: 0 is a whole tensor")]
fn unknown_form_is_refused() {
    plan_of(ELEMENTS, &input_of(&[1, 1, 0, 0, 4], &[&[1], &[1]]), 64);
}

/// A plan for an input with edited columns.
fn edited(id: &str, input: &Input, size: u32, edit: impl Fn(&mut [Vec<u32>])) -> Plan {
    let mut other = input.clone();
    edit(&mut other.columns);
    plan_of(id, &other, size)
}

/// Reverses the one-word elements of every row.
fn backwards(columns: &mut [Vec<u32>]) {
    let [_, len, inner] = [0, 1, 2].map(|k| columns[0][k] as usize);
    if len * inner > 0 {
        let blocks = columns[1].chunks(len * inner);
        let reversed = blocks.flat_map(|block| block.chunks(inner).rev().flatten());
        columns[1] = reversed.copied().collect();
    }
}

/// Omits the last element of every row of floats.
fn shorter(columns: &mut [Vec<u32>]) {
    let [_, len, inner] = [0, 1, 2].map(|k| columns[0][k] as usize);
    if len * inner > 0 {
        let blocks = columns[1].chunks(len * inner);
        let kept = blocks.flat_map(|block| &block[..(len - 1) * inner]);
        columns[1] = kept.copied().collect();
        columns[0][1] -= 1;
    }
}

/// Exchanges both operands and their forms.
fn exchanged(columns: &mut [Vec<u32>]) {
    columns.swap(1, 2);
    columns[0].swap(3, 4);
}

/// Exchanges rows and columns.
fn across(columns: &mut [Vec<u32>]) {
    for form in &mut columns[0][3..] {
        *form = [0, 2, 1, 3][*form as usize];
    }
}

/// Omits one more place.
fn later(columns: &mut [Vec<u32>]) {
    columns[0].resize(5, 0);
    columns[0][4] += 1;
}

fn differs(id: &str, plan: PlanOf) -> bool {
    matches!(
        check_plan(id, plan, Check::Reference),
        ClaimOutcome::Broken(_)
    )
}

/// Oracle: the planted faults: outer and inner places exchanged, another op, another order of a fold, a lost element, a
/// lost prefix, operands exchanged, rows for columns, matrices that are not transposed, tensors and sides in another
/// order, and another constant.
#[test]
#[ignore = "a long run: seconds"]
fn faulty_engines_are_detected() {
    let planted: [(&str, PlanOf); 24] = [
        (REDUCE, |i, s| edited(REDUCE, i, s, |c| c[0].swap(0, 2))),
        (REDUCE, |i, s| edited(REDUCE, i, s, |c| c[0][3] ^= 1)),
        (TREE, |i, s| edited(TREE, i, s, |c| c[0].swap(0, 2))),
        (TREE, |i, s| edited(TREE, i, s, |c| c[0][3] ^= 1)),
        (FREDUCE, |i, s| edited(FREDUCE, i, s, |c| c[0][3] ^= 1)),
        (FREDUCE, |i, s| edited(FREDUCE, i, s, backwards)),
        (FREDUCE, |i, s| edited(FREDUCE, i, s, shorter)),
        (FREDUCE, |i, s| plan_of(FTREE, i, s)),
        (FTREE, |i, s| edited(FTREE, i, s, backwards)),
        (FTREE, |i, s| edited(FTREE, i, s, shorter)),
        (FTREE, |i, s| plan_of(FREDUCE, i, s)),
        (SCAN, |i, s| edited(SCAN, i, s, |c| c[0].swap(0, 2))),
        (SCAN, |i, s| edited(SCAN, i, s, later)),
        (FSCAN, |i, s| edited(FSCAN, i, s, backwards)),
        (FSCAN, |i, s| edited(FSCAN, i, s, later)),
        (ELEMENTS, |i, s| edited(ELEMENTS, i, s, exchanged)),
        (ELEMENTS, |i, s| edited(ELEMENTS, i, s, across)),
        (FELEMENTS, |i, s| edited(FELEMENTS, i, s, exchanged)),
        (FELEMENTS, |i, s| edited(FELEMENTS, i, s, across)),
        (TRANSPOSE, |i, s| {
            edited(TRANSPOSE, i, s, |c| c[0].swap(1, 2))
        }),
        (CONCAT, |i, s| edited(CONCAT, i, s, |c| c.swap(1, 2))),
        (PAD, |i, s| edited(PAD, i, s, |c| c[0].swap(3, 4))),
        (PAD, |i, s| edited(PAD, i, s, |c| c[0].swap(5, 6))),
        (PAD, |i, s| edited(PAD, i, s, |c| c[0][7] ^= 1)),
    ];
    for (k, (id, plan)) in planted.into_iter().enumerate() {
        assert!(differs(id, plan), "{id}: {k}");
        assert!(!differs(id, original(id).plan), "{id}");
    }
}

/// Oracle: the references; every iteration of every loop contributes to some output.
#[test]
fn omitted_step_is_detected() {
    for id in [REDUCE, FREDUCE, TREE, FTREE, SCAN, FSCAN] {
        let def = original(id);
        let reference = def.reference.expect("every engine has one");
        let mut first = plan_of(id, &(def.inputs)(0), 64);
        let loops = shortened(&mut first, usize::MAX);
        assert!(loops > first.programs.len(), "{id}: {loops}");
        for which in 0..loops {
            let is_seen = generated(id).any(|input| {
                let mut plan = plan_of(id, &input, 64);
                shortened(&mut plan, which);
                run(&plan, &input) != reference(&input)
            });
            assert!(is_seen, "{id}: loop {which}");
        }
    }
}
