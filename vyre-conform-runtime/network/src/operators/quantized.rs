//! Numbers of few bits with scales, and exact products of them.

use super::convert::cast;
use super::convolutions::Convolution;
use super::product::multiplied;
use super::reduce::{MAX, MIN, folded};
use super::{Operator, Results, row, since};
use crate::element::{Element, Kind};
use crate::lowering::{FLOATS, Lowering, NodeFault, Value, eight};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("ConvInteger", |n| {
        let mut of = Convolution::of(n, [0, 1], None)?;
        (of.x, of.filters) = (less(n, &of.x, 2, None)?, less(n, &of.filters, 3, Some(0))?);
        Ok(vec![convolved(n, &of)?])
    }),
    row("DequantizeLinear", dequantize),
    since(11, "DynamicQuantizeLinear", dynamic),
    row("MatMulInteger", |n| {
        let (a, b) = (small(n, 0)?, small(n, 1)?);
        let a = less(n, &a, 2, Some(rows_axis(&a)))?;
        let b = less(n, &b, 3, Some(b.shape.len().saturating_sub(1)))?;
        Ok(vec![multiplied(n, [a, b])?])
    }),
    row("QLinearConv", quantized_convolution),
    row("QLinearMatMul", quantized_product),
    row("QuantizeLinear", quantize),
];

/// The integers that are quantized to.
const SMALL: [Element; 6] = [
    Element::U8,
    Element::I8,
    Element::U16,
    Element::I16,
    Element::U4,
    Element::I4,
];

/// The floats that are quantized to.
const EIGHT: [Element; 4] = [
    Element::F8E4M3,
    Element::F8E4M3Fnuz,
    Element::F8E5M2,
    Element::F8E5M2Fnuz,
];

fn small(n: &Lowering<'_, '_>, k: usize) -> Result<Value, NodeFault> {
    n.typed(k, &SMALL[..2])
}

fn rows_axis(a: &Value) -> usize {
    a.shape.len().saturating_sub(2)
}

/// A parameter of one number, of one an index along an axis, or of one a block of it, as a tensor of a shape.
fn spread(
    n: &mut Lowering<'_, '_>,
    (k, of): (usize, &Value),
    shape: &[usize],
    (axis, block): (Option<usize>, usize),
) -> Result<Value, NodeFault> {
    if of.len() == 1 && block == 0 {
        return n.reshaped(of, &[]);
    }
    let misfit = || {
        let own = &of.shape;
        NodeFault::input(
            k,
            format!("has the shape {own:?}, which does not fit {shape:?}"),
        )
    };
    let axis = axis.filter(|axis| *axis < shape.len()).ok_or_else(misfit)?;
    if block == 0 {
        if of.shape.len() == 1 && of.shape[0] == shape[axis] {
            let mut dims = vec![1; shape.len()];
            dims[axis] = shape[axis];
            return n.reshaped(of, &dims);
        }
        let fits = crate::lowering::broadcast_shape(&[shape, &of.shape]);
        return match fits {
            Ok(whole) if whole == shape => Ok(of.clone()),
            _ => Err(misfit()),
        };
    }
    let mut due = shape.to_vec();
    due[axis] = shape[axis].div_ceil(block);
    if of.shape != due {
        return Err(misfit());
    }
    let at = super::places::table(n, &[shape[axis]], (0..shape[axis]).map(|k| k / block))?;
    super::gather::along(n, of, &at, axis)
}

/// The axis of parameters, and the size of a block of them.
fn axis_of(n: &Lowering<'_, '_>, rank: usize) -> Result<(Option<usize>, usize), NodeFault> {
    let axis = n.int("axis", 1)?;
    let block = n.int("block_size", 0)?;
    let block = usize::try_from(block);
    let block = block.map_err(|_| NodeFault::attribute("block_size", "is negative"))?;
    Ok((n.axis(axis, rank).ok(), block))
}

/// Adds to a formula the number of a quotient: rounded, moved by the zero point and held within the type.
fn held(f: &mut Formula, quotient: Term, zero: Option<Term>, to: Element) -> Term {
    if let Some(form) = to.narrow() {
        return eight(f, quotient, form, true);
    }
    let (least, most) = match to.kind() {
        Kind::Signed => {
            let half = f32::from(1u16 << (to.bits() - 1));
            (-half, half - 1.0)
        }
        _ => (0.0, ((1u32 << to.bits()) - 1) as f32),
    };
    let mut value = f.call("f32::round", [quotient]);
    if let Some(zero) = zero {
        let zero = f.call("i32::to_f32", [zero]);
        value = f.call("f32::add", [value, zero]);
    }
    let value = f.call("f32::max", [value, Term::float(least)]);
    let value = f.call("f32::min", [value, Term::float(most)]);
    f.call("f32::to_i32_truncate", [value])
}

