//! Elements by numbers, patterns, and images of other sizes.

use super::super::models::Attr;
use super::{Case, case, counted, f, floats, int, ints, list, longs, truths};
use vyre_conform_network::Tensor;

pub(super) fn cases() -> Vec<Case> {
    [
        numbers(),
        updates(),
        patterns(),
        padding(),
        extremes(),
        sizes(),
    ]
    .concat()
}

fn rows(shape: &[usize], values: &[i64]) -> Tensor {
    Tensor::longs(shape, values).expect("a tensor")
}

fn numbers() -> Vec<Case> {
    let table = floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    vec![
        case(
            "GatherElements",
            &[int("axis", 1)],
            [table.clone(), rows(&[2, 2], &[0, 0, -1, 0])],
            [floats(&[2, 2], &[1.0, 1.0, 4.0, 3.0])],
        ),
        case(
            "GatherElements",
            &[],
            [table.clone(), rows(&[1, 2], &[1, 0])],
            [floats(&[1, 2], &[3.0, 2.0])],
        ),
        case(
            "GatherND",
            &[],
            [table.clone(), rows(&[2, 2], &[0, 0, 1, -1])],
            [f(&[1.0, 4.0])],
        ),
        case(
            "GatherND",
            &[int("batch_dims", 1)],
            [counted(&[2, 2, 2]), rows(&[2, 1], &[1, 0])],
            [floats(&[2, 2], &[2.0, 3.0, 4.0, 5.0])],
        ),
        Case {
            opset: 11,
            ..case(
                "Compress",
                &[int("axis", 1)],
                [table.clone(), truths(&[false, true])],
                [floats(&[2, 1], &[2.0, 4.0])],
            )
        },
    ]
}

fn updates() -> Vec<Case> {
    let line = f(&[1.0, 2.0, 3.0, 4.0]);
    let by = |how| [("reduction", Attr::Text(how))];
    vec![
        Case {
            opset: 10,
            ..case(
                "Scatter",
                &[],
                [line.clone(), longs(&[1, 3]), f(&[9.0, 8.0])],
                [f(&[1.0, 9.0, 3.0, 8.0])],
            )
        },
        case(
            "ScatterElements",
            &by("add"),
            [line.clone(), longs(&[1, 1, -1]), f(&[9.0, 8.0, 0.5])],
            [f(&[1.0, 19.0, 3.0, 4.5])],
        ),
        case(
            "ScatterElements",
            &by("max"),
            [line.clone(), longs(&[1, 1, 0]), f(&[9.0, 8.0, 0.5])],
            [f(&[1.0, 9.0, 3.0, 4.0])],
        ),
        case(
            "ScatterElements",
            &[int("axis", 0)],
            [line.clone(), ints(&[2, 0]), f(&[7.0, 6.0])],
            [f(&[6.0, 2.0, 7.0, 4.0])],
        ),
        case(
            "ScatterND",
            &by("mul"),
            [
                counted(&[3, 2]),
                rows(&[2, 1], &[2, 2]),
                floats(&[2, 2], &[2.0, 3.0, 4.0, 5.0]),
            ],
            [floats(&[3, 2], &[0.0, 1.0, 2.0, 3.0, 32.0, 75.0])],
        ),
        case(
            "MaxUnpool",
            &[list("kernel_shape", &[2]), list("strides", &[2])],
            [floats(&[1, 1, 2], &[5.0, 6.0]), rows(&[1, 1, 2], &[1, 2])],
            [floats(&[1, 1, 4], &[0.0, 5.0, 6.0, 0.0])],
        ),
    ]
}

