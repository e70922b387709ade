//! Cases of operators with hand-computed results.

mod composed;
mod elements;
mod moved;
mod places;
mod quantized;
mod sums;
mod typed;

use super::models::Attr;
use vyre_conform_network::{Element, Tensor};

/// A node with its operands and results.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) operator: &'static str,
    pub(crate) opset: i64,
    pub(crate) attributes: Vec<(&'static str, Attr)>,
    pub(crate) inputs: Vec<Option<Tensor>>,
    pub(crate) outputs: Vec<Tensor>,
}

/// A case in version 22 of the operator set.
fn case<const N: usize, const M: usize>(
    operator: &'static str,
    attributes: &[(&'static str, Attr)],
    inputs: [Tensor; N],
    outputs: [Tensor; M],
) -> Case {
    Case {
        operator,
        opset: 22,
        attributes: attributes.to_vec(),
        inputs: inputs.into_iter().map(Some).collect(),
        outputs: outputs.to_vec(),
    }
}

fn floats(shape: &[usize], values: &[f32]) -> Tensor {
    Tensor::floats(shape, values).expect("a tensor")
}

/// A vector of floats.
fn f(values: &[f32]) -> Tensor {
    floats(&[values.len()], values)
}

/// Numbers counted from 0.
fn counted(shape: &[usize]) -> Tensor {
    let len: usize = shape.iter().product();
    let of: Vec<f32> = (0..len as u16).map(f32::from).collect();
    floats(shape, &of)
}

/// A vector of 64-bit integers.
fn longs(values: &[i64]) -> Tensor {
    Tensor::longs(&[values.len()], values).expect("a tensor")
}

/// A vector of 32-bit integers.
fn ints(values: &[i32]) -> Tensor {
    let words = values.iter().map(|x| *x as u32).collect();
    Tensor::new(Element::I32, &[values.len()], words).expect("a tensor")
}

/// A vector of truth values.
fn truths(subject: &[bool]) -> Tensor {
    let words = subject.iter().map(|x| u32::from(*x)).collect();
    Tensor::new(Element::Bool, &[subject.len()], words).expect("a tensor")
}

fn int(name: &'static str, value: i64) -> (&'static str, Attr) {
    (name, Attr::Int(value))
}

fn list(name: &'static str, values: &[i64]) -> (&'static str, Attr) {
    (name, Attr::Ints(values.to_vec()))
}

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let all = [
        composed::cases(),
        elements::cases(),
        moved::cases(),
        places::cases(),
        quantized::cases(),
        sums::cases(),
        typed::cases(),
    ];
    all.concat()
}
