//! Products by tiles: a workgroup brings parts of both operands into its memory, and an invocation computes several
//! elements, so that a word that was read once serves many of them.
//!
//! (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", 2008.) What a step does to an element is the
//! engine's own; its steps come in ascending order along K. The last part ends behind K, where both operands are what
//! the engine says, so that such a step changes nothing. Elements beyond M or N are computed from whatever is there and
//! stored nowhere.

mod program;
mod side;

use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::grid::groups;
use vyre_conform_runtime::ir::{Buffer, Program, Type, Var};

/// Words of the memory that every workgroup has.
const MEMORY: u32 = 16_384 / 4;

/// Words of a slot of a part: rows of A, or columns of B, that are read at once.
pub(super) const FOUR: u32 = 4;

/// Slots of a part that an invocation brings at the most, which it holds while it computes.
const MOST_LOADS: u32 = 2;

/// Parameters of a kernel before those of the engine.
const PARAMS: u32 = 8;

/// Which columns stand in one slot of the part of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Neighbours.
    Neighbours,
    /// As far apart as a step has slots, so that neighbouring invocations bring neighbouring words.
    Apart,
}

/// Which steps of an invocation stand in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of all rows.
    Written,
    /// Those of two rows; a loop goes over all pairs. A text of many calls has more variables than WGSL takes.
    InPairs,
}

/// How the operands lie in their buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sources {
    /// Word by word, a row after the other.
    Words,
    /// Slot by slot, so that one is read at once: those of the first step, which are as many as the rows of A, or the columns
    /// of B, fill, then those of the next one. There is memory for two parts then, and a step waits once.
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
    /// Elements of an invocation: rows, and columns, powers of two of at least [`FOUR`].
    each: [u32; 2],
    /// Steps for which operands are brought at once, a power of two.
    depth: u32,
    columns: Columns,
    rows: Rows,
    sources: Sources,
    /// Whether every tile lies inside of the matrix, so that no invocation has to ask.
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

/// What a kernel knows of the matrix and of the elements that it stores.
pub(super) struct Store {
    /// The number of the matrix.
    pub(super) matrix: Var,
    pub(super) rows: Var,
    pub(super) columns: Var,
    /// The row, which is there.
    pub(super) row: Var,
    /// The first of [`FOUR`] columns; it is there, the others may be beyond N. Of neighbours it is a multiple of four.
    pub(super) column: Var,
    /// From one of these columns to the next.
    pub(super) apart: u32,
    /// The buffer of the parameters, of which those of the engine begin at [`Store::OWN`].
    pub(super) params: Buffer,
    pub(super) target: Buffer,
}

impl Store {
    /// The first parameter of the engine.
    pub(super) const OWN: u32 = PARAMS;
}

/// What the kernel of an engine does.
pub(super) struct Tiled<'a, S, F> {
    pub(super) name: &'a str,
    /// Type of the operands, and of the elements: of one word.
    pub(super) ty: Type,
    /// The bits of both operands behind K: a step with them gives the value that it was given.
    pub(super) behind: [u32; 2],
    /// The bits that a sum of at least one product begins with; it begins with zero where they are not given.
    pub(super) from: Option<u32>,
    /// How many parameters the engine has.
    pub(super) own: u32,
    /// The next value of an element, from the operands of a step and its value.
    pub(super) step: S,
    /// Stores four elements of a row.
    pub(super) store: F,
}

impl Tile {
    /// Tiles for invocations of these rows and columns, as deep as is asked and as memory and registers allow.
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

    /// Slots of the parts for a step: of that of A, and of that of B, a power of two.
    fn slots(self) -> [u32; 2] {
        [self.height() / FOUR, self.width() / FOUR]
    }

    /// Slots from a step of the part of A to the next: one more than it has where neighbours bring words of a row, so that
    /// they do not meet in one bank of memory.
    fn stride(self) -> u32 {
        let slots = self.slots()[0];
        match self.sources {
            Sources::Slots if slots.is_power_of_two() => slots,
            _ => slots + 1,
        }
    }

    /// Parts of an operand for which there is memory.
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

    /// Slots that an invocation brings of a part with this many for a step.
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
        let mut trips = [rounds, steps, self.depth].map(u64::from).to_vec();
        let pairs = u64::from(self.each[0] / 2);
        trips.extend((self.rows == Rows::InPairs).then_some(pairs));
        d.step(program, groups, &[params, a, b, target], &trips);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting: the tiles of a size cover their memory, which is what every workgroup has, and their invocations.
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
