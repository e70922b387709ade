//! A block of attention with seeded weights, in the form of exporters.

use super::machines::{catalog, plan, same_everywhere};
use super::mlp::softmax;
use super::models::{Attr, Model, seeded, weights};
use vyre_conform_network::{Element, Orders, Tensor};

const PLACES: usize = 6;
const HEADS: usize = 2;
const HEAD: usize = 4;
const WIDTH: usize = HEADS * HEAD;
const EPSILON: f32 = 1e-5;
/// The square root of the width of a head.
const ROOT: f32 = 2.0;

/// Embedding, norm, heads through `Shape` and `Reshape`, scores under a causal mask, values, projection, residual.
fn model() -> Model {
    let mut m = Model::new(17);
    m.input("ids", Element::I64, &[1, PLACES]);
    m.output("y");
    let longs = |shape: &[usize], values: &[i64]| Tensor::longs(shape, values).expect("a tensor");
    m.weight("table", &weights(1, &[11, WIDTH]));
    m.weight("scale", &weights(2, &[WIDTH]));
    m.weight("offset", &weights(3, &[WIDTH]));
    m.weight("out", &weights(7, &[WIDTH, WIDTH]));
    m.weight("root", &Tensor::floats(&[], &[ROOT]).expect("a tensor"));
    m.weight(
        "below",
        &Tensor::floats(&[1], &[f32::NEG_INFINITY]).expect("a tensor"),
    );
    m.weight("tail", &longs(&[2], &[HEADS as i64, HEAD as i64]));
    m.weight("whole", &longs(&[3], &[0, 0, -1]));
    let mask: Vec<u32> = (0..PLACES * PLACES)
        .map(|k| (k % PLACES <= k / PLACES).into())
        .collect();
    m.weight(
        "mask",
        &Tensor::new(Element::Bool, &[PLACES, PLACES], mask).expect("a tensor"),
    );
    m.node("embed", "Gather", [&["table", "ids"], &["e"]], &[]);
    m.node(
        "norm",
        "LayerNormalization",
        [&["e", "scale", "offset"], &["n"]],
        &[("epsilon", Attr::Float(EPSILON))],
    );
    m.node("lens", "Shape", [&["ids"], &["lens"]], &[]);
    m.node(
        "heads",
        "Concat",
        [&["lens", "tail"], &["split"]],
        &[("axis", Attr::Int(0))],
    );
    projections(&mut m);
    attend(&mut m);
    m
}

