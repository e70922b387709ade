//! Tiled products of attention: a workgroup computes 32 by 32 elements, each a chain of fused multiply-adds, and loads
//! 32 steps of both operands into its memory at a time. An invocation computes two rows of two elements, so that each
//! word of memory is used twice.

use super::super::{float, op};
use crate::engines::spread::{self, spread};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, LocalId, Operand, Type, Var};

/// Rows, and columns, of a tile.
pub(super) const SIDE: u32 = 32;

/// Elements of an invocation along each side, and the distance between them.
const EACH: u32 = 2;
const APART: u32 = SIDE / EACH;

/// Steps that are loaded together.
const DEPTH: u32 = 32;

/// Distance between lines of a part: one more than its length, which avoids bank conflicts.
const STRIDE: u32 = DEPTH + 1;

/// Workgroup state for the tiles.
pub(super) struct Tile {
    /// Parts of both operands, a line for each row and for each column of the tile.
    parts: [Buffer; 2],
    /// The elements of the invocation.
    sums: LocalId,
    local: Var,
    size: u32,
}

/// Order in which neighbouring invocations load an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Step by step.
    Steps,
    /// Line by line.
    Lines,
}

/// An operand: its load order, and its element of a line of the tile at a step; +0 if it is missing.
pub(super) type Side<'a> = (Neighbours, &'a dyn Fn(&mut Kernel, Var, Var) -> Expr);

impl Tile {
    /// The memory in a kernel of this workgroup size.
    pub(super) fn new(k: &mut Kernel, size: u32) -> Self {
        let part = |k: &mut Kernel, name| k.workgroup(name, Type::F32, SIDE * STRIDE);
        let own = EACH * EACH * (APART * APART).div_ceil(size);
        Self {
            parts: [part(k, "part_of_rows"), part(k, "part_of_columns")],
            sums: k.array("sums", Type::F32, own),
            local: k.bind("local", Expr::local_id(Axis::X)),
            size,
        }
    }

    /// The chains over this many steps, or only over the first ones if `end` limits them for a row; `store` gets row,
    /// column and element.
    pub(super) fn chains(
        &self,
        k: &mut Kernel,
        steps: Var,
        sides: [Side<'_>; 2],
        end: impl Fn(&mut Kernel, Var) -> Option<Var>,
        store: impl Fn(&mut Kernel, [Var; 2], Expr),
    ) {
        let own = (self.local, self.size);
        let place = |turn: &Expr, n: u32| turn.clone() * (EACH * EACH) + n;
        spread(k, APART * APART, own, |k, _, turn| {
            for n in 0..EACH * EACH {
                k.store_element(self.sums, place(&turn, n), float(0));
            }
        });
        let ragged = (steps & (DEPTH - 1)).min(1);
        k.count("part", 0, steps / DEPTH + ragged, |k, part| {
            let from = k.bind("from", part * DEPTH);
            for ((neighbours, element), target) in sides.iter().zip(self.parts) {
                spread(k, SIDE * DEPTH, own, |k, item, _| {
                    let (line, deep) = match neighbours {
                        Neighbours::Steps => (item / DEPTH, item % DEPTH),
                        Neighbours::Lines => (item % SIDE, item / SIDE),
                    };
                    let [line, deep] = [line, deep].map(|of| k.bind("place", of));
                    let step = k.bind("step", from + deep);
                    let element = element(k, line, step);
                    k.store(target, line * STRIDE + deep, element);
                });
            }
            k.barrier();
            let len = k.bind("len", (steps - from).min(DEPTH));
            spread(k, APART * APART, own, |k, item, turn| {
                let [rows, columns] = Self::lines(k, item);
                let ends = rows.map(|row| {
                    end(k, row).map(|end| k.bind("end", (end.max(from) - from).min(len)))
                });
                let longest = match ends {
                    [Some(one), Some(other)] => k.bind("longest", one.max(other)),
                    _ => len,
                };
                let sums: Vec<Var> = (0..EACH * EACH)
                    .map(|n| {
                        let sum = Expr::element(self.sums, Type::F32, place(&turn, n));
                        k.variable("sum", sum)
                    })
                    .collect();
                k.count("deep", 0, longest, |k, deep| {
                    let right = columns
                        .map(|column| k.bind("right", self.parts[1].at(column * STRIDE + deep)));
                    for ((row, end), sums) in rows.iter().zip(ends).zip(sums.chunks(right.len())) {
                        let left = k.bind("left", self.parts[0].at(*row * STRIDE + deep));
                        let next = |k: &mut Kernel| {
                            for (sum, right) in sums.iter().zip(right) {
                                let operands = [left, right, *sum].map(Expr::from);
                                let next = op(k, "f32::mul_add", operands);
                                k.assign(*sum, next);
                            }
                        };
                        match end {
                            Some(end) => k.when(deep.less(end), next),
                            None => next(k),
                        }
                    }
                });
                for (n, sum) in (0..).zip(sums) {
                    k.store_element(self.sums, place(&turn, n), sum);
                }
            });
            // The next part overwrites words that this one reads.
            k.barrier();
        });
        spread(k, APART * APART, own, |k, item, turn| {
            let [rows, columns] = Self::lines(k, item);
            for n in 0..EACH * EACH {
                let line = [rows[(n / EACH) as usize], columns[(n % EACH) as usize]];
                let sum = Expr::element(self.sums, Type::F32, place(&turn, n));
                store(k, line, sum);
            }
        });
    }

    /// The rows and the columns of an invocation.
    fn lines(k: &mut Kernel, item: Var) -> [[Var; EACH as usize]; 2] {
        [item / APART, item % APART].map(|first| {
            let first = k.bind("first", first);
            [first, k.bind("second", first + APART)]
        })
    }
}

/// Upper bounds on the iterations of the loops of [`Tile::chains`] over at most this many steps, in the order of the
/// text.
pub(super) fn iterations(size: u32, steps: u32) -> Vec<u64> {
    let elements = spread::iterations(APART * APART, size);
    let loads = spread::iterations(SIDE * DEPTH, size);
    let mut iterations: Vec<u64> = elements.into_iter().collect();
    iterations.push(steps.div_ceil(DEPTH).into());
    iterations.extend([loads, loads, elements].into_iter().flatten());
    iterations.push(DEPTH.into());
    iterations.extend(elements);
    iterations
}
