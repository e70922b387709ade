//! Products of matrices, in the declared order of additions.

use super::{Operator, Results, row};
use crate::element::Element;
use crate::lowering::{FLOATS, Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, MatrixProduct, Movement, Part, Term};

pub(super) const ROWS: &[Operator] = &[row("Gemm", gemm), row("MatMul", matmul)];

/// The sides of a product: rows and columns of the result, and K.
#[derive(Clone, Copy)]
pub(super) struct Matrices {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) inner: usize,
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
    sides: Matrices,
) -> Result<Value, NodeFault> {
    if !a.element.is_float() {
        let of = MatrixProduct {
            batch: 1,
            rows: sides.rows,
            columns: sides.columns,
            inner: sides.inner,
        };
        return n.integer_product(of, &[a, b], Element::I32);
    }
    let (id, parts) = engine(n)?;
    let mut shape = vec![sides.rows, sides.columns, sides.inner];
    shape.extend(parts);
    n.engine(
        id,
        &shape,
        &[a, b],
        (a.element, &[sides.rows, sides.columns]),
    )
}

fn matmul(n: &mut Lowering<'_, '_>) -> Results {
    let types = [FLOATS[0], FLOATS[1], FLOATS[2], Element::I32, Element::U32];
    let a = n.typed(0, &types)?;
    let b = n.typed(1, &[a.element])?;
    Ok(vec![multiplied(n, [a, b])?])
}

/// The products of matrices, over dimensions in front that are broadcast; a vector is a row, or a column.
pub(super) fn multiplied(n: &mut Lowering<'_, '_>, [a, b]: [Value; 2]) -> Result<Value, NodeFault> {
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
    let sides = Matrices {
        rows,
        columns,
        inner,
    };
    let mut shape = crate::lowering::broadcast_shape(&[batch_a, batch_b])?;
    shape.extend((!is_row).then_some(rows));
    shape.extend((!is_column).then_some(columns));
    if shape.contains(&0) {
        if a.element.is_float() {
            engine(n)?;
        }
        return n.empty(a.element, &shape);
    }
    let result = if batch_b.iter().all(|len| *len == 1) {
        // Rows of all matrices of A are rows of one.
        let rows = batch_a.iter().product::<usize>() * rows;
        product(n, [&a, &b], Matrices { rows, ..sides })?
    } else {
        batched(n, [&a, &b], sides)?
    };
    n.reshaped(&result, &shape)
}

/// The dimensions before the last two, and those.
fn split(value: &Value) -> (&[usize], [usize; 2]) {
    let (batch, sides) = value.shape.split_at(value.shape.len() - 2);
    (batch, [sides[0], sides[1]])
}

/// A product for each matrix, one after another.
pub(super) fn batched(
    n: &mut Lowering<'_, '_>,
    [a, b]: [&Value; 2],
    sides: Matrices,
) -> Result<Value, NodeFault> {
    let (batch_a, batch_b) = (split(a).0, split(b).0);
    let batch = crate::lowering::broadcast_shape(&[batch_a, batch_b])?;
    let count: usize = batch.iter().product();
    if !a.element.is_float() {
        let whole =
            |batch: &[usize], [lines, columns]: [usize; 2]| [batch, &[lines, columns]].concat();
        let a = n.broadcast(a, &whole(&batch, [sides.rows, sides.inner]))?;
        let b = n.broadcast(b, &whole(&batch, [sides.inner, sides.columns]))?;
        let of = MatrixProduct {
            batch: count,
            rows: sides.rows,
            columns: sides.columns,
            inner: sides.inner,
        };
        return n.integer_product(of, &[&a, &b], Element::I32);
    }
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
            let place = place(k, &batch, own);
            let matrix = match last[side].take() {
                Some((known, matrix)) if known == place => matrix,
                _ => {
                    let part = Part::whole(&[size], place * size, vec![1]);
                    n.moved(Movement::one(part), &[value], (value.element, &[size]))?
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
    let a = n.float_input(0)?;
    let mut operands = [a.clone(), n.typed(1, &[a.element])?];
    n.any("broadcast");
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
    let sides = Matrices {
        rows,
        columns,
        inner,
    };
    let mut result = product(n, [a, b], sides)?;
    let alpha = n.float("alpha", 1.0)?;
    let beta = n.float("beta", 1.0)?;
    result = scaled(n, result, alpha)?;
    if n.optional(2).is_some() {
        let added = n.typed(2, &[result.element])?;
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
        let sum = Formula::of::<2>("f32::add");
        result = n.formula(sum, &[&result, &added], result.element)?;
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
    n.formula(formula, &[&value], value.element)
}
