//! A dispatch that reads arrays and writes one, with one invocation per item.

use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use vyre_conform_runtime::ir::{Buffer, Kernel, Type, Var};

/// A dispatch under construction.
pub(super) struct Pass<'a> {
    /// The name of the kernel.
    pub(super) name: &'a str,
    /// Number of items.
    pub(super) items: u32,
    /// Further words of the kernel.
    pub(super) shape: &'a [u32],
    /// The arrays that it reads.
    pub(super) reads: &'a [(&'a str, Type, Slot)],
    /// The array that it writes, and may read.
    pub(super) writes: (&'a str, Type, Slot),
    /// The iteration limits of its loops, in the order of the text.
    pub(super) iterations: &'a [u64],
}

/// The item of a kernel's invocation.
pub(super) struct Item {
    /// Its number.
    pub(super) at: Var,
    /// The words of the shape.
    pub(super) shape: Vec<Var>,
    /// The arrays that are read.
    pub(super) read: Vec<Buffer>,
    /// The array that is written.
    pub(super) target: Buffer,
}

impl Pass<'_> {
    /// Adds the dispatch, with this kernel body for every item.
    pub(super) fn dispatch(
        self,
        d: &mut Dispatches,
        size: u32,
        body: impl FnOnce(&mut Kernel, &Item),
    ) {
        let grid = Grid::over(self.items, size);
        let mut k = Kernel::new(self.name, [size, 1, 1]);
        let words = [&grid.params()[..], self.shape].concat();
        let params = k.uniform("params", Type::U32, words.len() as u32);
        let reads = self.reads.iter();
        let read: Vec<Buffer> = reads.map(|(name, ty, _)| k.read_only(name, *ty)).collect();
        let target = k.read_write(self.writes.0, self.writes.1);
        let mut param = |name: &str, i: usize| k.bind(name, params.at(i as u32));
        let known = [0, 1, 2].map(|i| param("grid", i));
        let shape = (3..words.len()).map(|i| param("shape", i)).collect();
        grid::for_each(&mut k, known, |k, at| {
            let item = Item {
                at,
                shape,
                read,
                target,
            };
            body(k, &item);
        });
        let program = d.program(k.finish());
        let reads = self.reads.iter().map(|(_, _, slot)| *slot);
        let mut buffers = vec![d.given(&words)];
        buffers.extend(reads.chain([self.writes.2]));
        let iterations = [&[grid.iterations()], self.iterations].concat();
        d.step(program, grid.groups, &buffers, &iterations);
    }
}
