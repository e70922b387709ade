//! Movements as programs on the interpreter.

use super::{Movement, Part};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::valid::{Limits, validate_program};

/// The words that the programs of a movement leave.
fn interpreted(movement: &Movement, operands: &[&[u32]], len: usize) -> Vec<u32> {
    let (programs, launch) = movement.launch(operands, len);
    let valid = programs
        .into_iter()
        .map(|program| validate_program(program, &(), &Limits::WEBGPU));
    let valid: Vec<_> = valid.map(|valid| valid.expect("a valid program")).collect();
    let words = run_launch(&valid, &launch, &Options::default());
    words.expect("results").swap_remove(0)
}

/// A part over a whole result.
fn whole(dims: &[usize], from: usize, from_strides: &[isize]) -> Movement {
    Movement {
        fill: 0,
        parts: vec![Part::whole(dims, from, from_strides.to_vec())],
    }
}

/// Oracle: elements by hand, on the host and on the interpreter.
#[test]
fn elements_are_moved_by_the_steps() {
    let words: Vec<u32> = (0..6).collect();
    let transposed = whole(&[3, 2], 0, &[1, 3]);
    let reversed = whole(&[2, 3], 5, &[-3, -1]);
    let repeated = whole(&[2, 2, 1, 3], 3, &[0, 0, 7, 1]);
    let every_second = whole(&[3], 4, &[-2]);
    let scalar = whole(&[], 2, &[]);
    let cases: [(&Movement, &[u32]); 5] = [
        (&transposed, &[0, 3, 1, 4, 2, 5]),
        (&reversed, &[5, 4, 3, 2, 1, 0]),
        (&repeated, &[3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5]),
        (&every_second, &[4, 2, 0]),
        (&scalar, &[2]),
    ];
    for (movement, due) in cases {
        assert_eq!(movement.moved(&[&words], 0, due.len()), due, "{movement:?}");
        assert_eq!(
            interpreted(movement, &[&words], due.len()),
            due,
            "{movement:?}"
        );
    }
}

/// Oracle: two operands behind each other with one place between them, by hand.
#[test]
fn parts_fill_a_result() {
    let part = |len: usize, to| Part {
        dims: vec![len],
        from: 0,
        from_strides: vec![1],
        to,
        to_strides: vec![1],
    };
    let movement = Movement {
        fill: 9,
        parts: vec![part(2, 0), part(0, 2), part(1, 3)],
    };
    let operands: [&[u32]; 3] = [&[1, 2], &[], &[3]];
    assert_eq!(movement.moved(&operands, 9, 4), [1, 2, 9, 3]);
    assert_eq!(interpreted(&movement, &operands, 4), [1, 2, 9, 3]);
}