fn patterns() -> Vec<Case> {
    let square = floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    vec![
        case(
            "EyeLike",
            &[int("k", 1)],
            [square.clone()],
            [floats(&[2, 2], &[0.0, 1.0, 0.0, 0.0])],
        ),
        case(
            "Trilu",
            &[],
            [square.clone()],
            [floats(&[2, 2], &[1.0, 2.0, 0.0, 4.0])],
        ),
        case(
            "Trilu",
            &[int("upper", 0)],
            [square.clone(), longs(&[-1])],
            [floats(&[2, 2], &[0.0, 0.0, 3.0, 0.0])],
        ),
        case(
            "Hardmax",
            &[],
            [floats(&[1, 3], &[2.0, 3.0, 3.0])],
            [floats(&[1, 3], &[0.0, 1.0, 0.0])],
        ),
        case(
            "OneHot",
            &[],
            [ints(&[1, -1]), longs(&[3]), f(&[2.0, 5.0])],
            [floats(&[2, 3], &[2.0, 5.0, 2.0, 2.0, 2.0, 5.0])],
        ),
        case(
            "ReverseSequence",
            &[],
            [
                floats(&[3, 2], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
                longs(&[3, 2]),
            ],
            [floats(&[3, 2], &[4.0, 3.0, 2.0, 1.0, 0.0, 5.0])],
        ),
    ]
}

fn padding() -> Vec<Case> {
    let square = floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    vec![
        case(
            "CenterCropPad",
            &[],
            [square, longs(&[1, 4])],
            [floats(&[1, 4], &[0.0, 1.0, 2.0, 0.0])],
        ),
        case(
            "Pad",
            &[("mode", Attr::Text("reflect"))],
            [f(&[1.0, 2.0, 3.0]), longs(&[2, 1])],
            [f(&[3.0, 2.0, 1.0, 2.0, 3.0, 2.0])],
        ),
        case(
            "Pad",
            &[("mode", Attr::Text("wrap"))],
            [f(&[1.0, 2.0, 3.0]), longs(&[1, -1])],
            [f(&[2.0, 1.0, 2.0])],
        ),
    ]
}

fn extremes() -> Vec<Case> {
    let line = f(&[3.0, 1.0, 3.0, 2.0]);
    let last = [int("select_last_index", 1), int("keepdims", 0)];
    let exclusive = [int("exclusive", 1), int("reverse", 1)];
    vec![
        case("ArgMax", &last, [line.clone()], [rows(&[], &[2])]),
        case(
            "TopK",
            &[],
            [line.clone(), longs(&[2])],
            [f(&[3.0, 3.0]), longs(&[0, 2])],
        ),
        case(
            "TopK",
            &[int("largest", 0)],
            [line.clone(), longs(&[2])],
            [f(&[1.0, 2.0]), longs(&[1, 3])],
        ),
        case(
            "CumSum",
            &[],
            [line.clone(), longs(&[0])],
            [f(&[3.0, 4.0, 7.0, 9.0])],
        ),
        case(
            "CumSum",
            &exclusive,
            [line, longs(&[0])],
            [f(&[6.0, 5.0, 2.0, 0.0])],
        ),
        case(
            "CumSum",
            &[],
            [ints(&[1, -3]), longs(&[0])],
            [ints(&[1, -2])],
        ),
    ]
}

fn sizes() -> Vec<Case> {
    let line = floats(&[1, 1, 2], &[1.0, 3.0]);
    let resized = |attributes: &[(&'static str, Attr)], expected: &[f32]| {
        let mut of = case(
            "Resize",
            attributes,
            [line.clone(), longs(&[1, 1, expected.len() as i64])],
            [floats(&[1, 1, expected.len()], expected)],
        );
        of.inputs.insert(1, None);
        of.inputs.insert(2, None);
        of
    };
    let grid = floats(&[1, 1, 2, 2], &[0.0, 0.0, 1.0, 1.0]);
    let image = floats(&[1, 1, 2, 2], &[1.0, 2.0, 3.0, 4.0]);
    vec![
        resized(&[], &[1.0, 1.0, 3.0, 3.0]),
        resized(&[("mode", Attr::Text("linear"))], &[1.0, 1.5, 2.5, 3.0]),
        Case {
            opset: 7,
            ..case(
                "Upsample",
                &[("scales", Attr::Floats(vec![1.0, 1.0, 2.0]))],
                [line],
                [floats(&[1, 1, 4], &[1.0, 1.0, 3.0, 3.0])],
            )
        },
        case(
            "GridSample",
            &[],
            [image.clone(), grid.clone()],
            [floats(&[1, 1, 1, 2], &[2.5, 1.0])],
        ),
        case(
            "GridSample",
            &[("padding_mode", Attr::Text("border"))],
            [image.clone(), grid.clone()],
            [floats(&[1, 1, 1, 2], &[2.5, 4.0])],
        ),
        case(
            "GridSample",
            &[
                ("mode", Attr::Text("cubic")),
                ("padding_mode", Attr::Text("reflection")),
            ],
            [floats(&[1, 1, 1, 1], &[8.0]), grid],
            [floats(&[1, 1, 1, 2], &[8.0, 8.0])],
        ),
        case(
            "AffineGrid",
            &[],
            [
                floats(&[1, 2, 3], &[1.0, 0.0, 0.5, 0.0, 2.0, 0.0]),
                longs(&[1, 1, 1, 2]),
            ],
            [floats(&[1, 1, 2, 2], &[0.0, 0.0, 1.0, 0.0])],
        ),
    ]
}
