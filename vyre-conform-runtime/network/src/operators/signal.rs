//! Windows of signals and Fourier transforms. Cosines are those of the library, of angles within an eighth of a circle.

use super::convert::cast;
use super::product::multiplied;
use super::{Operator, Results, integers, since};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, Movement, Part, Term, strides};
use crate::tensor::{MOST_ELEMENTS, Tensor, elements};

pub(super) const ROWS: &[Operator] = &[
    since(17, "BlackmanWindow", |n| window(n, &[0.42, -0.5, 0.08])),
    since(17, "DFT", transform),
    since(17, "HammingWindow", |n| {
        window(n, &[25.0 / 46.0, -21.0 / 46.0])
    }),
    since(17, "HannWindow", |n| window(n, &[0.5, -0.5])),
    since(17, "STFT", short_transform),
];

/// The cosines and sines of these parts of a circle of `whole` parts, correctly rounded from the angle as a float.
fn circle(
    n: &mut Lowering<'_, '_>,
    (parts, whole): (&[usize], usize),
    shape: &[usize],
) -> Result<[Value; 2], NodeFault> {
    // Within an eighth of a circle from the nearest quarter.
    let turns: Vec<(usize, f64)> = parts
        .iter()
        .map(|part| {
            let quarters = 4.0 * *part as f64 / whole as f64;
            let nearest = quarters.round();
            (nearest as usize % 4, quarters - nearest)
        })
        .collect();
    let angles = turns
        .iter()
        .map(|(_, rest)| (rest * std::f64::consts::FRAC_PI_2) as f32);
    let angles: Vec<f32> = angles.collect();
    let angles = n.constant(Tensor::floats(shape, &angles).map_err(integers::fault)?)?;
    let cos = n.formula(Formula::of::<1>("f32::cos"), &[&angles], Element::F32)?;
    let sin = n.formula(Formula::of::<1>("f32::sin"), &[&angles], Element::F32)?;
    let words = |value: &Value| value.known().map_or(vec![], |of| of.words().to_vec());
    let (cos, sin) = (words(&cos), words(&sin));
    let float = |word: u32| f32::from_bits(word);
    let pairs = turns.iter().zip(cos.iter().zip(&sin));
    let pairs = pairs.map(|((quarter, _), (cos, sin))| {
        let (cos, sin) = (float(*cos), float(*sin));
        match quarter {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        }
    });
    let (cos, sin): (Vec<f32>, Vec<f32>) = pairs.unzip();
    let cos = n.constant(Tensor::floats(shape, &cos).map_err(integers::fault)?)?;
    let sin = n.constant(Tensor::floats(shape, &sin).map_err(integers::fault)?)?;
    Ok([cos, sin])
}

/// A sum of cosines of multiples of the place.
fn window(n: &mut Lowering<'_, '_>, of: &[f32]) -> Results {
    let len = match n.longs(0)?[..] {
        [len] if (0..=MOST_ELEMENTS as i64).contains(&len) => len as usize,
        _ => return Err(NodeFault::input(0, "is not one length")),
    };
    let is_periodic = n.int("periodic", 1)? != 0;
    let to = n.int("output_datatype", 1)?;
    let to = Element::numbered(to).filter(|to| to.is_float() || *to == Element::F64);
    let to =
        to.ok_or_else(|| NodeFault::attribute("output_datatype", "is not a type of floats"))?;
    let whole = if is_periodic {
        len
    } else {
        len.saturating_sub(1)
    }
    .max(1);
    let first = Tensor::floats(&[len], &vec![of[0]; len]).map_err(integers::fault)?;
    let mut sum = n.constant(first)?;
    for (k, by) in of.iter().enumerate().skip(1) {
        let parts: Vec<usize> = (0..len).map(|at| k * at % whole).collect();
        let [cos, _] = circle(n, (&parts, whole), &[len])?;
        let mut f = Formula::default();
        let part = f.call("f32::mul", [Term::float(*by), Term::Operand(1)]);
        f.call("f32::add", [Term::Operand(0), part]);
        sum = n.formula(f, &[&sum, &cos], Element::F32)?;
    }
    Ok(vec![cast(n, &sum, to, true)?])
}

/// A transform of lines: of how many elements, to how many, in which direction.
#[derive(Clone, Copy)]
struct Transform {
    len: usize,
    kept: usize,
    is_inverse: bool,
}

