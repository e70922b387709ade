//! Tiled products: a workgroup loads parts of both operands into its memory, and an invocation computes several
//! elements, so that each loaded word is used for many of them.
//!
//! (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", 2008.) The engine defines what a step does to
//! an element; its steps run in ascending order along K. The last part is padded beyond K with operands of the engine
//! for which a step changes nothing. Elements beyond M or N are computed from arbitrary words and not stored.

mod program;
mod side;

use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::grid::groups;
use vyre_conform_runtime::ir::{Buffer, Program, Type, Var};

/// Words of the memory that every workgroup has.
const MEMORY: u32 = 16_384 / 4;

/// Words of a slot of a part: rows of A, or columns of B, that are read at once.
pub(super) const FOUR: u32 = 4;

/// The largest number of slots of a part that an invocation loads, since it holds them while it computes.
const MOST_LOADS: u32 = 2;

/// Parameters of a kernel before those of the engine.
const PARAMS: u32 = 8;

/// Columns of one slot of the part of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Neighbours.
    Neighbours,
    /// Spaced by the number of slots of a step, so that neighbouring invocations load neighbouring words.
    Apart,
}

/// Steps of an invocation that are unrolled in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of all rows.
    Written,
    /// Those of two rows; a loop runs over all pairs. A text with many calls would have more variables than WGSL
    /// allows.
    InPairs,
}

/// Layout of the operands in their buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sources {
    /// Word by word, one row after another.
    Words,
    /// Slot by slot, so that one is read at once: the slots of the first step (as many as the rows of A, or the columns
    /// of B, fill), then those of the next one. Memory then holds two parts, and a step waits once.
    Slots,
}

/// The tiles of a workgroup size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    size: u32,
    /// Invocations along a row, a power of two.
    across: u32,
    /// Invocations along a column.
    down: u32,
    /// Rows and columns of elements of an invocation, powers of two of at least [`FOUR`].
    each: [u32; 2],
    /// Steps whose operands are loaded together, a power of two.
    depth: u32,
    columns: Columns,
    rows: Rows,
    sources: Sources,
    /// True if every tile is within the matrix, so that invocations need no bounds checks.
    whole: bool,
}

/// Matrices of one shape to be multiplied in a dispatch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrices {
    pub(super) count: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The length of a row of A in elements of its buffer.
    pub(super) inner: u32,
}

/// The matrix and the elements that an invocation stores.
pub(super) struct Store {
    /// The number of the matrix.
    pub(super) matrix: Var,
    pub(super) rows: Var,
    pub(super) columns: Var,
    /// The row, which exists.
    pub(super) row: Var,
    /// The first of [`FOUR`] columns. It exists; the others may be beyond N. For neighbouring columns it is a multiple
    /// of four.
    pub(super) column: Var,
    /// Distance from one of these columns to the next.
    pub(super) apart: u32,
    /// The buffer of the parameters; those of the engine begin at [`Store::OWN`].
    pub(super) params: Buffer,
    pub(super) target: Buffer,
}

impl Store {
    /// The first parameter of the engine.
    pub(super) const OWN: u32 = PARAMS;
}

/// The engine's part of a kernel.
pub(super) struct Tiled<'a, S, F> {
    pub(super) name: &'a str,
    /// Type of the operands, and of the elements: of one word.
    pub(super) ty: Type,
    /// The bits of both operands beyond K: a step with them does not change a value.
    pub(super) padding: [u32; 2],
    /// The initial bits of a sum of at least one product; zero if absent.
    pub(super) from: Option<u32>,
    /// Number of parameters of the engine.
    pub(super) own: u32,
    /// The next value of an element, from the operands of a step and its value.
    pub(super) step: S,
    /// Stores four elements of a row.
    pub(super) store: F,
}

