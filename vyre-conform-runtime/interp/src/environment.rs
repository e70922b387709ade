//! What a run meets outside its own locals.

use super::frames::Code;
use vyre_conform_ir::{AtomicOp, Axis, BufferId, Expr, FunctionId, LocalId, Node};

/// What surrounds a run: nothing but a strictness for an op, buffers and ids for a kernel.
pub(super) trait Environment {
    /// True if an access to a local array or table out of bounds ends the run.
    fn is_strict(&self) -> bool {
        false
    }

    /// Counts a step; false if there must not be another.
    fn step(&mut self) -> bool {
        true
    }

    /// The number of accesses that were made to what invocations share.
    fn accesses(&self) -> u64 {
        0
    }

    /// A node is about to run, or a condition of it to be evaluated.
    fn visit(&mut self, _: &Node) {}

    /// Something got a value.
    fn observe(&mut self, _: &Code<'_>, _: (FunctionId, usize), _: Event<'_>) {}

    /// An element of a buffer; zero out of bounds.
    fn load(&mut self, _: BufferId, _: u32) -> u128 {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// The number of elements a buffer has.
    fn length(&self, _: BufferId) -> u32 {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// The number of the invocation or of its workgroup along an axis.
    fn id(&self, _: Id, _: Axis) -> u32 {
        unreachable!("rule V110: only kernels have ids")
    }

    /// Writes an element of a buffer; nothing out of bounds.
    fn store(&mut self, _: BufferId, _: u32, _: u128) {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// Changes an element of a buffer; the value before, zero out of bounds.
    fn atomic(&mut self, _: BufferId, _: u32, _: Change) -> u32 {
        unreachable!("rule V110: only kernels touch buffers")
    }
}

/// Which number is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Invocation,
    Workgroup,
    Local,
}

/// What an atomic step does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) op: AtomicOp,
    pub(super) value: u32,
    pub(super) expected: u32,
}

impl Change {
    /// What becomes of a value, from the documentation of [`AtomicOp`].
    pub(super) fn apply(self, before: u32) -> u32 {
        let v = self.value;
        match self.op {
            AtomicOp::Add => before.wrapping_add(v),
            AtomicOp::Or => before | v,
            AtomicOp::And => before & v,
            AtomicOp::Xor => before ^ v,
            AtomicOp::Min => before.min(v),
            AtomicOp::Max => before.max(v),
            AtomicOp::Exchange => v,
            AtomicOp::CompareExchange => {
                if before == self.expected {
                    v
                } else {
                    before
                }
            }
        }
    }
}

/// What got a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'e> {
    /// A local.
    Local(LocalId, &'e Expr, u128),
    /// An element of a local array.
    Element(LocalId, u32, &'e Expr, u128),
    /// A condition.
    Condition(&'e Expr, u128),
    /// A result.
    Result(&'e Expr, u128),
    /// A local that takes a result of a call.
    Call(FunctionId, &'e [Expr], LocalId, u128),
}

/// The surroundings of an op: there are none.
#[derive(Debug)]
pub(super) struct Alone {
    pub(super) strict: bool,
}

impl Environment for Alone {
    fn is_strict(&self) -> bool {
        self.strict
    }
}