fn order(shape: [i64; 4]) -> [(&'static str, Attr); 1] {
    [("perm", Attr::Ints(shape.to_vec()))]
}

/// Queries, keys and values of every head; keys have their places last.
fn projections(m: &mut Model) {
    for (k, name) in ["q", "k", "v"].into_iter().enumerate() {
        let [weight, product, cut, moved] =
            ["w", "p", "c", "m"].map(|shape| format!("{shape}_{name}"));
        m.weight(&weight, &weights(4 + k as u32, &[WIDTH, WIDTH]));
        m.node(&product, "MatMul", [&["n", &weight], &[&product]], &[]);
        m.node(&cut, "Reshape", [&[&product, "split"], &[&cut]], &[]);
        let to = if name == "k" {
            [0, 2, 3, 1]
        } else {
            [0, 2, 1, 3]
        };
        m.node(&moved, "Transpose", [&[&cut], &[&moved]], &order(to));
    }
}

/// Scores, their softmax, values, projection and residual.
fn attend(m: &mut Model) {
    m.node("scores", "MatMul", [&["m_q", "m_k"], &["scores"]], &[]);
    m.node("scaled", "Div", [&["scores", "root"], &["scaled"]], &[]);
    m.node(
        "masked",
        "Where",
        [&["mask", "scaled", "below"], &["masked"]],
        &[],
    );
    m.node("soft", "Softmax", [&["masked"], &["soft"]], &[]);
    m.node("mixed", "MatMul", [&["soft", "m_v"], &["mixed"]], &[]);
    m.node(
        "back",
        "Transpose",
        [&["mixed"], &["back"]],
        &order([0, 2, 1, 3]),
    );
    m.node("joined", "Reshape", [&["back", "whole"], &["joined"]], &[]);
    m.node(
        "project",
        "MatMul",
        [&["joined", "out"], &["projected"]],
        &[],
    );
    m.node("add", "Add", [&["e", "projected"], &["y"]], &[]);
}

fn product(x: &[f32], weights: &[f32], inner: usize) -> Vec<f32> {
    let width = weights.len() / inner;
    let rows = x.chunks(inner);
    let element = |row: &[f32], column: usize| {
        (0..inner).fold(0f32, |sum, k| {
            row[k].mul_add(weights[k * width + column], sum)
        })
    };
    rows.flat_map(|row| (0..width).map(move |column| element(row, column)))
        .collect()
}

fn layer_norm(row: &[f32]) -> Vec<f32> {
    let sum = |all: &mut dyn Iterator<Item = f32>| all.reduce(|sum, x| sum + x).unwrap_or(0.0);
    let count = row.len() as f32;
    let mean = sum(&mut row.iter().copied()) / count;
    let squares = sum(&mut row.iter().map(|x| (x - mean) * (x - mean)));
    let deviation = (squares / count + EPSILON).sqrt();
    let (scale, offset) = (seeded(2, row.len()), seeded(3, row.len()));
    let places = row.iter().zip(scale).zip(offset);
    places
        .map(|((x, scale), offset)| (x - mean) / deviation * scale + offset)
        .collect()
}

/// The block in plain Rust.
fn reference_block(ids: &[usize]) -> Vec<f32> {
    let table = seeded(1, 11 * WIDTH);
    let embedded: Vec<f32> = ids
        .iter()
        .flat_map(|id| table[id * WIDTH..][..WIDTH].to_vec())
        .collect();
    let normed: Vec<f32> = embedded.chunks(WIDTH).flat_map(layer_norm).collect();
    let [q, k, v] = [4, 5, 6].map(|seed| product(&normed, &seeded(seed, WIDTH * WIDTH), WIDTH));
    let mut mixed = vec![0f32; PLACES * WIDTH];
    for head in 0..HEADS {
        let position =
            |values: &[f32], place: usize, i: usize| values[place * WIDTH + head * HEAD + i];
        for place in 0..PLACES {
            let score = |other: usize| {
                let sum = (0..HEAD).fold(0f32, |sum, i| {
                    position(&q, place, i).mul_add(position(&k, other, i), sum)
                });
                if other <= place {
                    sum / ROOT
                } else {
                    f32::NEG_INFINITY
                }
            };
            let scores: Vec<f32> = (0..PLACES).map(score).collect();
            let parts = softmax(&scores);
            for i in 0..HEAD {
                let sum = (0..PLACES).fold(0f32, |sum, other| {
                    parts[other].mul_add(position(&v, other, i), sum)
                });
                mixed[place * WIDTH + head * HEAD + i] = sum;
            }
        }
    }
    let projected = product(&mixed, &seeded(7, WIDTH * WIDTH), WIDTH);
    embedded.iter().zip(projected).map(|(x, y)| x + y).collect()
}

/// Oracle: the block in plain Rust, with the arithmetic of the standard library and CORE-MATH.
#[test]
fn a_block_of_attention_has_the_same_bits_everywhere() {
    let catalog = catalog();
    let plan = plan(&model().graph(), &catalog, &Orders::new());
    let ids = [3, 0, 10, 3, 7, 1];
    // One index from the end: ONNX counts negative numbers from there.
    let inputs = Tensor::longs(&[1, PLACES], &[3, 0, -1, 3, 7, 1]).expect("a tensor");
    let actual = same_everywhere(&plan, &catalog, &[inputs]);
    let expected = Tensor::floats(&[1, PLACES, WIDTH], &reference_block(&ids)).expect("a tensor");
    assert_eq!(actual.outputs, [expected]);
}

/// Oracle: the documentation of `Step::rows`: a row outside of the table stops the run at its node.
#[test]
fn a_row_outside_of_the_table_is_named() {
    let catalog = catalog();
    let plan = plan(&model().graph(), &catalog, &Orders::new());
    for (id, row) in [
        (11, "row 11 of 11"),
        (-12, "row -1 of 11"),
        (1 << 31, "element 2 is 2147483648"),
    ] {
        let inputs = Tensor::longs(&[1, PLACES], &[0, 1, id, 2, 3, 4]).expect("a tensor");
        let mut references = vyre_conform_network::References::new(&catalog);
        let error = vyre_conform_network::run(&plan, &mut references, &[inputs]).expect_err(row);
        assert!(error.to_string().contains(row), "{error}");
    }
}
