//! Programs that process every item of an array, and binary search.

use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type, Var};

/// A program over items under construction. Its first binding is the parameters: those of the grid, then words.
pub(super) struct Items<const N: usize> {
    /// Builder for declaring buffers.
    pub(super) kernel: Kernel,
    /// The words.
    pub(super) words: [Var; N],
    grid: [Var; 3],
}

impl<const N: usize> Items<N> {
    pub(super) fn new(name: &str, size: u32) -> Self {
        let mut kernel = Kernel::new(name, [size, 1, 1]);
        let params = kernel.uniform("params", Type::U32, 3 + N as u32);
        let grid = [0, 1, 2].map(|i| kernel.bind("grid", params.at(i)));
        let words = std::array::from_fn(|i| kernel.bind("word", params.at(3 + i as u32)));
        Self {
            kernel,
            words,
            grid,
        }
    }

    /// The program that runs `body` for every item.
    pub(super) fn for_each(mut self, body: impl FnOnce(&mut Kernel, Var)) -> Program {
        grid::for_each(&mut self.kernel, self.grid, body);
        self.kernel.finish()
    }
}

/// Adds a dispatch: a program over this many items, with its words and the buffers after the parameters. `iterations`
/// are those of the loops inside.
pub(super) fn dispatch<const N: usize>(
    d: &mut Dispatches,
    program: Program,
    (items, size): (u32, u32),
    words: [u32; N],
    buffers: &[Slot],
    iterations: &[u64],
) {
    let grid = Grid::over(items, size);
    let params = d.given(&[&grid.params()[..], &words].concat());
    let program = d.program(program);
    let buffers = [&[params][..], buffers].concat();
    let iterations = [&[grid.iterations()][..], iterations].concat();
    d.step(program, grid.groups, &buffers, &iterations);
}

/// The first index of `from..to` that does not come `before`, where those that do come first; `to` if all do.
pub(super) fn first(
    k: &mut Kernel,
    from: impl Into<Expr>,
    to: impl Into<Expr>,
    before: impl FnOnce(&mut Kernel, Var) -> Expr,
) -> Var {
    let low = k.variable("low", from);
    let high = k.variable("high", to);
    k.repeat_while(32, low.less(high), |k| {
        let middle = k.bind("middle", low + ((high - low) >> 1));
        let before = before(k, middle);
        let before = k.bind("before", before);
        k.assign(low, before.select(middle + 1, low));
        k.assign(high, before.select(high, middle));
    });
    low
}

/// Upper bound on the iterations of the loop of [`first`] over this many indices: an iteration leaves at most half of
/// them, rounded down.
pub(super) fn halvings(places: u32) -> u64 {
    (u32::BITS - places.leading_zeros()).into()
}
