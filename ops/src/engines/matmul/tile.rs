//! Products by tiles: a workgroup brings parts of both operands into its memory, and an invocation computes several
//! elements, so that a word that was read once serves many of them.
//!
//! (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", 2008.) What a step does to an element is the
//! engine's own; its steps come in ascending order along K, and none is made beyond K. Elements beyond M or N are
//! computed from whatever is there and stored nowhere.

use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::grid::MOST_GROUPS;
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// Words of the memory that every workgroup has.
const MEMORY: u32 = 16_384 / 4;

/// Columns that are neighbours in an invocation.
pub(super) const NEIGHBOURS: u32 = 4;

/// Up to as many tiles a workgroup takes two of them, so that small inputs have both a second tile and a second
/// workgroup; where there are more, each has a workgroup of its own.
const FEW_TILES: u32 = 8;

/// Parameters of a kernel before those of the engine.
const PARAMS: u32 = 8;

/// The tiles of a workgroup size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    size: u32,
    /// Invocations along a row, a power of two.
    across: u32,
    /// Invocations along a column.
    down: u32,
    /// Elements of an invocation: rows, and columns, a power of two of at least [`NEIGHBOURS`].
    each: [u32; 2],
    /// Steps for which operands are brought at once, a power of two.
    depth: u32,
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
    /// The first of [`NEIGHBOURS`] columns, a multiple of them; it is there, the others may be beyond N.
    pub(super) column: Var,
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
    /// Type of the operands, and of the elements.
    pub(super) ty: Type,
    /// How many parameters the engine has.
    pub(super) own: u32,
    /// The next value of an element, from the operands of a step and its value.
    pub(super) step: S,
    /// Stores neighbours of a row.
    pub(super) store: F,
}

impl Tile {
    /// Tiles for invocations of these rows and columns, as deep as is asked and as memory allows.
    pub(super) fn of(size: u32, each: [u32; 2], depth: u32) -> Self {
        let square = |across: &u32| size.is_multiple_of(*across) && across * across <= size;
        let powers = (0..16).map(|power| 1 << power);
        let across = powers.filter(square).max().unwrap_or(1);
        let mut tile = Self {
            size,
            across,
            down: size / across,
            each,
            depth,
        };
        while tile.depth > 1 && tile.depth * (tile.stride() + tile.width()) > MEMORY {
            tile.depth /= 2;
        }
        tile
    }

    fn height(self) -> u32 {
        self.down * self.each[0]
    }

    fn width(self) -> u32 {
        self.across * self.each[1]
    }

    /// Words from a column of the part of A to the next: one more than it has rows, so that neighbours which bring a
    /// row do not meet in one bank of memory.
    fn stride(self) -> u32 {
        self.height() + 1
    }

    /// Tiles along a row of tiles, in a matrix, and in all matrices.
    fn tiles(self, of: Matrices) -> [u32; 3] {
        let across = of.columns.div_ceil(self.width());
        let matrix = across * of.rows.div_ceil(self.height());
        [across, matrix, matrix * of.count]
    }

    /// Workgroups for this many tiles.
    fn groups(tiles: u32) -> u32 {
        let fewest = if tiles <= FEW_TILES {
            tiles.div_ceil(2)
        } else {
            tiles
        };
        fewest.clamp(1, MOST_GROUPS)
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
        let groups = Self::groups(all);
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
        let loads = [self.height(), self.width()].map(|side| self.loads(side).into());
        let trips = [rounds, steps].map(u64::from);
        let deepest = u64::from(inner.min(self.depth));
        let trips = [&trips[..], &loads, &[deepest]].concat();
        d.step(program, groups, &[params, a, b, target], &trips);
    }

    /// Words of a part of this side that an invocation brings.
    fn loads(self, side: u32) -> u32 {
        (side * self.depth).div_ceil(self.size)
    }

