//! Movements of elements, and shapes known to the host.

use super::super::models::Attr;
use super::{Case, case, counted, f, floats, int, ints, list, longs};
use vyre_conform_network::Tensor;

pub(super) fn cases() -> Vec<Case> {
    [shapes(), constants(), moves(), cuts(), gathered()].concat()
}

fn shapes() -> Vec<Case> {
    let table = counted(&[2, 3]);
    let scalar = |item| Tensor::longs(&[], &[item]).expect("a tensor");
    vec![
        case("Shape", &[], [table.clone()], [longs(&[2, 3])]),
        case("Shape", &[int("start", -1)], [table.clone()], [longs(&[3])]),
        case("Size", &[], [table.clone()], [scalar(6)]),
        case(
            "Reshape",
            &[],
            [table.clone(), longs(&[0, -1, 1])],
            [counted(&[2, 3, 1])],
        ),
        case("Flatten", &[], [counted(&[2, 3, 2])], [counted(&[2, 6])]),
        case(
            "Flatten",
            &[int("axis", 0)],
            [table.clone()],
            [counted(&[1, 6])],
        ),
        case(
            "Squeeze",
            &[],
            [counted(&[1, 3, 1]), longs(&[-1])],
            [counted(&[1, 3])],
        ),
        case("Squeeze", &[], [counted(&[1, 3, 1])], [counted(&[3])]),
        case(
            "Unsqueeze",
            &[],
            [counted(&[3]), longs(&[0, 2])],
            [counted(&[1, 3, 1])],
        ),
    ]
}

/// Values known during planning, and copies.
fn constants() -> Vec<Case> {
    let table = counted(&[2, 3]);
    let scalar = |item| Tensor::longs(&[], &[item]).expect("a tensor");
    let long = ("value", Attr::Tensor(longs(&[7])));
    let constant = ("value", Attr::Tensor(f(&[1.0, 2.0])));
    vec![
        case("Identity", &[], [table.clone()], [table.clone()]),
        case("Dropout", &[], [table.clone()], [table.clone()]),
        case(
            "Expand",
            &[],
            [floats(&[2, 1], &[1.0, 2.0]), longs(&[1, 2])],
            [floats(&[2, 2], &[1.0, 1.0, 2.0, 2.0])],
        ),
        case("Constant", &[constant], [], [f(&[1.0, 2.0])]),
        case(
            "Constant",
            &[list("value_ints", &[4, 5])],
            [],
            [longs(&[4, 5])],
        ),
        case(
            "ConstantOfShape",
            &[long],
            [longs(&[3])],
            [longs(&[7, 7, 7])],
        ),
        case("ConstantOfShape", &[], [longs(&[2])], [f(&[0.0, 0.0])]),
        case(
            "Range",
            &[],
            [scalar(10), scalar(4), scalar(-2)],
            [longs(&[10, 8, 6])],
        ),
    ]
}

fn moves() -> Vec<Case> {
    let table = counted(&[2, 3]);
    vec![
        case(
            "Transpose",
            &[],
            [table.clone()],
            [floats(&[3, 2], &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0])],
        ),
        case(
            "Transpose",
            &[list("perm", &[1, 0, 2])],
            [counted(&[2, 1, 2])],
            [counted(&[1, 2, 2])],
        ),
        case(
            "Concat",
            &[int("axis", 0)],
            [f(&[1.0]), f(&[2.0, 3.0])],
            [f(&[1.0, 2.0, 3.0])],
        ),
        case(
            "Concat",
            &[int("axis", 1)],
            [counted(&[2, 1]), counted(&[2, 1])],
            [floats(&[2, 2], &[0.0, 0.0, 1.0, 1.0])],
        ),
    ]
}

/// Parts, repetitions and blocks.
fn cuts() -> Vec<Case> {
    let table = counted(&[2, 3]);
    let pads = |values: &[i64]| [table.clone(), longs(values)];
    let image = counted(&[1, 4, 1, 1]);
    let square = counted(&[1, 1, 2, 2]);
    vec![
        case(
            "Slice",
            &[],
            [
                counted(&[5]),
                longs(&[-1]),
                longs(&[-10]),
                longs(&[0]),
                longs(&[-2]),
            ],
            [f(&[4.0, 2.0, 0.0])],
        ),
        case(
            "Slice",
            &[],
            [table.clone(), longs(&[1]), longs(&[100]), longs(&[-1])],
            [floats(&[2, 2], &[1.0, 2.0, 4.0, 5.0])],
        ),
        case(
            "Slice",
            &[],
            [longs(&[5, 6, 7]), longs(&[1]), longs(&[2])],
            [longs(&[6])],
        ),
        case(
            "Split",
            &[],
            [counted(&[5]), longs(&[2, 3])],
            [f(&[0.0, 1.0]), f(&[2.0, 3.0, 4.0])],
        ),
        case(
            "Split",
            &[int("num_outputs", 2)],
            [counted(&[3])],
            [f(&[0.0, 1.0]), f(&[2.0])],
        ),
        case(
            "Tile",
            &[],
            [f(&[1.0, 2.0]), longs(&[2])],
            [f(&[1.0, 2.0, 1.0, 2.0])],
        ),
        case(
            "Pad",
            &[],
            pads(&[0, 1, 1, 0]),
            [floats(
                &[3, 4],
                &[0.0, 0.0, 1.0, 2.0, 0.0, 3.0, 4.0, 5.0, 0.0, 0.0, 0.0, 0.0],
            )],
        ),
        case(
            "Pad",
            &[],
            [longs(&[5]), longs(&[1, 1]), longs(&[-7])],
            [longs(&[-7, 5, -7])],
        ),
        case(
            "DepthToSpace",
            &[int("blocksize", 2)],
            [image.clone()],
            [square.clone()],
        ),
        case("SpaceToDepth", &[int("blocksize", 2)], [square], [image]),
    ]
}

fn gathered() -> Vec<Case> {
    let table = counted(&[2, 3]);
    vec![
        case(
            "Gather",
            &[],
            [table.clone(), longs(&[-1, 0])],
            [floats(&[2, 3], &[3.0, 4.0, 5.0, 0.0, 1.0, 2.0])],
        ),
        case(
            "Gather",
            &[int("axis", 1)],
            [table.clone(), ints(&[2, -3])],
            [floats(&[2, 2], &[2.0, 0.0, 5.0, 3.0])],
        ),
        case("Gather", &[], [longs(&[5, 6]), longs(&[1])], [longs(&[6])]),
        case(
            "ArgMax",
            &[int("axis", 1), int("keepdims", 0)],
            [floats(&[2, 2], &[1.0, 2.0, 4.0, 3.0])],
            [longs(&[1, 0])],
        ),
        case(
            "ArgMin",
            &[],
            [floats(&[2, 1], &[2.0, -1.0])],
            [Tensor::longs(&[1, 1], &[1]).expect("a tensor")],
        ),
    ]
}
