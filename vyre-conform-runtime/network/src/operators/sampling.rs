//! Elements between the places of a tensor, which a grid names.

use super::gather::along;
use super::product::multiplied;
use super::{Operator, Results, integers, places, since};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, Term};
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[
    since(20, "AffineGrid", affine_grid),
    since(16, "GridSample", grid_sample),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    Zeros,
    Border,
    Reflection,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Nearest,
    Linear,
    Cubic,
}

/// The rule of a node.
#[derive(Clone, Copy)]
struct Rule {
    mode: Mode,
    padding: Padding,
    aligns: bool,
}

impl Rule {
    fn of(n: &Lowering<'_, '_>) -> Result<Self, NodeFault> {
        let mode = match n.text("mode", if n.opset < 20 { "bilinear" } else { "linear" })? {
            "nearest" => Mode::Nearest,
            "linear" | "bilinear" => Mode::Linear,
            "cubic" | "bicubic" => Mode::Cubic,
            other => {
                let reason = format!("is `{other}`: nearest, linear and cubic are supported");
                return Err(NodeFault::attribute("mode", reason));
            }
        };
        let padding = match n.text("padding_mode", "zeros")? {
            "zeros" => Padding::Zeros,
            "border" => Padding::Border,
            "reflection" => Padding::Reflection,
            other => {
                let reason = format!("is `{other}`: zeros, border and reflection are supported");
                return Err(NodeFault::attribute("padding_mode", reason));
            }
        };
        let aligns = n.int("align_corners", 0)? != 0;
        Ok(Self {
            mode,
            padding,
            aligns,
        })
    }

    /// The least and greatest coordinate along a dimension.
    fn borders(self, len: usize) -> [f32; 2] {
        if self.aligns {
            [0.0, len as f32 - 1.0]
        } else {
            [-0.5, len as f32 - 0.5]
        }
    }

    /// A coordinate from -1 to 1 as one in elements, within the borders where the padding says so.
    fn coordinate(self, f: &mut Formula, x: Term, len: usize) -> Term {
        let sum = f.call("f32::add", [x, Term::float(1.0)]);
        let mut at = if self.aligns {
            let half = f.call("f32::mul", [sum, Term::float(0.5)]);
            f.call("f32::mul", [half, Term::float(len as f32 - 1.0)])
        } else {
            let scaled = f.call("f32::mul", [sum, Term::float(len as f32)]);
            let less = f.call("f32::sub", [scaled, Term::float(1.0)]);
            f.call("f32::mul", [less, Term::float(0.5)])
        };
        if self.mode == Mode::Nearest {
            at = f.call("f32::round", [at]);
        }
        match self.padding {
            Padding::Zeros => at,
            Padding::Border => clamped(f, at, len),
            Padding::Reflection => self.reflected(f, at, len),
        }
    }

    /// A coordinate reflected by the borders until it is within them.
    fn reflected(self, f: &mut Formula, x: Term, len: usize) -> Term {
        let [least, most] = self.borders(len);
        if most <= least {
            return f.call("f32::add", [Term::float(least), Term::float(0.0)]);
        }
        let width = most - least;
        let below = f.call("f32::sub", [Term::float(least), x]);
        let above = f.call("f32::sub", [x, Term::float(most)]);
        let outside = f.call("f32::max", [below, above]);
        let parts = f.call("f32::div", [outside, Term::float(width)]);
        let parts = f.call("f32::trunc", [parts]);
        let minus = f.call("f32::neg", [parts]);
        let rest = f.call("f32::mul_add", [minus, Term::float(width), outside]);
        let half = f.call("f32::mul", [parts, Term::float(0.5)]);
        let whole = f.call("f32::trunc", [half]);
        let is_even = f.call("f32::eq", [half, whole]);
        let is_below = f.call("f32::gt", [below, Term::float(0.0)]);
        let from_least = f.call("u32::eq", [is_even, is_below]);
        let near = f.call("f32::add", [Term::float(least), rest]);
        let far = f.call("f32::sub", [Term::float(most), rest]);
        let reflected = f.call("bool::select", [from_least, near, far]);
        let is_outside = f.call("f32::gt", [outside, Term::float(0.0)]);
        f.call("bool::select", [is_outside, reflected, x])
    }

    /// The number of neighbours, and the place of the first beside the one on the left.
    fn neighbours(self) -> (usize, f32) {
        match self.mode {
            Mode::Nearest => (1, 0.0),
            Mode::Linear => (2, 0.0),
            Mode::Cubic => (4, -1.0),
        }
    }

