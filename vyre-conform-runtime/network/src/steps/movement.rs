//! Movements: copies of elements between strided layouts. They preserve all bits, also those of NaNs.

use super::grid::{self, WORKGROUP};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::{Kernel, Program, Type};

/// The part of a result that comes from one operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of elements along each dimension.
    pub dims: Vec<usize>,
    /// The place of the first element in the operand.
    pub from: usize,
    /// The steps in the operand along each dimension; negative ones read backwards, zero repeats.
    pub from_strides: Vec<isize>,
    /// The place of the first element in the result.
    pub to: usize,
    /// The steps in the result along each dimension.
    pub to_strides: Vec<usize>,
}

/// A result that is put together from parts, each from the operand of its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The elements that no part writes.
    pub fill: u32,
    /// The parts. No two write one place.
    pub parts: Vec<Part>,
}

/// The steps along each dimension of a tensor row by row.
pub(crate) fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for k in (1..shape.len()).rev() {
        strides[k - 1] = strides[k] * shape[k].max(1);
    }
    strides
}

impl Part {
    /// The whole of a result of this shape, from these places of the operand.
    pub(crate) fn whole(shape: &[usize], from: usize, from_strides: Vec<isize>) -> Self {
        Self {
            dims: shape.to_vec(),
            from,
            from_strides,
            to: 0,
            to_strides: strides(shape),
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.dims.iter().product()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same part with as few dimensions as possible, at least one: a dimension of one element is left out, and
    /// neighbours that are steps of one run are one.
    fn merged(&self) -> Vec<(usize, isize, usize)> {
        let all = self
            .dims
            .iter()
            .zip(&self.from_strides)
            .zip(&self.to_strides);
        let all = all.map(|((len, from), to)| (*len, *from, *to));
        let mut merged: Vec<(usize, isize, usize)> = vec![];
        for (len, from, to) in all.filter(|(len, _, _)| *len != 1) {
            match merged.last_mut() {
                Some(outer) if outer.1 == from * len as isize && outer.2 == to * len => {
                    *outer = (outer.0 * len, from, to);
                }
                _ => merged.push((len, from, to)),
            }
        }
        if merged.is_empty() {
            merged.push((1, 1, 1));
        }
        merged
    }

    /// Calls `f` with the places of every element in operand and result.
    fn each(&self, mut f: impl FnMut(usize, usize)) {
        if self.is_empty() {
            return;
        }
        let mut at = vec![0usize; self.dims.len()];
        let (mut from, mut to) = (self.from as isize, self.to);
        loop {
            f(from as usize, to);
            let mut k = self.dims.len();
            loop {
                let Some(next) = k.checked_sub(1) else {
                    return;
                };
                k = next;
                at[k] += 1;
                from += self.from_strides[k];
                to += self.to_strides[k];
                if at[k] < self.dims[k] {
                    break;
                }
                from -= self.from_strides[k] * self.dims[k] as isize;
                to -= self.to_strides[k] * self.dims[k];
                at[k] = 0;
            }
        }
    }
}

impl Movement {
    /// One part over the whole result.
    pub(crate) fn one(part: Part) -> Self {
        Self {
            fill: 0,
            parts: vec![part],
        }
    }

    /// The result on the host, of elements of any type.
    pub(crate) fn moved<T: Copy>(&self, operands: &[&[T]], fill: T, len: usize) -> Vec<T> {
        let mut result = vec![fill; len];
        for (part, operand) in self.parts.iter().zip(operands) {
            part.each(|from, to| result[to] = operand[from]);
        }
        result
    }

    /// Programs, one for each number of dimensions, and a launch that reads the result back.
    pub(crate) fn launch(&self, operands: &[&[u32]], len: usize) -> (Vec<Program>, Launch) {
        let result = if self.fill == 0 {
            Contents::Zeros(len)
        } else {
            Contents::Words(vec![self.fill; len])
        };
        let mut launch = Launch {
            buffers: vec![result],
            steps: vec![],
            read_back: vec![0],
        };
        let mut programs: Vec<Program> = vec![];
        for (part, operand) in self.parts.iter().zip(operands) {
            if part.is_empty() {
                continue;
            }
            let dims = part.merged();
            let program = program(dims.len());
            let known = programs.iter().position(|known| *known == program);
            let number = known.unwrap_or(programs.len());
            if known.is_none() {
                programs.push(program);
            }
            let (groups, grid) = grid::over(part.len() as u32);
            let mut params = grid.to_vec();
            params.extend([part.from as u32, part.to as u32]);
            // Negative steps wrap, and so does their sum.
            params.extend(dims.iter().map(|(len, _, _)| *len as u32));
            params.extend(dims.iter().map(|(_, from, _)| *from as u32));
            params.extend(dims.iter().map(|(_, _, to)| *to as u32));
            let first = launch.buffers.len();
            launch.buffers.push(Contents::Words(params));
            launch.buffers.push(Contents::Words(operand.to_vec()));
            launch.steps.push(Step {
                program: number,
                workgroups: [groups, 1, 1],
                buffers: vec![first, first + 1, 0],
            });
        }
        (programs, launch)
    }
}

/// The program of a part with this many dimensions.
fn program(rank: usize) -> Program {
    let mut k = Kernel::new("movement", [WORKGROUP, 1, 1]);
    let params = k.uniform("params", Type::U32, 5 + 3 * rank as u32);
    let operand = k.read_only("operand", Type::U32);
    let result = k.read_write("result", Type::U32);
    let known = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::each(&mut k, known, |k, item| {
        let rest = k.variable("rest", item);
        let from = k.variable("from", params.at(3));
        let to = k.variable("to", params.at(4));
        for dimension in (0..rank as u32).rev() {
            let [len, by, step] =
                [0, 1, 2].map(|part| params.at(5 + part * rank as u32 + dimension));
            let len = k.bind("len", len);
            let at = k.bind("at", rest % len);
            k.assign(rest, rest / len);
            k.assign(from, from + at * by);
            k.assign(to, to + at * step);
        }
        k.store(result, to, operand.at(from));
    });
    k.finish()
}
