//! Convolutions: windows as columns, multiplied by filters in a chain of fused multiply-adds.

use super::integers::fault;
use super::moves::padded;
use super::product::{Matrices, batched};
use super::windows::Windows;
use super::{Operator, row};
use crate::lowering::{FLOATS, Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::Formula;
use crate::tensor::elements;

pub(super) const ROWS: &[Operator] = &[row("Conv", |n| {
    let of = Convolution::of(n, [0, 1], Some(2))?;
    n.order(Order::FmaChain, &[])?;
    Ok(vec![of.result(n)?])
})];

/// The images and filters of a convolution, checked against each other.
pub(super) struct Convolution {
    pub(super) x: Value,
    pub(super) filters: Value,
    /// One offset a filter.
    pub(super) bias: Option<Value>,
    pub(super) windows: Windows,
    pub(super) groups: usize,
}

/// The number of groups of channels.
pub(super) fn groups(
    n: &Lowering<'_, '_>,
    lens: &[usize],
    sides: &[usize],
) -> Result<usize, NodeFault> {
    let groups = n.int("group", 1)?;
    let groups = usize::try_from(groups).ok().filter(|of| *of > 0);
    groups.ok_or_else(|| {
        let reason = format!("does not fit the shapes {lens:?} and {sides:?}");
        NodeFault::attribute("group", reason)
    })
}

/// A bias of one number a filter.
pub(super) fn bias(
    n: &Lowering<'_, '_>,
    k: usize,
    count: usize,
) -> Result<Option<Value>, NodeFault> {
    let bias = n.optional(k).map(|_| n.input(k)).transpose()?;
    match bias {
        Some(bias) if bias.shape != [count] => {
            let reason = format!(
                "has the shape {:?}, and {:?} is expected",
                bias.shape,
                [count]
            );
            Err(NodeFault::input(k, reason))
        }
        bias => Ok(bias),
    }
}

/// The attribute `kernel_shape` agrees with the filters.
pub(super) fn agrees(n: &Lowering<'_, '_>, sides: &[usize]) -> Result<(), NodeFault> {
    let own = sides.iter().map(|len| *len as i64);
    match n.ints("kernel_shape")? {
        Some(declared) if !declared.iter().copied().eq(own) => {
            let reason = format!("is {declared:?}, and the filters have {sides:?}");
            Err(NodeFault::attribute("kernel_shape", reason))
        }
        _ => Ok(()),
    }
}

impl Convolution {
    pub(super) fn of(
        n: &Lowering<'_, '_>,
        [images, filters]: [usize; 2],
        offset: Option<usize>,
    ) -> Result<Self, NodeFault> {
        let x = n.input(images)?;
        let by = n.input(filters)?;
        let (lens, sides) = (&x.shape, &by.shape);
        if lens.len() < 3 || sides.len() != lens.len() {
            let reason = format!("has the shape {sides:?}, which does not fit {lens:?}");
            return Err(NodeFault::input(filters, reason));
        }
        agrees(n, &sides[2..])?;
        let windows = Windows::of(n, &lens[2..], &sides[2..])?;
        let groups = groups(n, lens, sides)?;
        if sides[1].checked_mul(groups) != Some(lens[1]) || !sides[0].is_multiple_of(groups) {
            let reason = format!("does not fit the shapes {lens:?} and {sides:?}");
            return Err(NodeFault::attribute("group", reason));
        }
        let bias = match offset {
            Some(k) => bias(n, k, sides[0])?,
            None => None,
        };
        Ok(Self {
            x,
            filters: by,
            bias,
            windows,
            groups,
        })
    }

    fn shape(&self) -> Vec<usize> {
        [
            &[self.x.shape[0], self.filters.shape[0]][..],
            &self.windows.counts,
        ]
        .concat()
    }

    /// The convolution of floats.
    pub(super) fn result(&self, n: &mut Lowering<'_, '_>) -> Result<Value, NodeFault> {
        n.typed(0, &FLOATS)?;
        n.typed(1, &[self.x.element])?;
        if self.bias.is_some() {
            n.typed(2, &[self.x.element])?;
        }
        let shape = self.shape();
        elements(&shape).map_err(fault)?;
        if shape.contains(&0) {
            return n.empty(self.x.element, &shape);
        }
        let mut result = match self.simple() {
            Some(of) => self.by_engine(n, of)?,
            None => self.product(n, 0)?,
        };
        if let Some(bias) = &self.bias {
            let mut dims = vec![1; shape.len() - 1];
            dims[0] = shape[1];
            let bias = n.reshaped(bias, &dims)?;
            let whole = n.reshaped(&result, &shape)?;
            let sum = Formula::of::<2>("f32::add");
            result = n.formula(sum, &[&whole, &bias], self.x.element)?;
        }
        n.reshaped(&result, &shape)
    }

    /// The columns of all windows by the filters, of floats or of integers, as `[images, filters, windows]`.
    pub(super) fn product(&self, n: &mut Lowering<'_, '_>, fill: u32) -> Result<Value, NodeFault> {
        let (images, channels) = (self.x.shape[0], self.x.shape[1]);
        let (count, each) = (self.filters.shape[0], self.filters.shape[0] / self.groups);
        let inner = self.filters.shape[1] * self.windows.size();
        let planes = images * channels;
        let columns = self.windows.columns(n, (&self.x, planes), fill, false)?;
        let windows = self.windows.windows();
        let by = n.reshaped(&self.filters, &[1, self.groups, each, inner])?;
        let columns = n.reshaped(&columns, &[images, self.groups, inner, windows])?;
        let sides = Matrices {
            rows: each,
            columns: windows,
            inner,
        };
        let product = batched(n, [&by, &columns], sides)?;
        n.reshaped(&product, &[images, count, windows])
    }

    /// Height, width, stride and padding of a convolution that the engine takes: one or two dimensions, with one stride
    /// and neighbours as elements.
    fn simple(&self) -> Option<[usize; 4]> {
        let of = &self.windows;
        let rank = of.lens.len();
        let first = of.padding[0][0];
        let is_same = of.padding.iter().flatten().all(|len| *len == first);
        let is_simple = rank <= 2
            && of.dilations.iter().all(|by| *by == 1)
            && of.strides.iter().all(|by| *by == of.strides[0]);
        let [height, width] = two(&of.sides);
        let padding = if is_same && rank == 2 { first } else { 0 };
        is_simple.then_some([height, width, of.strides[0], padding])
    }

    fn by_engine(
        &self,
        n: &mut Lowering<'_, '_>,
        [height, width, stride, padding]: [usize; 4],
    ) -> Result<Value, NodeFault> {
        let of = &self.windows;
        let (images, channels) = (self.x.shape[0], self.x.shape[1]);
        let [lines, columns] = two(&of.lens);
        let mut x = n.reshaped(&self.x, &[images, channels, lines, columns])?;
        if padding == 0 && of.padding.iter().flatten().any(|len| *len > 0) {
            let mut around = vec![[0; 2]; 4 - of.padding.len()];
            around.extend(&of.padding);
            x = padded(n, &x, &around, 0)?;
        }
        let (count, own) = (self.filters.shape[0], self.filters.shape[1]);
        let filters = n.reshaped(&self.filters, &[count, own, height, width])?;
        let each = count / self.groups;
        let shape = [
            images, own, x.shape[2], x.shape[3], each, height, width, stride, padding,
        ];
        let [above, beside] = two(&of.counts);
        let result = [images, each, above, beside];
        let mut results = vec![];
        for group in 0..self.groups {
            let images = n.narrowed(&x, 1, group * own, own)?;
            let by = n.narrowed(&filters, 0, group * each, each)?;
            let result = (self.x.element, &result[..]);
            results.push(n.engine("engine::convolution", &shape, &[&images, &by], result)?);
        }
        n.joined(&results, 1)
    }
}

/// Lines and columns, of which one dimension has columns alone.
fn two(of: &[usize]) -> [usize; 2] {
    match *of {
        [columns] => [1, columns],
        [lines, columns, ..] => [lines, columns],
        [] => [1, 1],
    }
}