/// The result of a quotient by a scale.
fn quantized(
    n: &mut Lowering<'_, '_>,
    [x, scale]: [&Value; 2],
    zero: Option<&Value>,
    to: Element,
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let quotient = f.call("f32::div", [Term::Operand(0), Term::Operand(1)]);
    held(&mut f, quotient, zero.map(|_| Term::Operand(2)), to);
    let mut operands = vec![x, scale];
    operands.extend(zero);
    n.chosen(f, &operands, to)
}

fn quantize(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &[FLOATS[0], FLOATS[1], FLOATS[2], Element::I32])?;
    let x = cast(n, &x, Element::F32, true)?;
    let place = axis_of(n, x.shape.len())?;
    let scale = n.float_input(1)?;
    let scale = spread(n, (1, &scale), &x.shape, place)?;
    n.only("saturate", 1)?;
    let declared = n.int("output_dtype", 0)?;
    let types = [&SMALL[..], &EIGHT].concat();
    let zero = match n.optional(2) {
        None => None,
        Some(_) => Some(n.typed(2, &types)?),
    };
    let to = match (&zero, Element::numbered(declared)) {
        (Some(zero), None) if declared == 0 => zero.element,
        (Some(zero), Some(to)) if to == zero.element => to,
        (None, None) if declared == 0 => Element::U8,
        (None, Some(to)) if types.contains(&to) => to,
        _ => {
            let reason = format!("is {declared}, which does not fit the zero point");
            return Err(NodeFault::attribute("output_dtype", reason));
        }
    };
    let zero = match zero {
        Some(zero) if to.is_integer() => Some(spread(n, (2, &zero), &x.shape, place)?),
        _ => None,
    };
    Ok(vec![quantized(n, [&x, &scale], zero.as_ref(), to)?])
}

fn dequantize(n: &mut Lowering<'_, '_>) -> Results {
    let types = [&SMALL[..], &EIGHT, &[Element::I32]].concat();
    let x = n.typed(0, &types)?;
    let place = axis_of(n, x.shape.len())?;
    let scale = n.float_input(1)?;
    let element = scale.element;
    let scale = spread(n, (1, &scale), &x.shape, place)?;
    let mut operands = vec![x.clone(), scale];
    let mut f = Formula::default();
    let mut number = Term::Operand(0);
    if n.optional(2).is_some() {
        let zero = n.typed(2, &[x.element])?;
        operands.push(spread(n, (2, &zero), &x.shape, place)?);
        let op = if x.element.is_float() {
            "f32::sub"
        } else {
            "i32::sub"
        };
        number = f.call(op, [number, Term::Operand(2)]);
    }
    if !x.element.is_float() {
        number = f.call("i32::to_f32", [number]);
    }
    f.call("f32::mul", [number, Term::Operand(1)]);
    let operands: Vec<&Value> = operands.iter().collect();
    Ok(vec![n.formula(f, &operands, element)?])
}

/// The integers of an operand less its zero point, where there is one: of one number, or of one along an axis.
fn less(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    k: usize,
    axis: Option<usize>,
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let wide = cast(n, x, Element::I32, true)?;
    if n.optional(k).is_none() {
        return Ok(wide);
    }
    let zero = n.typed(k, &[x.element])?;
    let zero = spread(n, (k, &zero), &x.shape, (axis, 0))?;
    f.call("i32::sub", [Term::Operand(0), Term::Operand(1)]);
    n.formula(f, &[&wide, &zero], Element::I32)
}

/// A convolution of integers; padding is 0, which is the number of the zero point.
fn convolved(n: &mut Lowering<'_, '_>, of: &Convolution) -> Result<Value, NodeFault> {
    let product = of.product(n, 0)?;
    let mut shape = vec![of.x.shape[0], of.filters.shape[0]];
    shape.extend(&of.windows.counts);
    n.reshaped(&product, &shape)
}

