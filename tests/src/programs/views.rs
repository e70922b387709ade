//! Views of buffers: shapes that are computed at run time, slices, repeated rows, and shapes that no buffer holds.

use super::{Sample, words};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::{
    Axis, Buffer, Expr, Extent, Kernel, Operand, TensorView, Type, ViewError,
};

pub(super) fn samples() -> Vec<Sample> {
    vec![columns_and_a_row(), every_view(), without_elements()]
}

fn here() -> Vec<Expr> {
    vec![Expr::invocation_id(Axis::Y), Expr::invocation_id(Axis::X)]
}

fn shape_of(k: &mut Kernel, shape: Buffer) -> [Extent; 2] {
    [
        Extent::read(k, "rows", shape, 0),
        Extent::read(k, "columns", shape, 1),
    ]
}

/// Two columns of a matrix as rows, with a row added to each; the rows and columns are numbers of the input. The slice
/// is longer than the columns left for the second of its places.
fn columns_and_a_row() -> Sample {
    let (rows, columns) = (3, 4);
    let mut k = Kernel::new("columns_and_a_row", [8, 8, 1]);
    let shape = k.uniform("shape", Type::U32, 2);
    let from = k.read_only("source", Type::U32);
    let row = k.read_only("row", Type::U32);
    let to = k.read_write("to", Type::U32);
    let mut build = || -> Result<(), ViewError> {
        let [rows, columns] = shape_of(&mut k, shape);
        let taken = Extent::read(&mut k, "taken", shape, 0);
        let from = TensorView::row_major(&mut k, from, &[rows, columns])?;
        let from = from.transposed(0, 1)?.slice(&mut k, 0, 2, taken)?;
        let row = TensorView::row_major(&mut k, row, &[rows])?;
        let row = row.with_axis(0)?.broadcast(0, 3)?;
        let to = TensorView::row_major(&mut k, to, &[3.into(), rows])?;
        let sum = from.at(&mut k, here())? + row.at(&mut k, here())?;
        to.store(&mut k, here(), sum)
    };
    build().expect("views");
    let position = |r: u32, c: u32| 10 * r + c;
    let matrix = (0..rows).flat_map(|r| (0..columns).map(move |c| position(r, c)));
    // Column 4 is beyond the end, so that only the row remains.
    let expected = (2..5).flat_map(|c| {
        (0..rows).map(move |r| 100 * (r + 1) + if c < columns { position(r, c) } else { 0 })
    });
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![
            words([rows, columns]),
            words(matrix),
            words((1..=rows).map(|r| 100 * r)),
            Contents::Zeros(3 * rows as usize),
        ],
        expected: vec![expected.collect()],
    }
}

/// An index of 2^16 in rows of 2^16 elements is element 0 modulo 2^32, but is out of bounds.
fn without_elements() -> Sample {
    let mut k = Kernel::new("without_elements", [1, 1, 1]);
    let shape = k.uniform("shape", Type::U32, 2);
    let data = k.read_write("data", Type::U32);
    let found = k.read_write("found", Type::U32);
    let mut build = || -> Result<(), ViewError> {
        let [rows, columns] = shape_of(&mut k, shape);
        let view = TensorView::row_major(&mut k, data, &[rows, columns])?;
        let position = || vec![Expr::u32(1 << 16), Expr::u32(0)];
        let read = view.at(&mut k, position())?;
        k.store(found, 0, read + 5_u32);
        view.store(&mut k, position(), 9)
    };
    build().expect("views");
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![
            words([(1 << 16) + 1, 1 << 16]),
            words([7, 8]),
            Contents::Zeros(1),
        ],
        expected: vec![vec![7, 8], vec![5]],
    }
}

/// Every second element of every second row, backwards through three shapes.
fn every_view() -> Sample {
    let mut k = Kernel::new("every_view", [4, 4, 1]);
    let from = k.buffer(
        "source",
        vyre_conform_runtime::ir::Access::ReadOnly,
        Type::U32,
        Some(24),
    );
    let to = k.read_write("to", Type::U32);
    let mut build = || -> Result<(), ViewError> {
        let from = TensorView::strided(&k, from, &[2, 3], &[12, 2], 1)?;
        let to = TensorView::row_major(&mut k, to, &[6.into()])?.reshaped(&[2, 3])?;
        let to = to.transposed(0, 1)?;
        let negated = vec![Expr::invocation_id(Axis::X), Expr::invocation_id(Axis::Y)];
        let value = from.at(&mut k, here())?;
        let inside = Expr::invocation_id(Axis::Y)
            .less(2)
            .select(Expr::invocation_id(Axis::X).less(3), false);
        let mut stored = Ok(());
        k.when(inside, |k| stored = to.store(k, negated, value));
        stored
    };
    build().expect("views");
    let expected = (0..2).flat_map(|r| (0..3).map(move |c| 100 + 12 * r + 2 * c + 1));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words(100..124), Contents::Zeros(6)],
        expected: vec![expected.collect()],
    }
}
