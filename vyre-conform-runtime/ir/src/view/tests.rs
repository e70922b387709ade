//! Shapes, strides and errors of views. `tests/src/programs/views.rs` tests reads and writes by running
//! programs.

use super::{Extent, TensorView, ViewError};
use crate::{Access, Axis, Buffer, Expr, Kernel, Type};

fn kernel(count: Option<u32>) -> (Kernel, Buffer) {
    let mut k = Kernel::new("views", [1, 1, 1]);
    let data = k.buffer("data", Access::ReadWrite, Type::U32, count);
    (k, data)
}

fn known(shape: &[u32]) -> Vec<Extent> {
    shape.iter().copied().map(Extent::Static).collect()
}

fn view(shape: &[u32]) -> TensorView {
    let (mut k, data) = kernel(None);
    TensorView::row_major(&mut k, data, &known(shape)).expect("a view")
}

/// Oracle: the definition, by hand.
#[test]
fn views_change_shapes_and_strides_alone() {
    let (mut k, _) = kernel(None);
    let whole = view(&[2, 3, 4]);
    assert_eq!(whole.strides(), known(&[12, 4, 1]));
    let rotated = whole.clone().transposed(0, 2).expect("two axes");
    assert_eq!(
        (rotated.shape(), rotated.strides()),
        (known(&[4, 3, 2]), known(&[1, 4, 12]))
    );
    let part = rotated.clone().slice(&mut k, 1, 1, 2).expect("a slice");
    assert_eq!(
        (part.shape(), part.offset),
        (known(&[4, 2, 2]), Extent::Static(4))
    );
    let row = view(&[5])
        .with_axis(0)
        .and_then(|v| v.broadcast(0, 7))
        .expect("a row");
    assert_eq!(
        (row.shape(), row.strides()),
        (known(&[7, 5]), known(&[0, 1]))
    );
    let flat = whole.reshaped(&[6, 4]).expect("side by side");
    assert_eq!(flat.strides(), known(&[4, 1]));
    let none = view(&[0, 1 << 20, 1 << 20]);
    assert_eq!(none.shape()[0], Extent::Static(0));
}

/// Oracle: the documentation of each error; the numbers, worked out by hand.
#[test]
fn invalid_views_are_refused_with_a_remedy() {
    let (mut k, data) = kernel(Some(24));
    let assert_message = |error: Result<TensorView, ViewError>, expected: &str| {
        let message = error.expect_err(expected).to_string();
        assert!(message.contains(expected), "{message}");
    };
    let rows = |k: &mut Kernel, shape: &[u32]| TensorView::row_major(k, data, &known(shape));
    assert_message(
        rows(&mut k, &[5, 5]),
        "[5, 5] needs 25 elements of the buffer, which has 24: declare more",
    );
    assert_message(
        rows(&mut k, &[1 << 16, 1 << 16]),
        "[65536, 65536] has 2^32 elements or more",
    );
    let strided = |shape: &[u32], strides: &[u32], offset| {
        TensorView::strided(&k, data, shape, strides, offset)
    };
    assert_message(
        strided(&[2, 2], &[1], 0),
        "1 numbers for 2 axes: give one for each axis",
    );
    assert_message(strided(&[2, 12], &[12, 1], 1), "needs 25 elements");
    assert!(strided(&[2, 12], &[12, 1], 0).is_ok());
    assert_message(
        view(&[2, 3]).transposed(0, 2),
        "there is no axis 2: the view has 2, from 0 on",
    );
    assert_message(
        view(&[2, 3]).broadcast(1, 5),
        "axis 1 has 3 elements, and only one is repeated",
    );
    assert_message(
        view(&[2, 3]).reshaped(&[7]),
        "[2, 3] cannot be viewed as [7]: the numbers of elements differ",
    );
    let rotated = view(&[2, 3]).transposed(0, 1).expect("two axes");
    assert_message(rotated.reshaped(&[6]), "copy them to a buffer of their own");
    assert_message(view(&[2]).with_axis(2), "there is no axis 2");
    assert_message(
        view(&[4]).slice(&mut k, 0, 3, 2),
        "a slice of 2 elements from 3 on exceeds axis 0, which has 4",
    );
    let shape = k.uniform("shape", Type::U32, 1);
    let rows = Extent::read(&mut k, "rows", shape, 0);
    let repeated = TensorView::row_major(&mut k, data, &[1.into(), rows, rows]);
    assert!(repeated.and_then(|view| view.broadcast(0, 5)).is_ok());
    let read = TensorView::row_major(&mut k, data, &[rows, 2.into()]).expect("a view");
    assert_message(
        read.clone().reshaped(&[2]),
        "view the buffer in the other shape",
    );
    assert_message(
        read.broadcast(0, 2),
        "axis 0 has dynamic elements, and only one is repeated",
    );
}

/// Oracle: the positions of all elements, one by one.
#[test]
fn overlapping_views_are_not_writable() {
    let (mut k, data) = kernel(None);
    let shapes = [
        ([2_u32, 3], [3_u32, 1]),
        ([3, 2], [1, 3]),
        ([2, 3], [2, 1]),
        ([2, 3], [1, 2]),
        ([4, 4], [1, 1]),
        ([1, 4], [0, 1]),
        ([2, 4], [0, 1]),
        ([0, 4], [0, 0]),
        ([3, 3], [7, 5]),
        ([4, 3], [3, 4]),
        ([5, 4], [3, 4]),
        ([3, 3], [2, 3]),
    ];
    for (shape, strides) in shapes {
        let view = TensorView::strided(&k, data, &shape, &strides, 0).expect("a view");
        let places = (0..shape[0]).flat_map(|i| (0..shape[1]).map(move |j| (i, j)));
        let mut places: Vec<u32> = places
            .map(|(i, j)| i * strides[0] + j * strides[1])
            .collect();
        let all = places.len();
        places.sort_unstable();
        places.dedup();
        let position = vec![Expr::u32(0), Expr::invocation_id(Axis::X)];
        let stored = view.store(&mut k, position, 1);
        let refused = matches!(stored, Err(ViewError::Overlapping { .. }));
        assert_eq!(refused, places.len() < all, "{shape:?} {strides:?}");
    }
}
