//! Products of attention by tiles: a workgroup computes 16 by 16 elements, each a chain of fused multiply-adds, and brings 32
//! steps of both operands into its memory at once.

use super::super::{float, op};
use crate::engines::spread::{spread, turns};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, LocalId, Operand, Type, Var};

/// Rows, and columns, of a tile.
pub(super) const SIDE: u32 = 16;

/// Steps that are brought at once.
const DEPTH: u32 = 32;

/// From a line of a part to the next: one more than it has, so that neighbours do not meet in one bank of memory.
const STRIDE: u32 = DEPTH + 1;

/// What a workgroup has for its tiles.
pub(super) struct Tile {
    /// Parts of both operands, a line for each row and for each column of the tile.
    parts: [Buffer; 2],
    /// The elements of the invocation.
    sums: LocalId,
    local: Var,
    size: u32,
}

/// How neighbouring invocations bring an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Step by step.
    Steps,
    /// Line by line.
    Lines,
}

/// An operand: how it is brought, and its element of a line of the tile at a step; +0 where there is none.
pub(super) type Side<'a> = (Neighbours, &'a dyn Fn(&mut Kernel, Var, Var) -> Expr);

impl Tile {
    /// That of a kernel of this workgroup size.
    pub(super) fn new(k: &mut Kernel, size: u32) -> Self {
        let part = |k: &mut Kernel, name| k.workgroup(name, Type::F32, SIDE * STRIDE);
        let own = (SIDE * SIDE).div_ceil(size);
        Self {
            parts: [part(k, "part_of_rows"), part(k, "part_of_columns")],
            sums: k.array("sums", Type::F32, own),
            local: k.bind("local", Expr::local_id(Axis::X)),
            size,
        }
    }

    /// The chains over this many steps, and over fewer where `is_taken`, given row and step, says so; `store` is given row,
    /// column and element.
    pub(super) fn chains(
        &self,
        k: &mut Kernel,
        steps: Var,
        sides: [Side<'_>; 2],
        is_taken: impl Fn(&mut Kernel, Var, Var) -> Option<Expr>,
        store: impl FnOnce(&mut Kernel, [Var; 2], Expr),
    ) {
        let own = (self.local, self.size);
        let sum = |turn: Expr| Expr::element(self.sums, Type::F32, turn);
        spread(k, SIDE * SIDE, own, |k, _, turn| {
            k.store_element(self.sums, turn, float(0));
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
            spread(k, SIDE * SIDE, own, |k, item, turn| {
                let [row, column] = [item / SIDE, item % SIDE].map(|place| k.bind("place", place));
                let turn = k.bind("turn", turn);
                k.count("deep", 0, len, |k, deep| {
                    let next = |k: &mut Kernel| {
                        let left = self.parts[0].at(row * STRIDE + deep);
                        let right = self.parts[1].at(column * STRIDE + deep);
                        let next = op(k, "f32::mul_add", [left, right, sum(turn.into())]);
                        k.store_element(self.sums, turn, next);
                    };
                    let step = k.bind("step", from + deep);
                    match is_taken(k, row, step) {
                        Some(taken) => k.when(taken, next),
                        None => next(k),
                    }
                });
            });
            // The next part overwrites what this one reads.
            k.barrier();
        });
        spread(k, SIDE * SIDE, own, |k, item, turn| {
            let [row, column] = [item / SIDE, item % SIDE].map(|place| k.bind("place", place));
            store(k, [row, column], sum(turn));
        });
    }
}

/// The most rounds of the loops of [`Tile::chains`] over at most this many steps, in the order of the text.
pub(super) fn trips(size: u32, steps: u32) -> Vec<u64> {
    let elements = turns(SIDE * SIDE, size);
    let loads = turns(SIDE * DEPTH, size);
    let mut trips: Vec<u64> = elements.into_iter().collect();
    trips.push(steps.div_ceil(DEPTH).into());
    trips.extend([loads, loads, elements].into_iter().flatten());
    trips.push(DEPTH.into());
    trips.extend(elements);
    trips
}