    /// The weight of a neighbour at a distance.
    fn weight(self, f: &mut Formula, part: Term, number: usize) -> Term {
        let one = Term::float(1.0);
        match self.mode {
            Mode::Nearest => one,
            Mode::Linear if number == 0 => f.call("f32::sub", [one, part]),
            Mode::Linear => part,
            Mode::Cubic => {
                let x = match number {
                    0 => f.call("f32::add", [part, one]),
                    1 => part,
                    2 => f.call("f32::sub", [one, part]),
                    _ => f.call("f32::sub", [Term::float(2.0), part]),
                };
                // a = -0.75: inside (a + 2) x^3 - (a + 3) x^2 + 1, outside a x^3 - 5 a x^2 + 8 a x - 4 a.
                let of: [f32; 4] = if matches!(number, 1 | 2) {
                    [1.25, -2.25, 0.0, 1.0]
                } else {
                    [-0.75, 3.75, -6.0, 3.0]
                };
                let mut value = Term::float(of[0]);
                for coefficient in &of[1..] {
                    value = f.call("f32::mul_add", [value, x, Term::float(*coefficient)]);
                }
                value
            }
        }
    }

    /// The place and the weight of a neighbour along a dimension.
    fn neighbour(self, f: &mut Formula, at: Term, (len, number): (usize, usize)) -> [Term; 2] {
        let left = f.call("f32::floor", [at]);
        let part = f.call("f32::sub", [at, left]);
        let first = self.neighbours().1;
        let mut place = f.call("f32::add", [left, Term::float(first + number as f32)]);
        let mut weight = self.weight(f, part, number);
        match self.padding {
            Padding::Zeros => {
                let is_below = f.call("f32::lt", [place, Term::float(0.0)]);
                let is_above = f.call("f32::gt", [place, Term::float(len as f32 - 1.0)]);
                let is_outside = f.call("bool::or", [is_below, is_above]);
                weight = f.call("bool::select", [is_outside, Term::float(0.0), weight]);
            }
            Padding::Border => {}
            Padding::Reflection => place = self.reflected(f, place, len),
        }
        let inside = clamped(f, place, len);
        [f.call("f32::to_i32_truncate", [inside]), weight]
    }
}

fn clamped(f: &mut Formula, x: Term, len: usize) -> Term {
    let above = f.call("f32::max", [x, Term::float(0.0)]);
    f.call("f32::min", [above, Term::float(len as f32 - 1.0)])
}

/// The sum of neighbours by their weights, those of the last dimension first.
fn grid_sample(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let grid = n.typed(1, &[x.element])?;
    let rule = Rule::of(n)?;
    let rank = x.shape.len().saturating_sub(2);
    let is_like = grid.shape.len() == x.shape.len() && grid.shape.last() == Some(&rank);
    if !(1..=3).contains(&rank) || !is_like || grid.shape[0] != x.shape[0] || x.len() == 0 {
        return Err(NodeFault::input(
            1,
            format!(
                "has the shape {:?}, which does not fit {:?}",
                grid.shape, x.shape
            ),
        ));
    }
    let (images, channels, lens) = (x.shape[0], x.shape[1], &x.shape[2..]);
    let over = &grid.shape[1..=rank];
    let points: usize = over.iter().product();
    let plane: usize = lens.iter().product();
    let mut order = vec![0];
    order.extend(2..x.shape.len());
    order.push(1);
    let table = n.permuted(&x, &order)?;
    let table = n.reshaped(&table, &[images * plane, channels])?;
    let mut coordinates = vec![];
    for (k, len) in lens.iter().enumerate() {
        let own = n.narrowed(&grid, rank + 1, rank - 1 - k, 1)?;
        let own = n.reshaped(&own, &[images, points])?;
        let mut f = Formula::default();
        rule.coordinate(&mut f, Term::Operand(0), *len);
        coordinates.push(n.formula(f, &[&own], Element::F32)?);
    }
    let base = places::table(n, &[images, 1], (0..images).map(|k| k * plane))?;
    let (each, _) = rule.neighbours();
    let mut sum: Option<Value> = None;
    for tap in 0..each.pow(rank as u32) {
        let row = taken(n, rule, (&coordinates, &base, lens), (tap, each), &table)?;
        sum = Some(match sum {
            None => row,
            Some(sum) => n.formula(Formula::of::<2>("f32::add"), &[&sum, &row], x.element)?,
        });
    }
    let sum = sum.ok_or_else(|| NodeFault::input(0, "is empty"))?;
    let rows = n.permuted(&sum, &[0, 2, 1])?;
    let shape = [&[images, channels], over].concat();
    Ok(vec![n.reshaped(&rows, &shape)?])
}

