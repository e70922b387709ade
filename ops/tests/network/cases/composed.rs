//! Windows, normalised rows, losses, recurrent cells and signals.

use super::super::models::Attr;
use super::{Case, case, counted, f, floats, int, list, longs};
use vyre_conform_network::Tensor;

pub(super) fn cases() -> Vec<Case> {
    [
        windows(),
        convolutions(),
        norms(),
        more_norms(),
        losses(),
        cells(),
        sums(),
    ]
    .concat()
}

fn windows() -> Vec<Case> {
    let line = floats(&[1, 1, 4], &[1.0, -2.0, 3.0, 4.0]);
    let pair = [list("kernel_shape", &[2])];
    let dilated = [
        list("kernel_shape", &[2]),
        list("dilations", &[2]),
        list("strides", &[2]),
    ];
    let ceil = [
        list("kernel_shape", &[3]),
        list("strides", &[2]),
        int("ceil_mode", 1),
    ];
    let with_places = [
        floats(&[1, 1, 2], &[1.0, 4.0]),
        Tensor::longs(&[1, 1, 2], &[0, 3]).expect("a tensor"),
    ];
    vec![
        case(
            "AveragePool",
            &pair,
            [line.clone()],
            [floats(&[1, 1, 3], &[-0.5, 0.5, 3.5])],
        ),
        case(
            "AveragePool",
            &[list("kernel_shape", &[2]), list("pads", &[1, 0])],
            [line.clone()],
            [floats(&[1, 1, 4], &[1.0, -0.5, 0.5, 3.5])],
        ),
        case(
            "LpPool",
            &pair,
            [floats(&[1, 1, 2], &[3.0, -4.0])],
            [floats(&[1, 1, 1], &[5.0])],
        ),
        case(
            "MaxPool",
            &dilated,
            [line.clone()],
            [floats(&[1, 1, 1], &[3.0])],
        ),
        case(
            "MaxPool",
            &ceil,
            [line.clone()],
            [floats(&[1, 1, 2], &[3.0, 4.0])],
        ),
        case(
            "MaxPool",
            &[list("kernel_shape", &[2]), list("strides", &[2])],
            [line.clone()],
            with_places,
        ),
    ]
}

fn convolutions() -> Vec<Case> {
    let line = floats(&[1, 1, 4], &[1.0, -2.0, 3.0, 4.0]);
    vec![
        case(
            "Conv",
            &[list("dilations", &[2]), list("pads", &[1, 1])],
            [line.clone(), floats(&[1, 1, 2], &[1.0, 10.0])],
            [floats(&[1, 1, 4], &[-20.0, 31.0, 38.0, 3.0])],
        ),
        case(
            "Conv",
            &[],
            [
                counted(&[1, 1, 2, 2, 2]),
                floats(&[1, 1, 2, 2, 2], &[1.0; 8]),
            ],
            [floats(&[1, 1, 1, 1, 1], &[28.0])],
        ),
        case(
            "ConvTranspose",
            &[list("strides", &[2])],
            [
                floats(&[1, 1, 2], &[1.0, 2.0]),
                floats(&[1, 1, 3], &[1.0, 10.0, 100.0]),
                f(&[0.5]),
            ],
            [floats(&[1, 1, 5], &[1.5, 10.5, 102.5, 20.5, 200.5])],
        ),
        case(
            "ConvTranspose",
            &[
                list("pads", &[1, 0]),
                list("output_padding", &[1]),
                list("strides", &[2]),
            ],
            [floats(&[1, 1, 1], &[3.0]), floats(&[1, 1, 2], &[1.0, 10.0])],
            [floats(&[1, 1, 2], &[30.0, 0.0])],
        ),
        case(
            "Col2Im",
            &[],
            [
                floats(&[1, 2, 2], &[1.0, 2.0, 3.0, 4.0]),
                longs(&[1, 3]),
                longs(&[1, 2]),
            ],
            [floats(&[1, 1, 1, 3], &[1.0, 5.0, 4.0])],
        ),
    ]
}

fn norms() -> Vec<Case> {
    let none = ("epsilon", Attr::Float(0.0));
    let line = floats(&[1, 1, 2], &[1.0, 3.0]);
    vec![
        case(
            "InstanceNormalization",
            std::slice::from_ref(&none),
            [line.clone(), f(&[2.0]), f(&[1.0])],
            [floats(&[1, 1, 2], &[-1.0, 3.0])],
        ),
        case(
            "GroupNormalization",
            &[none.clone(), int("num_groups", 1)],
            [
                floats(&[1, 2, 1], &[1.0, 3.0]),
                f(&[2.0, 3.0]),
                f(&[1.0, 0.0]),
            ],
            [floats(&[1, 2, 1], &[-1.0, 3.0])],
        ),
        case("LpNormalization", &[], [f(&[3.0, -4.0])], [f(&[0.6, -0.8])]),
        case(
            "MeanVarianceNormalization",
            &[list("axes", &[2])],
            [line.clone()],
            [floats(&[1, 1, 2], &[-1.0, 1.0])],
        ),
    ]
}

