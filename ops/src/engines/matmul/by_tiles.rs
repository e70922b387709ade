//! Tiled products of floats whose sums run along K in ascending order, as their contracts require.

use super::tile::{Columns, FOUR, Matrices, Rows, Sources, Store, Tile, Tiled};
use crate::engines::dispatches::{Dispatches, Slot};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type, Var};

/// Rows and columns of an invocation.
const EACH: [u32; 2] = [8, 8];

/// Steps whose operands are loaded together.
const DEPTH: u32 = 8;

/// Parts of a product with this order of additions.
pub(super) struct ByTiles<S> {
    pub(super) name: &'static str,
    /// As in [`Tiled`].
    pub(super) padding: [u32; 2],
    /// As in [`Tiled`].
    pub(super) from: Option<u32>,
    /// The next sum, from the words of A and B and the previous sum.
    pub(super) step: S,
}

impl<S: Fn(&mut Kernel, [Expr; 3]) -> Var> ByTiles<S> {
    /// Adds the dispatch that writes the product of A and B of `[M, N, K]`.
    pub(super) fn dispatch(
        self,
        d: &mut Dispatches,
        size: u32,
        [rows, columns, inner]: [u32; 3],
        buffers: [Slot; 3],
    ) {
        let (tile, program) = self.program(size);
        let of = Matrices {
            count: 1,
            rows,
            columns,
            inner,
        };
        tile.dispatch(d, program, of, &[], buffers);
    }

    /// The tiles of a workgroup size, and the program.
    pub(super) fn program(self, size: u32) -> (Tile, Program) {
        let layout = (Columns::Apart, Rows::InPairs, Sources::Words);
        let tile = Tile::of(size, EACH, DEPTH, layout);
        let program = tile.program(&Tiled {
            name: self.name,
            ty: Type::F32,
            padding: self.padding,
            from: self.from,
            own: 0,
            step: |k: &mut Kernel, operands: [Var; 3]| {
                (self.step)(k, operands.map(Expr::from)).into()
            },
            store: |k: &mut Kernel, of: &Store, sums: &[Expr; 4]| {
                let row = of.matrix * of.rows + of.row;
                let first = k.bind("first", row * of.columns + of.column);
                for (n, sum) in (0..FOUR).zip(sums) {
                    k.when((of.column + n * of.apart).less(of.columns), |k| {
                        k.store(of.target, first + n * of.apart, sum.clone());
                    });
                }
            },
        });
        (tile, program)
    }
}