/// The rows of one neighbour of every point, by their weights.
fn taken(
    n: &mut Lowering<'_, '_>,
    rule: Rule,
    (coordinates, base, lens): (&[Value], &Value, &[usize]),
    (tap, each): (usize, usize),
    table: &Value,
) -> Result<Value, NodeFault> {
    let (mut place, mut weight) = (base.clone(), None);
    for (k, (at, len)) in coordinates.iter().zip(lens).enumerate() {
        let number = tap / each.pow((lens.len() - 1 - k) as u32) % each;
        let mut f = Formula::default();
        let [own, _] = rule.neighbour(&mut f, Term::Operand(0), (*len, number));
        let step = lens[k + 1..].iter().product::<usize>();
        let scaled = f.call("i32::mul", [own, Term::Word(step as u32)]);
        f.call("i32::add", [scaled, Term::Operand(1)]);
        place = n.formula(f, &[at, &place], Element::I32)?;
        let mut f = Formula::default();
        let [_, by] = rule.neighbour(&mut f, Term::Operand(0), (*len, number));
        let mut operands = vec![at];
        match &weight {
            None => f.call("f32::mul", [by, Term::float(1.0)]),
            Some(before) => {
                operands.push(before);
                f.call("f32::mul", [by, Term::Operand(1)])
            }
        };
        weight = Some(n.formula(f, &operands, Element::F32)?);
    }
    let rows = along(n, table, &place, 0)?;
    let Some(weight) = weight else {
        return Ok(rows);
    };
    let weight = n.reshaped(&weight, &[weight.shape[0], weight.shape[1], 1])?;
    let mut f = Formula::default();
    let product = f.call("f32::mul", [Term::Operand(0), Term::Operand(1)]);
    // A neighbour without weight counts nothing, also where it is infinite.
    let is_none = f.call("f32::eq", [Term::Operand(1), Term::float(0.0)]);
    f.call("bool::select", [is_none, Term::float(0.0), product]);
    n.formula(f, &[&rows, &weight], table.element)
}

/// The coordinates of a grid from -1 to 1, transformed by a matrix for each image.
fn affine_grid(n: &mut Lowering<'_, '_>) -> Results {
    let matrices = n.float_input(0)?;
    let size = n.longs(1)?;
    let aligns = n.int("align_corners", 0)? != 0;
    n.order(Order::FmaChain, &[])?;
    let lens = size.iter().map(|len| usize::try_from(*len));
    let lens = lens
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| NodeFault::input(1, "has a negative length"))?;
    let rank = lens.len().saturating_sub(2);
    if !(2..=3).contains(&rank) || matrices.shape != [lens[0], rank, rank + 1] {
        return Err(NodeFault::input(
            0,
            format!(
                "has the shape {:?}, which does not fit {size:?}",
                matrices.shape
            ),
        ));
    }
    let over = &lens[2..];
    crate::tensor::elements(&[over, &[rank + 1]].concat()).map_err(integers::fault)?;
    let points: usize = over.iter().product();
    let own = crate::steps::strides(over);
    // Columns: the coordinates of every point, the last dimension first, and 1.
    let mut all = vec![];
    for k in (0..rank).rev() {
        let len = over[k] as f32;
        all.extend((0..points).map(|at| {
            let at = (at / own[k] % over[k]) as f32;
            if aligns {
                -1.0 + at * 2.0 / (len - 1.0)
            } else {
                (2.0 * at + 1.0) / len - 1.0
            }
        }));
    }
    all.extend(std::iter::repeat_n(1.0, points));
    let grid = Tensor::floats(&[1, rank + 1, points], &all).map_err(integers::fault)?;
    let grid = n.constant(grid)?;
    let grid = super::convert::cast(n, &grid, matrices.element, true)?;
    let product = multiplied(n, [matrices, grid])?;
    let product = n.permuted(&product, &[0, 2, 1])?;
    let shape = [&lens[..1], over, &[rank]].concat();
    Ok(vec![n.reshaped(&product, &shape)?])
}