fn more_norms() -> Vec<Case> {
    let line = floats(&[1, 1, 4], &[1.0, -2.0, 3.0, 4.0]);
    let none = ("epsilon", Attr::Float(0.0));
    vec![
        case(
            "GlobalLpPool",
            &[int("p", 1)],
            [line],
            [floats(&[1, 1, 1], &[10.0])],
        ),
        case(
            "LRN",
            &[
                int("size", 2),
                ("alpha", Attr::Float(2.0)),
                ("beta", Attr::Float(1.0)),
            ],
            [floats(&[1, 2, 1], &[1.0, 2.0])],
            [floats(&[1, 2, 1], &[1.0 / 6.0, 0.4])],
        ),
        case(
            "BatchNormalization",
            &[
                none.clone(),
                int("training_mode", 1),
                ("momentum", Attr::Float(0.5)),
            ],
            [
                floats(&[2, 1], &[1.0, 3.0]),
                f(&[1.0]),
                f(&[0.0]),
                f(&[4.0]),
                f(&[3.0]),
            ],
            [floats(&[2, 1], &[-1.0, 1.0]), f(&[3.0]), f(&[2.0])],
        ),
        case(
            "LayerNormalization",
            &[none],
            [f(&[1.0, 3.0]), f(&[1.0, 1.0])],
            [f(&[-1.0, 1.0]), f(&[2.0]), f(&[1.0])],
        ),
    ]
}

fn losses() -> Vec<Case> {
    let logs = floats(&[2, 2], &[-1.0, -2.0, -3.0, -5.0]);
    let none = [("reduction", Attr::Text("none"))];
    vec![
        case(
            "NegativeLogLikelihoodLoss",
            &[],
            [logs.clone(), longs(&[0, 1])],
            [floats(&[], &[3.0])],
        ),
        case(
            "NegativeLogLikelihoodLoss",
            &[int("ignore_index", 0)],
            [logs, longs(&[0, 1]), f(&[1.0, 0.5])],
            [floats(&[], &[5.0])],
        ),
        case(
            "SoftmaxCrossEntropyLoss",
            &none,
            [floats(&[1, 2], &[1.0, 1.0]), longs(&[1])],
            [f(&[std::f32::consts::LN_2])],
        ),
    ]
}

/// One step of one cell of one number, whose weights are 0 or whose functions are `Affine`.
fn cells() -> Vec<Case> {
    let one = |x: f32| floats(&[1, 1, 1], &[x]);
    let gates = |values: &[f32]| floats(&[1, values.len(), 1], values);
    let affine = |count: usize| ("activations", Attr::Texts(vec!["Affine"; count]));
    let all = |x: f32| floats(&[1, 1, 1, 1], &[x]);
    vec![
        case(
            "RNN",
            &[affine(1)],
            [one(3.0), one(2.0), one(1.0)],
            [all(6.0), one(6.0)],
        ),
        case(
            "RNN",
            &[],
            [floats(&[2, 1, 1], &[3.0, 4.0]), one(0.0), one(0.0)],
            [floats(&[2, 1, 1, 1], &[0.0, 0.0]), one(0.0)],
        ),
        case(
            "GRU",
            &[affine(2)],
            [one(2.0), gates(&[0.25, 1.0, 3.0]), gates(&[0.0; 3])],
            [all(3.0), one(3.0)],
        ),
        case(
            "LSTM",
            &[affine(3)],
            [one(2.0), gates(&[1.0, 0.5, 1.0, 3.0]), gates(&[0.0; 4])],
            [all(12.0), one(12.0), one(12.0)],
        ),
    ]
}

fn sums() -> Vec<Case> {
    let equation = |text| [("equation", Attr::Text(text))];
    let complex = |values: &[f32]| floats(&[1, values.len() / 2, 2], values);
    vec![
        case(
            "Einsum",
            &equation("ij,jk->ki"),
            [counted(&[2, 2]), counted(&[2, 1])],
            [floats(&[1, 2], &[1.0, 3.0])],
        ),
        case(
            "Einsum",
            &equation("...ii->...i"),
            [counted(&[1, 2, 2])],
            [floats(&[1, 2], &[0.0, 3.0])],
        ),
        case(
            "Einsum",
            &equation("ij"),
            [counted(&[2, 2])],
            [counted(&[2, 2])],
        ),
        case(
            "Einsum",
            &equation("ij->"),
            [counted(&[2, 2])],
            [floats(&[], &[6.0])],
        ),
        case("HannWindow", &[], [longs(&[2])], [f(&[0.0, 1.0])]),
        case("HammingWindow", &[], [longs(&[0])], [f(&[])]),
        case("BlackmanWindow", &[], [longs(&[0])], [f(&[])]),
        case(
            "DFT",
            &[],
            [floats(&[1, 4, 1], &[1.0, 2.0, 3.0, 4.0])],
            [complex(&[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0])],
        ),
        case(
            "STFT",
            &[],
            [
                floats(&[1, 4, 1], &[1.0, 2.0, 3.0, 5.0]),
                longs(&[2]),
                f(&[1.0, 1.0]),
            ],
            [floats(
                &[1, 2, 2, 2],
                &[3.0, 0.0, -1.0, 0.0, 8.0, 0.0, -2.0, 0.0],
            )],
        ),
    ]
}
