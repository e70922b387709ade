//! Windows over the dimensions behind channels, of any number: their attributes, and their elements as columns.

use super::integers::fault;
use super::moves::padded;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Movement, Part, strides};
use crate::tensor::{MOST_ELEMENTS, elements};

/// Windows over dimensions.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    pub(super) sides: Vec<usize>,
    pub(super) strides: Vec<usize>,
    pub(super) dilations: Vec<usize>,
    /// Before and behind along each dimension.
    pub(super) padding: Vec<[usize; 2]>,
    /// The lengths of the dimensions without padding.
    pub(super) lens: Vec<usize>,
    /// The numbers of windows along each dimension.
    pub(super) counts: Vec<usize>,
}

/// A list of positive numbers, one a dimension.
pub(super) fn numbers(
    n: &Lowering<'_, '_>,
    name: &'static str,
    rank: usize,
) -> Result<Vec<usize>, NodeFault> {
    let Some(given) = n.ints(name)? else {
        return Ok(vec![1; rank]);
    };
    let all = given.iter().map(|len| {
        let len = usize::try_from(*len).ok();
        len.filter(|len| (1..=MOST_ELEMENTS).contains(len))
    });
    match all.collect::<Option<Vec<usize>>>() {
        Some(all) if all.len() == rank => Ok(all),
        _ => Err(NodeFault::attribute(
            name,
            format!("is {given:?}, and {rank} positive numbers are expected"),
        )),
    }
}

/// The attribute `pads`, before and behind along each dimension.
pub(super) fn pads(n: &Lowering<'_, '_>, rank: usize) -> Result<Vec<[usize; 2]>, NodeFault> {
    let given = n.ints("pads")?.unwrap_or(&[]);
    let mut around = vec![[0; 2]; rank];
    if given.is_empty() {
        return Ok(around);
    }
    if given.len() != 2 * rank {
        let reason = format!("is {given:?}, and {} numbers are expected", 2 * rank);
        return Err(NodeFault::attribute("pads", reason));
    }
    for (k, of) in around.iter_mut().enumerate() {
        for (side, len) in [given[k], given[k + rank]].into_iter().enumerate() {
            let len = usize::try_from(len).ok();
            let len = len.filter(|len| *len <= MOST_ELEMENTS);
            of[side] = len.ok_or_else(|| {
                NodeFault::attribute("pads", format!("is {given:?}: use Slice to cut"))
            })?;
        }
    }
    Ok(around)
}

/// An amount of padding in two halves, the greater one behind or before.
pub(super) fn halves(all: usize, mode: &str) -> [usize; 2] {
    let less = all / 2;
    if mode == "SAME_LOWER" {
        [all - less, less]
    } else {
        [less, all - less]
    }
}

impl Windows {
    /// The windows of these sides over dimensions of these lengths, by the attributes of a node.
    pub(super) fn of(
        n: &Lowering<'_, '_>,
        lens: &[usize],
        sides: &[usize],
    ) -> Result<Self, NodeFault> {
        let rank = lens.len();
        let strides = numbers(n, "strides", rank)?;
        let dilations = numbers(n, "dilations", rank)?;
        let given = pads(n, rank)?;
        let mode = n.text("auto_pad", "NOTSET")?;
        let is_given = given.iter().flatten().any(|len| *len > 0);
        let mut of = Self {
            sides: sides.to_vec(),
            strides,
            dilations,
            padding: given,
            lens: lens.to_vec(),
            counts: vec![],
        };
        match mode {
            "NOTSET" => {}
            "VALID" | "SAME_UPPER" | "SAME_LOWER" if is_given => {
                let reason = format!("is `{mode}`, beside other pads than 0");
                return Err(NodeFault::attribute("auto_pad", reason));
            }
            "VALID" => {}
            "SAME_UPPER" | "SAME_LOWER" => {
                for (k, len) in lens.iter().enumerate() {
                    let by = of.strides[k];
                    let last = len.div_ceil(by).saturating_sub(1) * by;
                    of.padding[k] = halves((last + of.reach(k)).saturating_sub(*len), mode);
                }
            }
            other => {
                let reason = format!(
                    "is `{other}`, and NOTSET, VALID, SAME_UPPER and SAME_LOWER are supported"
                );
                return Err(NodeFault::attribute("auto_pad", reason));
            }
        }
        of.count(false);
        of.check()?;
        Ok(of)
    }

