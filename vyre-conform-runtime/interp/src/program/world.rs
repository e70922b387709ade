//! The environment of a kernel's invocation: buffers, ids, and visibility of writes.

use super::atomics::AtomicModel;
use super::launch::Options;
use super::memory::{Cells, OutOfBounds};
use super::view::View;
use crate::environment::{AtomicUpdate, Environment, Id};
use crate::places::{address, unfold};
use crate::race::{Kind, PhaseAccess, Shadow};
use vyre_conform_ir::{Axis, BufferId, Node};

/// The memory of a launch, and the current invocation.
#[derive(Debug)]
pub(super) struct World {
    /// The buffers of the launch, then the workgroup buffers of the current program.
    pub(super) cells: Vec<Cells>,
    /// Index into `cells` of each buffer of the program.
    pub(super) bound: Vec<usize>,
    pub(super) workgroup_size: [u32; 3],
    pub(super) workgroup: [u32; 3],
    pub(super) local: [u32; 3],
    /// Index of the invocation in its workgroup.
    pub(super) invocation: u32,
    pub(super) view: View,
    /// Numbers of remaining and of executed steps.
    pub(super) steps_left: u64,
    pub(super) steps: u64,
    pub(super) out_of_bounds: OutOfBounds,
    /// The behaviour of atomic steps, and their number so far.
    atomics: (AtomicModel, u64),
    /// The accesses so far, if races are detected.
    pub(super) shadow: Option<Shadow>,
    /// The current node, by address.
    node: usize,
    /// True for a cell that several invocations may write.
    pub(super) shared: Vec<bool>,
    /// Number of accesses to elements of those.
    pub(super) accesses: u64,
    /// Log of these accesses, if wanted.
    pub(super) log: Option<Vec<ElementAccess>>,
    /// Index in the dispatch of the first invocation of the current workgroup, and index of the
    /// dispatch in the launch.
    pub(super) first: u64,
    pub(super) dispatch: usize,
}

/// An access to an element that several invocations may write.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementAccess {
    pub(super) dispatch: usize,
    /// Index of the invocation in the dispatch.
    pub(super) invocation: u64,
    /// Index of the cells, and of their element.
    pub(super) place: (usize, usize),
    pub(super) kind: Kind,
}

impl World {
    pub(super) fn new(cells: Vec<Cells>, options: &Options, shadow: Option<Shadow>) -> Self {
        Self {
            cells,
            bound: vec![],
            workgroup_size: [1; 3],
            workgroup: [0; 3],
            local: [0; 3],
            invocation: 0,
            view: View::default(),
            steps_left: options.steps,
            steps: 0,
            out_of_bounds: OutOfBounds::default(),
            atomics: (options.atomics, 0),
            shadow,
            node: 0,
            shared: vec![],
            accesses: 0,
            log: None,
            first: 0,
            dispatch: 0,
        }
    }

    /// Makes an invocation of the workgroup the current one.
    pub(super) fn become_invocation(&mut self, number: u32) {
        self.invocation = number;
        self.local = unfold(number.into(), self.workgroup_size);
    }

    fn cells_of(&self, buffer: BufferId) -> usize {
        self.bound[buffer.0 as usize]
    }

    /// Counts an in-bounds access, and passes it to the race detector.
    fn touch(&mut self, cells: usize, index: usize, kind: Kind) {
        if self.shared.get(cells) == Some(&true) {
            self.accesses += 1;
            if let Some(log) = &mut self.log {
                log.push(ElementAccess {
                    dispatch: self.dispatch,
                    invocation: self.first + u64::from(self.invocation),
                    place: (cells, index),
                    kind,
                });
            }
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.touch(
                cells,
                index,
                PhaseAccess {
                    invocation: self.invocation,
                    node: self.node,
                    kind,
                },
            );
        }
    }
}

impl Environment for World {
    fn step(&mut self) -> bool {
        if self.steps_left == 0 {
            return false;
        }
        self.steps_left -= 1;
        self.steps += 1;
        true
    }

    fn accesses(&self) -> u64 {
        self.accesses
    }

    fn visit(&mut self, node: &Node) {
        self.node = address(node);
    }

    fn load(&mut self, buffer: BufferId, index: u32) -> u128 {
        let (cells, index) = (self.cells_of(buffer), index as usize);
        let Some(bits) = self.cells[cells].get(index) else {
            self.out_of_bounds.loads += 1;
            return 0;
        };
        self.touch(cells, index, Kind::Read);
        self.view
            .read(self.invocation, (cells, index))
            .unwrap_or(bits)
    }

    fn length(&self, buffer: BufferId) -> u32 {
        self.cells[self.cells_of(buffer)].len() as u32
    }

    fn id(&self, id: Id, axis: Axis) -> u32 {
        let axis = usize::from(axis.0);
        let (workgroup, local) = (self.workgroup[axis], self.local[axis]);
        match id {
            Id::Workgroup => workgroup,
            Id::Local => local,
            Id::Invocation => workgroup
                .wrapping_mul(self.workgroup_size[axis])
                .wrapping_add(local),
        }
    }

    fn store(&mut self, buffer: BufferId, index: u32, bits: u128) {
        let (cells, index) = (self.cells_of(buffer), index as usize);
        if index < self.cells[cells].len() {
            self.touch(cells, index, Kind::Write);
            if self
                .view
                .defers_write(self.invocation, (cells, index), bits)
            {
                return;
            }
        } else {
            self.out_of_bounds.stores += 1;
        }
        self.cells[cells].set(index, bits);
    }

    fn atomic(&mut self, buffer: BufferId, index: u32, change: AtomicUpdate) -> u32 {
        let (cells, index) = (self.cells_of(buffer), index as usize);
        // An atomic step operates on memory itself, whatever the barrier model.
        let Some(before) = self.cells[cells].get(index) else {
            // Out of bounds: counts it.
            self.out_of_bounds.atomics += 1;
            self.cells[cells].set(index, 0);
            return 0;
        };
        self.touch(cells, index, Kind::Atomic);
        let (model, step) = self.atomics;
        self.atomics.1 += 1;
        let (after, returned) = model.apply(change, before as u32, step);
        self.cells[cells].set(index, after.into());
        returned
    }
}