    /// The program. Bindings: parameters, A, B, target.
    pub(super) fn program<S, F>(self, tiled: &Tiled<'_, S, F>) -> Program
    where
        S: Fn(&mut Kernel, [Var; 3]) -> Expr,
        F: Fn(&mut Kernel, &Store, &[Var]),
    {
        let mut k = Kernel::new(tiled.name, [self.size, 1, 1]);
        let params = k.uniform("params", Type::U32, PARAMS + tiled.own);
        let a = k.read_only("a", tiled.ty);
        let b = k.read_only("b", tiled.ty);
        let target = k.read_write("product", tiled.ty);
        let part_of_a = k.workgroup("part_of_a", tiled.ty, self.stride() * self.depth);
        let part_of_b = k.workgroup("part_of_b", tiled.ty, self.width() * self.depth);
        let [rows, columns, inner] = [0, 1, 2].map(|i| k.bind("shape", params.at(i)));
        let [across, matrix, all, groups, rounds] =
            [3, 4, 5, 6, 7].map(|i| k.bind("tiles", params.at(i)));
        let local = k.bind("local", Expr::local_id(Axis::X));
        let steps = k.bind("steps", (inner + (self.depth - 1)) / self.depth);
        k.count("round", 0, rounds, |k, round| {
            let tile = k.bind("tile", round * groups + Expr::workgroup_id(Axis::X));
            k.when(tile.less(all), |k| {
                let number = k.bind("matrix", tile / matrix);
                let place = k.bind("place", tile % matrix);
                let top = k.bind("top", place / across * self.height());
                let begin = k.bind("begin", place % across * self.width());
                let from_a = k.bind("from_a", (number * rows + top) * inner);
                let from_b = k.bind("from_b", number * inner * columns + begin);
                // This invocation among those of a row, and of a column.
                let x = k.bind("x", local & (self.across - 1));
                let y = k.bind("y", local >> self.across.ilog2());
                let row = k.bind("row", top + y);
                let column = k.bind("column", begin + x * NEIGHBOURS);
                let inside = k.bind("inside", row.less(rows) & column.less(columns));
                let [height, width] = self.each;
                let zero = || Expr::literal(tiled.ty, 0);
                let sums = (0..height * width).map(|_| k.variable("sum", zero()));
                let sums: Vec<Var> = sums.collect();
                k.count("step", 0, steps, |k, step| {
                    let first = k.bind("first", step * self.depth);
                    self.bring(k, local, self.height(), |k, at| {
                        // Neighbours bring what is next to each other along K.
                        let deep = k.bind("deep", at & (self.depth - 1));
                        let row = k.bind("row", at >> self.depth.ilog2());
                        let word = a.at(from_a + row * inner + first + deep);
                        k.store(part_of_a, deep * self.stride() + row, word);
                    });
                    self.bring(k, local, self.width(), |k, at| {
                        let column = k.bind("column", at & (self.width() - 1));
                        let deep = k.bind("deep", at >> self.width().ilog2());
                        let word = b.at(from_b + (first + deep) * columns + column);
                        k.store(part_of_b, deep * self.width() + self.slot(column), word);
                    });
                    k.barrier();
                    k.when(inside, |k| {
                        let left = (inner - first).min(self.depth);
                        k.count("deep", 0, left, |k, deep| {
                            let of_a = k.bind("of_a", deep * self.stride() + y);
                            let of_b = k.bind("of_b", deep * self.width() + x);
                            let mut bring = |part: Buffer, from: Var, step: u32, count: u32| {
                                let words =
                                    (0..count).map(|i| k.bind("word", part.at(from + i * step)));
                                words.collect::<Vec<Var>>()
                            };
                            let left = bring(part_of_a, of_a, self.down, height);
                            let right = bring(part_of_b, of_b, self.across, width);
                            for (at, sum) in sums.iter().enumerate() {
                                let (i, j) = (at / width as usize, at % width as usize);
                                let next = (tiled.step)(k, [left[i], right[j], *sum]);
                                k.assign(*sum, next);
                            }
                        });
                    });
                    // The next step overwrites what this one reads.
                    k.barrier();
                });
                let four = NEIGHBOURS as usize;
                for (at, sums) in sums.chunks(four).enumerate() {
                    let in_row = width as usize / four;
                    let (i, j) = ((at / in_row) as u32, (at % in_row) as u32);
                    let row = k.bind("row", row + i * self.down);
                    let column = k.bind("column", column + j * (self.across * NEIGHBOURS));
                    let store = Store {
                        matrix: number,
                        rows,
                        columns,
                        row,
                        column,
                        params,
                        target,
                    };
                    k.when(row.less(rows) & column.less(columns), |k| {
                        (tiled.store)(k, &store, sums);
                    });
                }
            });
        });
        k.finish()
    }

    /// Runs `word` for every word of a part of this side.
    fn bring(self, k: &mut Kernel, local: Var, side: u32, word: impl FnOnce(&mut Kernel, Var)) {
        let words = side * self.depth;
        k.count("load", 0, self.loads(side), |k, load| {
            let at = k.bind("at", load * self.size + local);
            match words % self.size {
                0 => word(k, at),
                _ => k.when(at.less(words), |k| word(k, at)),
            }
        });
    }

    /// Where a column stands in a row of the part of B: the first of the neighbours of every invocation, then the
    /// second ones, so that invocations which are neighbours read words that are.
    fn slot(self, column: Var) -> Expr {
        let across = self.across;
        let of_invocation = (column >> (NEIGHBOURS * across).ilog2()) * NEIGHBOURS;
        let number = of_invocation + (column & (NEIGHBOURS - 1));
        number * across + ((column >> NEIGHBOURS.ilog2()) & (across - 1))
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
                let tile = Tile::of(size, each, depth);
                assert_eq!(tile.across * tile.down, size);
                assert!(tile.across.is_power_of_two() && tile.depth.is_power_of_two());
                assert!(
                    tile.depth * (tile.stride() + tile.width()) <= MEMORY,
                    "{size}"
                );
            }
        }
    }

    /// Oracle: the definition: every tile has a workgroup and a round.
    #[test]
    fn every_tile_is_taken() {
        for tiles in [0, 1, 2, 3, 8, 9, MOST_GROUPS, MOST_GROUPS + 1, 1 << 25] {
            let groups = Tile::groups(tiles);
            assert!((1..=MOST_GROUPS).contains(&groups));
            assert!(tiles.div_ceil(groups) * groups >= tiles, "{tiles}");
        }
    }
}