/// The scale of a product by that of its result: `a * b / y`, each step rounded.
fn rescaled(
    n: &mut Lowering<'_, '_>,
    sum: &Value,
    [a, b, y]: [&Value; 3],
    (zero, to): (&Value, Element),
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let scale = f.call("f32::mul", [Term::Operand(1), Term::Operand(2)]);
    let scale = f.call("f32::div", [scale, Term::Operand(3)]);
    let number = f.call("i32::to_f32", [Term::Operand(0)]);
    let scaled = f.call("f32::mul", [number, scale]);
    held(&mut f, scaled, Some(Term::Operand(4)), to);
    n.chosen(f, &[sum, a, b, y, zero], to)
}

fn quantized_product(n: &mut Lowering<'_, '_>) -> Results {
    let (a, b) = (small(n, 0)?, small(n, 3)?);
    let zero = small(n, 7)?;
    let rows = (Some(rows_axis(&a)), 0);
    let columns = (Some(b.shape.len().saturating_sub(1)), 0);
    let left = less(n, &a, 2, rows.0)?;
    let right = less(n, &b, 5, columns.0)?;
    let sum = multiplied(n, [left, right])?;
    let [scale_a, scale_b, scale_y] = [n.float_input(1)?, n.float_input(4)?, n.float_input(6)?];
    let last = sum.shape.len().saturating_sub(1);
    let scale_a = spread(n, (1, &scale_a), &sum.shape, (last.checked_sub(1), 0))?;
    let scale_b = spread(n, (4, &scale_b), &sum.shape, (Some(last), 0))?;
    let scale_y = spread(n, (6, &scale_y), &sum.shape, (Some(last), 0))?;
    let moved = spread(n, (7, &zero), &sum.shape, (Some(last), 0))?;
    let scales = [&scale_a, &scale_b, &scale_y];
    Ok(vec![rescaled(n, &sum, scales, (&moved, zero.element))?])
}

fn quantized_convolution(n: &mut Lowering<'_, '_>) -> Results {
    let mut of = Convolution::of(n, [0, 3], Some(8))?;
    small(n, 0)?;
    small(n, 3)?;
    let zero = small(n, 7)?;
    (of.x, of.filters) = (less(n, &of.x, 2, None)?, less(n, &of.filters, 5, Some(0))?);
    let mut sum = convolved(n, &of)?;
    if let Some(bias) = &of.bias {
        n.typed(8, &[Element::I32])?;
        let mut dims = vec![1; sum.shape.len() - 1];
        dims[0] = sum.shape[1];
        let bias = n.reshaped(bias, &dims)?;
        let add = Formula::of::<2>("i32::add");
        sum = n.formula(add, &[&sum, &bias], Element::I32)?;
    }
    let [x, w, y] = [n.float_input(1)?, n.float_input(4)?, n.float_input(6)?];
    let x = spread(n, (1, &x), &sum.shape, (None, 0))?;
    let w = spread(n, (4, &w), &sum.shape, (Some(1), 0))?;
    let y = spread(n, (6, &y), &sum.shape, (None, 0))?;
    let moved = spread(n, (7, &zero), &sum.shape, (None, 0))?;
    Ok(vec![rescaled(
        n,
        &sum,
        [&x, &w, &y],
        (&moved, zero.element),
    )?])
}

/// A scale and a zero point from the least and greatest element, 0 among them, and the numbers by them.
fn dynamic(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &[Element::F32])?;
    let axes: Vec<usize> = (0..x.shape.len()).collect();
    if x.shape.contains(&0) {
        return Err(NodeFault::input(0, "is empty, and has no extremes"));
    }
    let least = folded(n, &x, &axes, MIN, &[])?;
    let most = folded(n, &x, &axes, MAX, &[])?;
    let (mut f, nothing) = (Formula::default(), Term::float(0.0));
    let most_ = f.call("f32::max", [Term::Operand(0), nothing]);
    let least_ = f.call("f32::min", [Term::Operand(1), nothing]);
    let width = f.call("f32::sub", [most_, least_]);
    f.call("f32::div", [width, Term::float(255.0)]);
    let scale = n.formula(f, &[&most, &least], Element::F32)?;
    let mut f = Formula::default();
    let least_ = f.call("f32::min", [Term::Operand(0), nothing]);
    let part = f.call("f32::div", [least_, Term::Operand(1)]);
    let minus = f.call("f32::sub", [nothing, part]);
    held(&mut f, minus, None, Element::U8);
    let zero = n.chosen(f, &[&least, &scale], Element::U8)?;
    let numbers = quantized(n, [&x, &scale], Some(&zero), Element::U8)?;
    Ok(vec![numbers, scale, zero])
}
