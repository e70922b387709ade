//! Numbers of few bits with scales.

use super::{Case, case, f, floats, int, list};
use vyre_conform_network::{Element, Tensor};

pub(super) fn cases() -> Vec<Case> {
    [small(), products()].concat()
}

fn bytes(element: Element, shape: &[usize], values: &[i32]) -> Tensor {
    let words = values.iter().map(|x| *x as u32).collect();
    Tensor::new(element, shape, words).expect("a tensor")
}

fn u8s(shape: &[usize], values: &[i32]) -> Tensor {
    bytes(Element::U8, shape, values)
}

fn words(shape: &[usize], values: &[i32]) -> Tensor {
    bytes(Element::I32, shape, values)
}

/// Numbers of few bits.
fn small() -> Vec<Case> {
    let scale = |x: f32| floats(&[], &[x]);
    let zero = |x: i32| u8s(&[], &[x]);
    vec![
        case(
            "QuantizeLinear",
            &[],
            [f(&[-1.0, 1.0, 1.25, 300.0]), scale(0.5), zero(1)],
            [u8s(&[4], &[0, 3, 3, 255])],
        ),
        case(
            "QuantizeLinear",
            &[],
            [
                f(&[1.06, -500.0]),
                scale(1.0),
                bytes(Element::F8E4M3, &[], &[0]),
            ],
            [bytes(
                Element::F8E4M3,
                &[2],
                &[1f32.to_bits() as i32, (-448f32).to_bits() as i32],
            )],
        ),
        case(
            "DequantizeLinear",
            &[int("axis", 0)],
            [u8s(&[2], &[3, 9]), f(&[0.5, 2.0]), u8s(&[2], &[1, 10])],
            [f(&[1.0, -2.0])],
        ),
        case(
            "DynamicQuantizeLinear",
            &[],
            [f(&[-1.0, 0.0, 254.0])],
            [u8s(&[3], &[0, 1, 255]), scale(1.0), zero(1)],
        ),
    ]
}

/// Products of such numbers.
fn products() -> Vec<Case> {
    let (zero, scale) = (|x: i32| u8s(&[], &[x]), |x: f32| floats(&[], &[x]));
    vec![
        case(
            "MatMulInteger",
            &[],
            [u8s(&[1, 2], &[3, 4]), u8s(&[2, 1], &[5, 255]), zero(4)],
            [words(&[1, 1], &[-5])],
        ),
        case(
            "ConvInteger",
            &[list("pads", &[1, 0])],
            [u8s(&[1, 1, 2], &[3, 5]), u8s(&[1, 1, 2], &[10, 1]), zero(1)],
            [words(&[1, 1, 2], &[2, 24])],
        ),
        case(
            "QLinearMatMul",
            &[],
            [
                u8s(&[1, 2], &[3, 4]),
                scale(0.5),
                zero(1),
                u8s(&[2, 1], &[5, 6]),
                scale(1.0),
                zero(0),
                scale(2.0),
                zero(7),
            ],
            [u8s(&[1, 1], &[14])],
        ),
        case(
            "QLinearConv",
            &[],
            [
                u8s(&[1, 1, 2], &[3, 5]),
                scale(1.0),
                zero(1),
                u8s(&[1, 1, 2], &[2, 3]),
                scale(0.5),
                zero(0),
                scale(1.0),
                zero(1),
                words(&[1], &[4]),
            ],
            [u8s(&[1, 1, 1], &[11])],
        ),
    ]
}
