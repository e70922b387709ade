//! Rows normalised.

use super::{Operator, Results, row, since};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::Element;

pub(super) const ROWS: &[Operator] = &[
    row("BatchNormalization", batch_norm),
    since(17, "LayerNormalization", layer_norm),
    row("LogSoftmax", |n| softmax(n, "engine::log_softmax")),
    row("Softmax", |n| softmax(n, "engine::softmax")),
];

/// An engine of rows along an axis, which is brought to the end and back.
fn softmax(n: &mut Lowering<'_, '_>, id: &'static str) -> Results {
    let x = n.float_input(0)?;
    let rank = x.shape.len();
    let axis = n.int("axis", -1)?;
    if rank == 0 {
        return Err(NodeFault::input(
            0,
            "is a scalar, which has no axis: reshape it to one dimension",
        ));
    }
    let axis = n.axis(axis, rank)?;
    let mut order: Vec<usize> = (0..rank).filter(|k| *k != axis).collect();
    order.push(axis);
    let moved = n.permuted(&x, &order)?;
    let len = x.shape[axis];
    let rows = x.len() / len.max(1);
    let result = n.engine(id, &[rows, len], &[&moved], (Element::F32, &moved.shape))?;
    let mut back = vec![0; rank];
    for (k, of) in order.iter().enumerate() {
        back[*of] = k;
    }
    Ok(vec![n.permuted(&result, &back)?])
}

fn layer_norm(n: &mut Lowering<'_, '_>) -> Results {
    let (x, scale) = (n.float_input(0)?, n.float_input(1)?);
    let axis = n.int("axis", -1)?;
    let axis = n.axis(axis, x.shape.len())?;
    n.only("stash_type", 1)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    let inside = &x.shape[axis..];
    let len: usize = inside.iter().product();
    let rows = x.len() / len.max(1);
    let offset = match n.optional(2) {
        Some(_) => n.float_input(2)?,
        None => {
            let zero = n.scalar(0.0)?;
            n.broadcast(&zero, inside)?
        }
    };
    let mut columns = vec![x.clone()];
    for (k, value) in [(1, scale), (2, offset)] {
        if crate::lowering::broadcast_shape(&[inside, &value.shape])? != inside {
            return Err(NodeFault::input(
                k,
                format!(
                    "has the shape {:?}, and {inside:?} is expected",
                    value.shape
                ),
            ));
        }
        columns.push(n.broadcast(&value, inside)?);
    }
    let shape = [rows, len, epsilon.to_bits() as usize];
    let columns: Vec<&Value> = columns.iter().collect();
    Ok(vec![n.engine(
        "engine::layer_norm",
        &shape,
        &columns,
        (Element::F32, &x.shape),
    )?])
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + offset`, with the statistics that training left.
fn batch_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    n.only("training_mode", 0)?;
    // It is about training alone.
    n.float("momentum", 0.9)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    if x.shape.len() < 2 {
        return Err(NodeFault::input(0, "has no dimension of channels"));
    }
    let mut channels = vec![1; x.shape.len()];
    channels[1] = x.shape[1];
    let mut operands = vec![x.clone()];
    for k in 1..5 {
        let value = n.float_input(k)?;
        if value.shape != [x.shape[1]] {
            return Err(NodeFault::input(
                k,
                format!(
                    "has the shape {:?}, and {:?} is expected",
                    value.shape,
                    [x.shape[1]]
                ),
            ));
        }
        operands.push(n.reshaped(&value, &channels)?);
    }
    let [of, scale, offset, mean, variance] = [0, 1, 2, 3, 4].map(Term::Operand);
    let mut f = Formula::default();
    let centred = f.call("f32::sub", [of, mean]);
    let moved = f.call("f32::add", [variance, Term::float(epsilon)]);
    let deviation = f.call("f32::sqrt", [moved]);
    let normed = f.call("f32::div", [centred, deviation]);
    let weighed = f.call("f32::mul", [normed, scale]);
    f.call("f32::add", [weighed, offset]);
    let operands: Vec<&Value> = operands.iter().collect();
    Ok(vec![n.formula(f, &operands, Element::F32)?])
}
