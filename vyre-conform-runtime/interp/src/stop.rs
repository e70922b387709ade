//! Reasons for stopping.

use super::Fault;
use vyre_conform_ir::{FunctionId, LocalId, Module};

/// The reason why a run stopped, without names.
#[derive(Clone, Copy, Debug)]
pub(super) enum StopReason {
    /// A `While` exceeded its bound.
    Bound { function: FunctionId, bound: u64 },
    /// An access out of bounds in a strict run.
    OutOfBounds {
        function: FunctionId,
        array: Array,
        index: u32,
    },
    /// The environment allows no further step.
    Steps,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Array {
    Local(LocalId),
    Table(u32),
}

impl StopReason {
    /// The fault of an op, whose steps are unlimited.
    pub(super) fn fault(self, module: &Module) -> Fault {
        match self {
            Self::Bound { function, bound } => Fault::BoundExceeded {
                function: module.functions[function.0 as usize].name.clone(),
                bound,
            },
            Self::OutOfBounds {
                function,
                array,
                index,
            } => {
                let function = &module.functions[function.0 as usize];
                let (array, len) = match array {
                    Array::Local(local) => {
                        let local = &function.locals[local.0 as usize];
                        (&local.name, local.len.unwrap_or(1).into())
                    }
                    Array::Table(table) => {
                        let table = &function.tables[table as usize];
                        (&table.name, table.data.len() as u64)
                    }
                };
                Fault::IndexOutOfBounds {
                    function: function.name.clone(),
                    array: array.clone(),
                    index: index.into(),
                    len,
                }
            }
            Self::Steps => unreachable!("an op is not limited"),
        }
    }
}