impl Transform {
    /// The transform of real or complex lines `[rows, own, parts]`, cut to the length or filled with zeros.
    fn of(self, n: &mut Lowering<'_, '_>, x: &Value) -> Result<Value, NodeFault> {
        let &[rows, own, parts] = &x.shape[..] else {
            return Err(NodeFault::input(0, "has no lines"));
        };
        let used = own.min(self.len);
        let x = n.narrowed(x, 1, 0, used)?;
        let x = n.reshaped(&x, &[rows, used * parts])?;
        elements(&[used * parts, self.kept * 2]).map_err(integers::fault)?;
        let angles = (0..used).flat_map(|j| (0..self.kept).map(move |k| (j, k)));
        let angles = angles.map(|(j, k)| (j as u64 * k as u64 % self.len as u64) as usize);
        let angles: Vec<usize> = angles.collect();
        let [cos, sin] = circle(n, (&angles, self.len), &[used, self.kept])?;
        let words = |value: &Value| value.known().map_or(vec![], |of| of.words().to_vec());
        let (cos, sin) = (words(&cos), words(&sin));
        // Rows of the matrix are the parts of an element, columns the parts of a frequency.
        let mut matrix = vec![];
        for j in 0..used {
            for part in 0..parts {
                for k in 0..self.kept {
                    let [c, s] = [cos[j * self.kept + k], sin[j * self.kept + k]];
                    let [c, s] = [c, s].map(f32::from_bits);
                    let s = if self.is_inverse { s } else { -s };
                    matrix.extend(if part == 0 { [c, s] } else { [-s, c] });
                }
            }
        }
        let shape = [used * parts, self.kept * 2];
        let matrix = n.constant(Tensor::floats(&shape, &matrix).map_err(integers::fault)?)?;
        let matrix = cast(n, &matrix, x.element, true)?;
        let mut product = multiplied(n, [x, matrix])?;
        if self.is_inverse {
            let mut f = Formula::default();
            f.call("f32::div", [Term::Operand(0), Term::float(self.len as f32)]);
            product = n.formula(f, &[&product], product.element)?;
        }
        n.reshaped(&product, &[rows, self.kept, 2])
    }
}

/// A length as a number that is given, or another one.
fn length(n: &Lowering<'_, '_>, k: usize, otherwise: usize) -> Result<usize, NodeFault> {
    match n.optional_longs(k)?.as_deref() {
        None => Ok(otherwise),
        Some(&[len]) if (1..=1 << 20).contains(&len) => Ok(len as usize),
        Some(other) => Err(NodeFault::input(
            k,
            format!("is {other:?}, which is not one length"),
        )),
    }
}

fn transform(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let rank = x.shape.len();
    let axis = if n.opset < 20 {
        n.int("axis", 1)?
    } else {
        match n.optional_longs(2)?.as_deref() {
            None => -2,
            Some(&[axis]) => axis,
            Some(_) => return Err(NodeFault::input(2, "is not one number")),
        }
    };
    let axis = n.axis(axis, rank)?;
    let parts = x.shape.last().copied().unwrap_or(0);
    if !(1..=2).contains(&parts) || axis + 1 == rank {
        return Err(NodeFault::input(
            0,
            "has no last dimension of one or two parts",
        ));
    }
    let len = length(n, 1, x.shape[axis])?;
    let is_inverse = n.int("inverse", 0)? != 0;
    let is_half = n.int("onesided", 0)? != 0;
    n.order(Order::FmaChain, &[])?;
    let kept = if is_half { len / 2 + 1 } else { len };
    let mut order: Vec<usize> = (0..rank - 1).filter(|k| *k != axis).collect();
    order.extend([axis, rank - 1]);
    let moved = n.permuted(&x, &order)?;
    let rows = x.len() / (x.shape[axis] * parts).max(1);
    let lines = n.reshaped(&moved, &[rows, x.shape[axis], parts])?;
    let of = Transform {
        len,
        kept,
        is_inverse,
    };
    let result = of.of(n, &lines)?;
    let mut shape = moved.shape.clone();
    (shape[rank - 2], shape[rank - 1]) = (kept, 2);
    let result = n.reshaped(&result, &shape)?;
    let mut back = vec![0; rank];
    for (k, of) in order.iter().enumerate() {
        back[*of] = k;
    }
    Ok(vec![n.permuted(&result, &back)?])
}

/// Transforms of frames of a signal, each by a window.
fn short_transform(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let (batch, len, parts) = match x.shape[..] {
        [batch, len] => (batch, len, 1),
        [batch, len, parts @ 1..=2] => (batch, len, parts),
        _ => return Err(NodeFault::input(0, "is not a batch of signals")),
    };
    let step = length(n, 1, 1)?;
    let window = n
        .optional(2)
        .map(|_| n.typed(2, &[x.element]))
        .transpose()?;
    let own = window.as_ref().map_or(len, Value::len);
    let frame = length(n, 3, own)?;
    let is_half = n.int("onesided", 1)? != 0;
    n.order(Order::FmaChain, &[])?;
    if frame > len || window.as_ref().is_some_and(|of| of.shape != [frame]) {
        return Err(NodeFault::input(
            3,
            format!("is {frame}, which does not fit the signal"),
        ));
    }
    let frames = (len - frame) / step + 1;
    let shape = [batch, frames, frame, parts];
    elements(&shape).map_err(integers::fault)?;
    let signal = strides(&[batch, len, parts]);
    let from = [signal[0], step * signal[1], signal[1], signal[2]];
    let part = Part::whole(&shape, 0, from.map(|step| step as isize).to_vec());
    let mut cut = n.moved(Movement::one(part), &[&x], (x.element, &shape))?;
    if let Some(window) = window {
        let window = n.reshaped(&window, &[frame, 1])?;
        cut = n.formula(Formula::of::<2>("f32::mul"), &[&cut, &window], x.element)?;
    }
    let kept = if is_half { frame / 2 + 1 } else { frame };
    let lines = n.reshaped(&cut, &[batch * frames, frame, parts])?;
    let of = Transform {
        len: frame,
        kept,
        is_inverse: false,
    };
    let result = of.of(n, &lines)?;
    Ok(vec![n.reshaped(&result, &[batch, frames, kept, 2])?])
}
