//! Sums: products, reductions, normalised rows, windows.

use super::super::models::Attr;
use super::{Case, case, counted, f, floats, int, ints, list, longs};

use vyre_conform_network::{Element, Tensor};

const INF: f32 = f32::INFINITY;

pub(super) fn cases() -> Vec<Case> {
    [products(), reductions(), axes(), rows(), windows()].concat()
}

fn products() -> Vec<Case> {
    let table = counted(&[2, 3]);
    let ones = floats(&[3, 1], &[1.0; 3]);
    let gemm = [
        ("alpha", Attr::Float(0.5)),
        ("beta", Attr::Float(2.0)),
        int("transA", 1),
        int("transB", 1),
    ];
    let rotated = floats(&[3, 2], &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    vec![
        case(
            "MatMul",
            &[],
            [table.clone(), ones.clone()],
            [floats(&[2, 1], &[3.0, 12.0])],
        ),
        case(
            "MatMul",
            &[],
            [f(&[1.0, 2.0]), f(&[3.0, 4.0])],
            [floats(&[], &[11.0])],
        ),
        case(
            "MatMul",
            &[],
            [counted(&[2, 1, 2]), counted(&[2, 2, 1])],
            [floats(&[2, 1, 1], &[1.0, 13.0])],
        ),
        case(
            "MatMul",
            &[],
            [counted(&[1, 2]), counted(&[2, 2, 1])],
            [floats(&[2, 1, 1], &[1.0, 3.0])],
        ),
        case(
            "Gemm",
            &[],
            [table, ones.clone(), f(&[0.5])],
            [floats(&[2, 1], &[3.5, 12.5])],
        ),
        case(
            "Gemm",
            &gemm,
            [rotated, floats(&[1, 3], &[1.0; 3]), f(&[1.0])],
            [floats(&[2, 1], &[3.5, 8.0])],
        ),
    ]
}

fn reductions() -> Vec<Case> {
    let table = floats(&[2, 2], &[3.0, -4.0, 0.0, 2.0]);
    let of = |operator, expected: [f32; 2]| {
        case(
            operator,
            &[int("keepdims", 0)],
            [table.clone(), longs(&[1])],
            [f(&expected)],
        )
    };
    vec![
        of("ReduceSum", [-1.0, 2.0]),
        of("ReduceMean", [-0.5, 1.0]),
        of("ReduceMax", [3.0, 2.0]),
        of("ReduceMin", [-4.0, 0.0]),
        of("ReduceProd", [-12.0, 0.0]),
        of("ReduceL1", [7.0, 2.0]),
        of("ReduceL2", [5.0, 2.0]),
        of("ReduceSumSquare", [25.0, 4.0]),
    ]
}

/// Reductions of other shapes and along other axes.
fn axes() -> Vec<Case> {
    let image = counted(&[1, 2, 2, 1]);
    let all = case(
        "ReduceSum",
        &[],
        [counted(&[2, 2])],
        [floats(&[1, 1], &[6.0])],
    );
    let none = case(
        "ReduceSum",
        &[int("noop_with_empty_axes", 1)],
        [counted(&[2])],
        [counted(&[2])],
    );
    let attribute = Case {
        opset: 13,
        ..case(
            "ReduceMean",
            &[list("axes", &[0])],
            [counted(&[2, 2])],
            [floats(&[1, 2], &[1.0, 2.0])],
        )
    };
    // 0 + 1 + 4 + 5 and 2 + 3 + 6 + 7: axes that are not adjacent.
    let apart = case(
        "ReduceSum",
        &[int("keepdims", 0)],
        [counted(&[2, 2, 2]), longs(&[0, 2])],
        [f(&[10.0, 18.0])],
    );
    let logs = floats(&[1, 1], &[0.0]);
    let reshaped = Tensor::new(Element::I32, &[], vec![3]).expect("a tensor");
    vec![
        case(
            "ReduceLogSum",
            &[],
            [floats(&[1, 1], &[1.0])],
            [logs.clone()],
        ),
        case(
            "ReduceLogSumExp",
            &[],
            [floats(&[1, 2], &[0.0, -INF])],
            [logs],
        ),
        case(
            "ReduceMax",
            &[int("keepdims", 0)],
            [ints(&[3, -4])],
            [reshaped],
        ),
        case(
            "GlobalAveragePool",
            &[],
            [image.clone()],
            [floats(&[1, 2, 1, 1], &[0.5, 2.5])],
        ),
        case(
            "GlobalMaxPool",
            &[],
            [image],
            [floats(&[1, 2, 1, 1], &[1.0, 3.0])],
        ),
        all,
        none,
        attribute,
        apart,
    ]
}

fn rows() -> Vec<Case> {
    let half = floats(&[2, 2], &[0.5; 4]);
    let column = floats(&[2, 1], &[1.0, 1.0]);
    let epsilon = ("epsilon", Attr::Float(0.0));
    let channels = [f(&[2.0]), f(&[1.0]), f(&[3.0]), f(&[4.0])];
    let [scale, offset, mean, variance] = channels;
    let x = floats(&[1, 1, 2], &[3.0, 5.0]);
    let ln_2 = std::f32::consts::LN_2;
    vec![
        case(
            "Softmax",
            &[],
            [floats(&[2, 2], &[7.0, 7.0, 0.0, 0.0])],
            [half],
        ),
        case(
            "Softmax",
            &[int("axis", 0)],
            [column.clone()],
            [floats(&[2, 1], &[0.5, 0.5])],
        ),
        case(
            "LogSoftmax",
            &[int("axis", 0)],
            [column],
            [floats(&[2, 1], &[-ln_2, -ln_2])],
        ),
        case(
            "LayerNormalization",
            std::slice::from_ref(&epsilon),
            [floats(&[1, 2], &[1.0, 3.0]), f(&[2.0, 2.0]), f(&[0.0, 1.0])],
            [floats(&[1, 2], &[-2.0, 3.0])],
        ),
        case(
            "LayerNormalization",
            std::slice::from_ref(&epsilon),
            [floats(&[1, 2], &[1.0, 3.0]), f(&[2.0])],
            [floats(&[1, 2], &[-2.0, 2.0])],
        ),
        case(
            "BatchNormalization",
            &[epsilon],
            [x, scale, offset, mean, variance],
            [floats(&[1, 1, 2], &[1.0, 3.0])],
        ),
    ]
}

fn windows() -> Vec<Case> {
    let square = counted(&[1, 1, 5, 5]);
    let ones = floats(&[1, 1, 3, 3], &[1.0; 9]);
    let side = list("kernel_shape", &[3, 3]);
    let line = floats(&[1, 1, 4], &[1.0, 2.0, 4.0, 8.0]);
    let pair = floats(&[1, 1, 2], &[1.0, 1.0]);
    let two = counted(&[1, 2, 1, 1]);
    let by = floats(&[2, 1, 1, 1], &[3.0, 5.0]);
    vec![
        // "example conv without padding" and "with strides and padding" of ONNX's documentation.
        case(
            "Conv",
            &[side.clone(), list("pads", &[0; 4])],
            [square.clone(), ones.clone()],
            [floats(
                &[1, 1, 3, 3],
                &[54.0, 63.0, 72.0, 99.0, 108.0, 117.0, 144.0, 153.0, 162.0],
            )],
        ),
        case(
            "Conv",
            &[side, list("pads", &[1; 4]), list("strides", &[2, 2])],
            [square, ones],
            [floats(
                &[1, 1, 3, 3],
                &[12.0, 27.0, 24.0, 63.0, 108.0, 81.0, 72.0, 117.0, 84.0],
            )],
        ),
        case(
            "Conv",
            &[list("pads", &[1, 0])],
            [line.clone(), pair, f(&[0.5])],
            [floats(&[1, 1, 4], &[1.5, 3.5, 6.5, 12.5])],
        ),
        case(
            "Conv",
            &[int("group", 2)],
            [two, by],
            [floats(&[1, 2, 1, 1], &[0.0, 5.0])],
        ),
        case(
            "MaxPool",
            &[list("kernel_shape", &[2]), list("pads", &[1, 0])],
            [line],
            [floats(&[1, 1, 4], &[1.0, 2.0, 4.0, 8.0])],
        ),
        case(
            "MaxPool",
            &[
                list("kernel_shape", &[2, 2]),
                list("strides", &[2, 2]),
                ("auto_pad", Attr::Text("SAME_UPPER")),
            ],
            [counted(&[1, 1, 3, 3])],
            [floats(&[1, 1, 2, 2], &[4.0, 5.0, 7.0, 8.0])],
        ),
    ]
}
