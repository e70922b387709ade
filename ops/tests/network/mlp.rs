//! A perceptron of three layers with seeded weights.

use super::machines::{catalog, plan, same_everywhere};
use super::models::{Attr, Model, seeded, weights};
use vyre_conform_network::{Element, Order, Orders, Tensor};
use vyre_ops::float::ops::elementary::exp;

/// Rows of a batch, and widths from input to output.
pub(crate) const ROWS: usize = 3;
pub(crate) const WIDTHS: [usize; 4] = [10, 16, 16, 5];

/// The layers `fc1`, `relu1`, `fc2`, `relu2`, `fc3`, `soft`; the second weight is square, the third transposed.
pub(crate) fn model() -> Model {
    let mut model = Model::new(17);
    model.input("x", Element::F32, &[ROWS, WIDTHS[0]]);
    model.output("y");
    let mut from = "x".to_owned();
    for layer in 1..4 {
        let [inner, width] = [WIDTHS[layer - 1], WIDTHS[layer]];
        let shape = if layer == 3 {
            [width, inner]
        } else {
            [inner, width]
        };
        let (weight, bias) = (format!("w{layer}"), format!("b{layer}"));
        model.weight(&weight, &weights(layer as u32, &shape));
        model.weight(&bias, &weights(10 + layer as u32, &[width]));
        let to = format!("h{layer}");
        let transposed = [("transB", Attr::Int(1))];
        let attributes = if layer == 3 { &transposed[..] } else { &[] };
        model.node(
            &format!("fc{layer}"),
            "Gemm",
            [&[&from, &weight, &bias], &[&to]],
            attributes,
        );
        from = to;
        if layer < 3 {
            let to = format!("r{layer}");
            model.node(&format!("relu{layer}"), "Relu", [&[&from], &[&to]], &[]);
            from = to;
        }
    }
    model.node("soft", "Softmax", [&[&from], &["y"]], &[]);
    model
}

pub(crate) fn input() -> Tensor {
    weights(99, &[ROWS, WIDTHS[0]])
}

/// A layer in plain Rust: chains of fused multiply-adds, then the bias.
fn layer(x: &[f32], seed: u32, [inner, width]: [usize; 2], transposed: bool) -> Vec<f32> {
    let weights = seeded(seed, inner * width);
    let bias = seeded(10 + seed, width);
    let mut result = vec![];
    for row in x.chunks(inner) {
        for column in 0..width {
            let weight = |k: usize| {
                if transposed {
                    weights[column * inner + k]
                } else {
                    weights[k * width + column]
                }
            };
            let sum = (0..inner).fold(0f32, |sum, k| row[k].mul_add(weight(k), sum));
            result.push(sum + bias[column]);
        }
    }
    result
}

/// The softmax of a row in plain Rust: CORE-MATH's exponentials, with their sum from left to right.
pub(crate) fn softmax(row: &[f32]) -> Vec<f32> {
    let greatest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = row.iter().map(|x| exp(x - greatest)).collect();
    let sum = powers
        .iter()
        .copied()
        .reduce(|sum, x| sum + x)
        .unwrap_or(0.0);
    powers.iter().map(|power| power / sum).collect()
}

/// Oracle: the network in plain Rust, with the arithmetic of the standard library and CORE-MATH.
#[test]
fn a_perceptron_has_the_same_bits_everywhere() {
    let catalog = catalog();
    let plan = plan(&model().graph(), &catalog, &Orders::new());
    let actual = same_everywhere(&plan, &catalog, &[input()]);
    let relu = |x: Vec<f32>| -> Vec<f32> { x.into_iter().map(|x| x.max(0.0)).collect() };
    let x = seeded(99, ROWS * WIDTHS[0]);
    let x = relu(layer(&x, 1, [10, 16], false));
    let x = relu(layer(&x, 2, [16, 16], false));
    let x = layer(&x, 3, [16, 5], true);
    let expected: Vec<f32> = x.chunks(5).flat_map(softmax).collect();
    assert_eq!(
        actual.outputs,
        [Tensor::floats(&[ROWS, 5], &expected).expect("a tensor")]
    );
}

/// Oracle: docs/spec/tensors.md#order-of-additions: another order is another network.
#[test]
fn the_digest_has_the_orders() {
    let (catalog, graph) = (catalog(), model().graph());
    let digest = |orders: &[(&str, Order)]| {
        let orders = orders
            .iter()
            .map(|(node, order)| ((*node).to_owned(), *order));
        plan(&graph, &catalog, &orders.collect()).digest()
    };
    let default = digest(&[]);
    assert_eq!(digest(&[("fc1", Order::FmaChain)]), default);
    let others = [
        digest(&[("fc1", Order::Strict)]),
        digest(&[("fc1", Order::TreeBinary)]),
        digest(&[("fc1", Order::SplitK(2))]),
        digest(&[("fc2", Order::SplitK(4))]),
        digest(&[("fc2", Order::Exact)]),
    ];
    for (k, digest) in others.iter().enumerate() {
        assert!(*digest != default && !others[..k].contains(digest), "{k}");
    }
}

/// Oracle: rows of a perceptron are independent: a single row has the bits of the row in its batch.
#[test]
fn a_row_alone_is_the_row_of_the_batch() {
    let catalog = catalog();
    let whole = plan(&model().graph(), &catalog, &Orders::new());
    let whole = super::machines::run_references(&whole, &catalog, &[input()]);
    let mut single = model();
    single.graph_mut().input.clear();
    single.input("x", Element::F32, &[1, WIDTHS[0]]);
    let single = plan(&single.graph(), &catalog, &Orders::new());
    for row in 0..ROWS {
        let words = input().words()[row * WIDTHS[0]..][..WIDTHS[0]].to_vec();
        let x = Tensor::new(Element::F32, &[1, WIDTHS[0]], words).expect("a tensor");
        let alone = super::machines::run_references(&single, &catalog, &[x]);
        assert_eq!(
            alone.outputs[0].words(),
            &whole.outputs[0].words()[row * 5..][..5],
            "{row}"
        );
    }
}