impl Tile {
    /// Tiles for invocations of these rows and columns, with the requested depth if memory and registers allow it.
    pub(super) fn of(
        size: u32,
        each: [u32; 2],
        depth: u32,
        (columns, rows, sources): (Columns, Rows, Sources),
    ) -> Self {
        let square = |across: &u32| size.is_multiple_of(*across) && across * across <= size;
        let powers = (0..16).map(|power| 1 << power);
        let across = powers.filter(square).max().unwrap_or(1);
        let mut tile = Self {
            size,
            across,
            down: size / across,
            each,
            depth,
            columns,
            rows,
            sources,
            whole: false,
        };
        let is_too_deep = |tile: &Self| {
            let words = FOUR * tile.parts() * tile.depth * (tile.stride() + tile.slots()[1]);
            words > MEMORY || tile.slots().iter().any(|n| tile.loads(*n) > MOST_LOADS)
        };
        while tile.depth > 1 && is_too_deep(&tile) {
            tile.depth /= 2;
        }
        tile
    }

    /// The same for matrices of this shape.
    pub(super) fn over(mut self, rows: u32, columns: u32) -> Self {
        self.whole = rows.is_multiple_of(self.height()) && columns.is_multiple_of(self.width());
        self
    }

    fn height(self) -> u32 {
        self.down * self.each[0]
    }

    fn width(self) -> u32 {
        self.across * self.each[1]
    }

    /// Slots of the parts of A and of B for a step, a power of two.
    fn slots(self) -> [u32; 2] {
        [self.height() / FOUR, self.width() / FOUR]
    }

    /// Distance in slots between steps of the part of A: one more than its slots if neighbours load words of a row,
    /// which avoids bank conflicts.
    fn stride(self) -> u32 {
        let slots = self.slots()[0];
        match self.sources {
            Sources::Slots if slots.is_power_of_two() => slots,
            _ => slots + 1,
        }
    }

    /// Number of parts of an operand that fit in memory.
    fn parts(self) -> u32 {
        match self.sources {
            Sources::Words => 1,
            Sources::Slots => 2,
        }
    }

    /// Tiles along a row of tiles, in a matrix, and in all matrices.
    fn tiles(self, of: Matrices) -> [u32; 3] {
        let across = of.columns.div_ceil(self.width());
        let matrix = across * of.rows.div_ceil(self.height());
        [across, matrix, matrix * of.count]
    }

    /// Slots that an invocation loads of a part with this many slots per step.
    fn loads(self, slots: u32) -> u32 {
        (slots * self.depth).div_ceil(self.size)
    }

    /// Adds the dispatch of a program of [`Tile::program`]; the buffers are A, B and the target.
    pub(super) fn dispatch(
        self,
        d: &mut Dispatches,
        program: Program,
        of: Matrices,
        own: &[u32],
        [a, b, target]: [Slot; 3],
    ) {
        let [across, matrix, all] = self.tiles(of);
        let groups = groups(all);
        let rounds = all.div_ceil(groups);
        let Matrices {
            rows,
            columns,
            inner,
            ..
        } = of;
        let known = [rows, columns, inner, across, matrix, all, groups, rounds];
        let params = d.given(&[&known[..], own].concat());
        let program = d.program(program);
        let steps = inner.div_ceil(self.depth);
        let mut iterations = [rounds, steps, self.depth].map(u64::from).to_vec();
        let pairs = u64::from(self.each[0] / 2);
        iterations.extend((self.rows == Rows::InPairs).then_some(pairs));
        d.step(program, groups, &[params, a, b, target], &iterations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting: the tiles of a size cover their memory, which is what every workgroup has, and their
    /// invocations.
    #[test]
    fn tiles_fit_the_memory_of_a_workgroup() {
        for size in [1, 2, 5, 32, 48, 64, 128, 256, 512, 1024] {
            for (each, depth) in [([4, 4], 16), ([8, 8], 8)] {
                for sources in [Sources::Words, Sources::Slots] {
                    let tile =
                        Tile::of(size, each, depth, (Columns::Apart, Rows::InPairs, sources));
                    let [of_a, of_b] = tile.slots();
                    assert_eq!(tile.across * tile.down, size);
                    assert!(tile.across.is_power_of_two() && tile.depth.is_power_of_two());
                    assert_eq!(FOUR * of_a, tile.height());
                    assert!(of_b.is_power_of_two());
                    assert!(
                        FOUR * tile.parts() * tile.depth * (tile.stride() + of_b) <= MEMORY,
                        "{size}"
                    );
                }
            }
        }
    }
}
