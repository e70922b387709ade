//! Products of matrices, in the declared order of additions.

use super::{Operator, Results, row};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, Movement, Part, Term};
use crate::tensor::Element;

pub(super) const ROWS: &[Operator] = &[row("Gemm", gemm), row("MatMul", matmul)];

/// The sides of a product: rows and columns of the result, and K.
#[derive(Clone, Copy)]
struct Sides {
    rows: usize,
    columns: usize,
    inner: usize,
}

/// The engine of an order, and the word behind its shape.
fn engine(n: &mut Lowering<'_, '_>) -> Result<(&'static str, Option<usize>), NodeFault> {
    let others = [
        Order::Strict,
        Order::TreeBinary,
        Order::SplitK(2),
        Order::Exact,
    ];
    Ok(match n.order(Order::FmaChain, &others)? {
        Order::FmaChain => ("engine::matmul_fma_chain", None),
        Order::Strict => ("engine::matmul_strict", None),
        Order::TreeBinary => ("engine::matmul_tree_binary", None),
        Order::Exact => ("engine::matmul_exact", None),
        Order::SplitK(parts) => ("engine::matmul_split_k", Some(parts as usize)),
    })
}

fn product(
    n: &mut Lowering<'_, '_>,
    [a, b]: [&Value; 2],
    sides: Sides,
) -> Result<Value, NodeFault> {
    let (id, parts) = engine(n)?;
    let mut shape = vec![sides.rows, sides.columns, sides.inner];
    shape.extend(parts);
    n.engine(
        id,
        &shape,
        &[a, b],
        (Element::F32, &[sides.rows, sides.columns]),
    )
}

fn matmul(n: &mut Lowering<'_, '_>) -> Results {
    let (a, b) = (n.float_input(0)?, n.float_input(1)?);
    if a.shape.is_empty() || b.shape.is_empty() {
        return Err(NodeFault::node("multiplies a scalar: use Mul"));
    }
    let [is_row, is_column] = [a.shape.len() == 1, b.shape.len() == 1];
    let a = if is_row {
        n.reshaped(&a, &[1, a.shape[0]])?
    } else {
        a
    };
    let b = if is_column {
        n.reshaped(&b, &[b.shape[0], 1])?
    } else {
        b
    };
    let (batch_a, [rows, inner]) = split(&a);
    let (batch_b, [inner_b, columns]) = split(&b);
    if inner != inner_b {
        return Err(NodeFault::node(format!(
            "multiplies the shapes {:?} and {:?}: {inner} and {inner_b} differ",
            a.shape, b.shape
        )));
    }
    let sides = Sides {
        rows,
        columns,
        inner,
    };
    let batch = crate::lowering::broadcast_shape(&[batch_a, batch_b])?;
    let mut shape = batch.clone();
    shape.extend((!is_row).then_some(rows));
    shape.extend((!is_column).then_some(columns));
    if shape.contains(&0) {
        engine(n)?;
        return Ok(vec![n.empty(&shape)?]);
    }
    let result = if batch_b.iter().all(|len| *len == 1) {
        // Rows of all matrices of A are rows of one.
        let rows = batch_a.iter().product::<usize>() * rows;
        product(n, [&a, &b], Sides { rows, ..sides })?
    } else {
        batched(n, [&a, &b], [batch_a, batch_b], &batch, sides)?
    };
    Ok(vec![n.reshaped(&result, &shape)?])
}

/// The dimensions before the last two, and those.
fn split(value: &Value) -> (&[usize], [usize; 2]) {
    let (batch, sides) = value.shape.split_at(value.shape.len() - 2);
    (batch, [sides[0], sides[1]])
}

/// A product for each matrix, one after another.
fn batched(
    n: &mut Lowering<'_, '_>,
    [a, b]: [&Value; 2],
    [batch_a, batch_b]: [&[usize]; 2],
    batch: &[usize],
    sides: Sides,
) -> Result<Value, NodeFault> {
    let count: usize = batch.iter().product();
    let size_a = sides.rows * sides.inner;
    let size_b = sides.inner * sides.columns;
    let mut results: Vec<Value> = vec![];
    let mut last: [Option<(usize, Value)>; 2] = [None, None];
    for k in 0..count {
        let mut operands = vec![];
        for (side, (value, own, size)) in [(a, batch_a, size_a), (b, batch_b, size_b)]
            .into_iter()
            .enumerate()
        {
            let place = place(k, batch, own);
            let matrix = match last[side].take() {
                Some((known, matrix)) if known == place => matrix,
                _ => {
                    let part = Part::whole(&[size], place * size, vec![1]);
                    n.moved(Movement::one(part), &[value], (Element::F32, &[size]))?
                }
            };
            last[side] = Some((place, matrix.clone()));
            operands.push(matrix);
        }
        let result = product(n, [&operands[0], &operands[1]], sides)?;
        results.push(n.reshaped(&result, &[1, sides.rows * sides.columns])?);
    }
    n.joined(&results, 0)
}

/// The number of the matrix of an operand whose batch has lengths of 1 where it is repeated.
fn place(mut k: usize, batch: &[usize], own: &[usize]) -> usize {
    let behind = batch.len() - own.len();
    let (mut place, mut step) = (0, 1);
    for (dimension, len) in batch.iter().enumerate().rev() {
        let at = k % len;
        k /= len;
        let Some(own) = dimension.checked_sub(behind).map(|d| own[d]) else {
            continue;
        };
        if own != 1 {
            place += at * step;
        }
        step *= own;
    }
    place
}

/// `alpha * A' B' + beta * C`
fn gemm(n: &mut Lowering<'_, '_>) -> Results {
    let mut operands = [n.float_input(0)?, n.float_input(1)?];
    for (k, name) in ["transA", "transB"].into_iter().enumerate() {
        if operands[k].shape.len() != 2 {
            return Err(NodeFault::input(k, "is not a matrix: use MatMul"));
        }
        if n.int(name, 0)? != 0 {
            operands[k] = n.permuted(&operands[k], &[1, 0])?;
        }
    }
    let [a, b] = &operands;
    let (rows, inner, columns) = (a.shape[0], a.shape[1], b.shape[1]);
    if b.shape[0] != inner {
        return Err(NodeFault::node(format!(
            "multiplies the shapes {:?} and {:?}: {inner} and {} differ",
            a.shape, b.shape, b.shape[0]
        )));
    }
    let mut result = product(
        n,
        [a, b],
        Sides {
            rows,
            columns,
            inner,
        },
    )?;
    let alpha = n.float("alpha", 1.0)?;
    let beta = n.float("beta", 1.0)?;
    result = scaled(n, result, alpha)?;
    if n.optional(2).is_some() {
        let added = n.float_input(2)?;
        let added = scaled(n, added, beta)?;
        let shape = result.shape.clone();
        let added = if crate::lowering::broadcast_shape(&[&shape, &added.shape])? == shape {
            n.broadcast(&added, &shape)?
        } else {
            return Err(NodeFault::input(
                2,
                format!("does not fit the result of the shape {shape:?}"),
            ));
        };
        result = n.formula(
            Formula::of::<2>("f32::add"),
            &[&result, &added],
            Element::F32,
        )?;
    }
    Ok(vec![result])
}

/// The value by a number; the value itself by one.
fn scaled(n: &mut Lowering<'_, '_>, value: Value, by: f32) -> Result<Value, NodeFault> {
    if by.to_bits() == 1f32.to_bits() {
        return Ok(value);
    }
    let mut formula = Formula::default();
    formula.call("f32::mul", [Term::float(by), Term::Operand(0)]);
    n.formula(formula, &[&value], Element::F32)
}