    /// Windows and their sides have a number of elements.
    fn check(&self) -> Result<(), NodeFault> {
        elements(&self.sides).map_err(fault)?;
        elements(&self.counts).map_err(fault)?;
        Ok(())
    }

    /// The number of elements from the first to the last one of a window along a dimension.
    pub(super) fn reach(&self, k: usize) -> usize {
        match self.sides[k].checked_sub(1) {
            Some(steps) => steps.saturating_mul(self.dilations[k]).saturating_add(1),
            None => 0,
        }
    }

    fn padded_len(&self, k: usize) -> usize {
        let [before, behind] = self.padding[k];
        self.lens[k].saturating_add(before).saturating_add(behind)
    }

    /// Counts the windows. One that reaches beyond the padding is taken where lengths are rounded up, unless it begins
    /// behind the elements and the padding before them.
    pub(super) fn count(&mut self, rounds_up: bool) {
        let rank = self.lens.len();
        let counts = (0..rank).map(|k| {
            let Some(left) = self.padded_len(k).checked_sub(self.reach(k)) else {
                return 0;
            };
            let by = self.strides[k];
            let count = left / by + 1;
            let begins_inside = count * by < self.lens[k] + self.padding[k][0];
            count + usize::from(rounds_up && left % by != 0 && begins_inside)
        });
        self.counts = counts.collect();
    }

    /// The padding with which every window is whole.
    fn whole_padding(&self) -> Vec<[usize; 2]> {
        let rank = 0..self.lens.len();
        let all = rank.map(|k| {
            let [before, behind] = self.padding[k];
            let last = self.counts[k].saturating_sub(1) * self.strides[k];
            let end = last.saturating_add(self.reach(k));
            let need = end.saturating_sub(self.lens[k].saturating_add(before));
            [before, behind.max(need)]
        });
        all.collect()
    }

    /// The number of elements of a window.
    pub(super) fn size(&self) -> usize {
        self.sides.iter().product()
    }

    /// The number of windows.
    pub(super) fn windows(&self) -> usize {
        self.counts.iter().product()
    }

    /// The elements of all windows over planes `[planes, lens..]`: `[planes, size, windows]`, or with windows first
    /// `[planes, windows, size]`.
    pub(super) fn columns(
        &self,
        n: &mut Lowering<'_, '_>,
        (x, planes): (&Value, usize),
        fill: u32,
        are_rows: bool,
    ) -> Result<Value, NodeFault> {
        let shape = [&[planes][..], &self.lens].concat();
        let x = n.reshaped(x, &shape)?;
        let mut around = vec![[0; 2]];
        around.extend(self.whole_padding());
        let x = if around.iter().flatten().all(|len| *len == 0) {
            x
        } else {
            padded(n, &x, &around, fill)?
        };
        let own = strides(&x.shape);
        let inside = (0..self.lens.len()).map(|k| (self.sides[k], own[k + 1] * self.dilations[k]));
        let over = (0..self.lens.len()).map(|k| (self.counts[k], own[k + 1] * self.strides[k]));
        let mut dims = vec![(planes, own[0])];
        let shape = if are_rows {
            dims.extend(over.chain(inside));
            [planes, self.windows(), self.size()]
        } else {
            dims.extend(inside.chain(over));
            [planes, self.size(), self.windows()]
        };
        elements(&shape).map_err(fault)?;
        let lens: Vec<usize> = dims.iter().map(|(len, _)| *len).collect();
        let from = dims.iter().map(|(_, step)| *step as isize).collect();
        let part = Part::whole(&lens, 0, from);
        n.moved(Movement::one(part), &[&x], (x.element, &shape))
    }

    /// For every window and place in it, in that order, the place of the element along each dimension, negative or
    /// beyond the length in padding.
    pub(super) fn places(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let dims = [&self.counts[..], &self.sides].concat();
        let own = strides(&dims);
        let rank = self.lens.len();
        (0..self.windows() * self.size()).map(move |at| {
            let coordinate = |k: usize| at / own[k] % dims[k].max(1);
            let all = (0..rank).map(|k| {
                let place =
                    coordinate(k) * self.strides[k] + coordinate(k + rank) * self.dilations[k];
                place as i64 - self.padding[k][0] as i64
            });
            all.collect()
        })
    }
}
