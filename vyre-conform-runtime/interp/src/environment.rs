//! The interface of a run to everything outside its own locals.

use super::frames::FrameLayouts;
use vyre_conform_ir::{AtomicOp, Axis, BufferId, Expr, FunctionId, LocalId, Node};

/// The environment of a run: only strictness for an op; buffers and ids for a kernel.
pub(super) trait Environment {
    /// True if an out-of-bounds access to a local array or table ends the run.
    fn is_strict(&self) -> bool {
        false
    }

    /// Counts a step; returns false if no further step is allowed.
    fn step(&mut self) -> bool {
        true
    }

    /// The number of accesses to shared memory so far.
    fn accesses(&self) -> u64 {
        0
    }

    /// Called before a node runs, or its condition is evaluated.
    fn visit(&mut self, _: &Node) {}

    /// Called when something gets a value.
    fn observe(&mut self, _: &FrameLayouts<'_>, _: (FunctionId, usize), _: Event<'_>) {}

    /// An element of a buffer; zero out of bounds.
    fn load(&mut self, _: BufferId, _: u32) -> u128 {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// The number of elements of a buffer.
    fn length(&self, _: BufferId) -> u32 {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// The id of the invocation or of its workgroup along an axis.
    fn id(&self, _: Id, _: Axis) -> u32 {
        unreachable!("rule V110: only kernels have ids")
    }

    /// Writes an element of a buffer; no effect out of bounds.
    fn store(&mut self, _: BufferId, _: u32, _: u128) {
        unreachable!("rule V110: only kernels touch buffers")
    }

    /// Changes an element of a buffer and returns the previous value; zero out of bounds.
    fn atomic(&mut self, _: BufferId, _: u32, _: AtomicUpdate) -> u32 {
        unreachable!("rule V110: only kernels touch buffers")
    }
}

/// The kind of id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Invocation,
    Workgroup,
    Local,
}

/// An atomic step.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicUpdate {
    pub(super) op: AtomicOp,
    pub(super) value: u32,
    pub(super) expected: u32,
}

impl AtomicUpdate {
    /// The new value, from the documentation of [`AtomicOp`].
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

/// The item that got a value.
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
    /// A local that receives a result of a call.
    Call(FunctionId, &'e [Expr], LocalId, u128),
}

/// The environment of an op: only strictness.
#[derive(Debug)]
pub(super) struct OpEnvironment {
    pub(super) strict: bool,
}

impl Environment for OpEnvironment {
    fn is_strict(&self) -> bool {
        self.strict
    }
}
