//! Kernels with many branches, structs and private arrays.

use super::{dispatch, words};

/// Oracle: the machine's programs, by hand.
#[test]
fn the_stack_machine_executes() {
    let [push, input, add, sub, mul, dup, halt, div] = [0, 1, 2, 3, 4, 5, 8, 9_u32];
    // sum = n * (n + 1) / 2, then 100 / (n - 3).
    let code = [
        (input, 0),
        (dup, 0),
        (push, 1),
        (add, 0),
        (mul, 0),
        (push, 2),
        (div, 0),
        (push, 100),
        (input, 0),
        (push, 3),
        (sub, 0),
        (div, 0),
        (add, 0),
        (halt, 0),
    ];
    let code: Vec<u32> = code.iter().flat_map(|(op, arg)| [*op, *arg]).collect();
    let inputs = vec![4, 3, 10, 0];
    let out = dispatch(
        "stack_machine.wgsl",
        "main",
        [1, 1, 1],
        vec![code, inputs, vec![7; 8]],
    );
    // 10 + 100, an error, 55 + 14, and 0 - 33.
    assert_eq!(out[0], [110, 0, 0, 4, 69, 0, -33_i32 as u32, 0]);
}

/// Oracle: the machine's programs, by hand.
#[test]
fn the_stack_machine_loops_and_stops() {
    let [push, input, add, sub, dup, jnz, swap, halt] = [0, 1, 2, 3, 5, 6, 7, 8_u32];
    // A loop: n, 0 -> n times add 5; the counter is below the sum.
    let code = [
        (input, 0),
        (push, 0),
        (push, 5),
        (add, 0),
        (swap, 0),
        (push, 1),
        (sub, 0),
        (dup, 0),
        (jnz, 11),
        (swap, 0),
        (halt, 0),
        (swap, 0),
        (push, 1),
        (jnz, 2),
    ];
    let code: Vec<u32> = code
        .iter()
        .flat_map(|(op, arg)| [*op, *arg as u32])
        .collect();
    let out = dispatch(
        "stack_machine.wgsl",
        "main",
        [1, 1, 1],
        vec![code, vec![3, 1, 1000], vec![7; 6]],
    );
    assert_eq!(out[0], [15, 0, 5, 0, u32::MAX, 6]);
    let out = dispatch(
        "stack_machine.wgsl",
        "main",
        [1, 1, 1],
        vec![vec![add, 0], vec![0], vec![7; 2]],
    );
    assert_eq!(out[0], [0, 2]);
}

/// Oracle: the distance in Rust, by recursion.
#[test]
fn distances_are_levenshtein_distances() {
    fn distance(a: &[u32], b: &[u32]) -> u32 {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len() as u32,
            ([x, a @ ..], [y, b @ ..]) if x == y => distance(a, b),
            ([_, a_rest @ ..], [_, b_rest @ ..]) => {
                1 + distance(a_rest, b)
                    .min(distance(a, b_rest))
                    .min(distance(a_rest, b_rest))
            }
        }
    }
    let texts: [&[u8]; 4] = [b"kitten", b"sitting", b"", b"tin"];
    let mut padded = vec![];
    for text in texts {
        let mut row: Vec<u32> = text.iter().map(|b| (*b).into()).collect();
        row.resize(32, 0);
        padded.extend(row);
    }
    let lengths: Vec<u32> = texts.iter().map(|t| t.len() as u32).collect();
    let out = dispatch(
        "levenshtein.wgsl",
        "main",
        [1, 4, 1],
        vec![padded.clone(), lengths, vec![0; 16]],
    );
    let word = |k: usize| padded[32 * k..32 * k + texts[k].len()].to_vec();
    let expected: Vec<u32> = (0..16)
        .map(|k| distance(&word(k % 4), &word(k / 4)))
        .collect();
    assert_eq!(out[0], expected);
}

/// Oracle: the generator in Rust.
#[test]
fn random_points_fall_as_in_rust() {
    let out = dispatch(
        "monte_carlo.wgsl",
        "main",
        [2, 1, 1],
        vec![vec![0; 8], vec![12345]],
    );
    let expected = (0..8_u32).map(|k| {
        let mut state = 12345_u32.wrapping_add(k.wrapping_mul(1_664_525));
        let mut draw = || {
            let old = state;
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let word = ((old >> ((old >> 28) + 4)) ^ old).wrapping_mul(277_803_737);
            (((word >> 22) ^ word) >> 8) as f32 / 16_777_216.0
        };
        (0..16)
            .filter(|_| {
                let (x, y) = (draw(), draw());
                x * x + y * y <= 1.0
            })
            .count() as u32
    });
    assert_eq!(out[0], expected.collect::<Vec<u32>>());
}

/// Oracle: the largest number with the least place, in Rust.
#[test]
fn argmax_takes_the_first_of_equals() {
    let mut scores: Vec<f32> = words(50, 11).iter().map(|w| (w % 100) as f32).collect();
    scores[37] = 500.0;
    scores[21] = 500.0;
    let scores = scores.iter().map(|s| s.to_bits()).collect();
    let out = dispatch("argmax.wgsl", "argmax", [1, 1, 1], vec![scores, vec![0; 2]]);
    assert_eq!(out[0], [500.0_f32.to_bits(), 21]);
}

/// Oracle: the eight corners of each cell, in Rust.
#[test]
fn cells_of_a_field_are_classified() {
    let field: Vec<f32> = words(36, 12).iter().map(|w| (w % 9) as f32 - 4.0).collect();
    let contents = vec![
        field.iter().map(|f| f.to_bits()).collect(),
        vec![0; 12],
        vec![4, 3, 3],
    ];
    let out = dispatch("marching_cubes_count.wgsl", "classify", [2, 1, 1], contents);
    let corners = [
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (0, 1, 0),
        (0, 0, 1),
        (1, 0, 1),
        (1, 1, 1),
        (0, 1, 1),
    ];
    for (cell, found) in out[0].iter().enumerate() {
        let (x, y, z) = (cell % 3, cell / 3 % 2, cell / 6);
        let set = corners
            .iter()
            .enumerate()
            .filter(|(_, (dx, dy, dz))| field[x + dx + 4 * (y + dy + 3 * (z + dz))] < 0.0);
        let mask: u32 = set.map(|(k, _)| 1 << k).sum();
        let cut = u32::from(mask != 0 && mask != 255) << 8;
        assert_eq!(*found, mask | cut, "{cell}");
    }
}
