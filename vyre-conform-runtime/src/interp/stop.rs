//! Why a run stopped.

use super::Fault;
use crate::ir::{LocalId, Module};

/// Why a run stopped, without names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Bound {
        function: usize,
        bound: u64,
    },
    OutOfBounds {
        function: usize,
        array: Array,
        index: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Array {
    Local(LocalId),
    Table(u32),
}

impl Stop {
    pub(super) fn fault(self, module: &Module) -> Fault {
        match self {
            Self::Bound { function, bound } => Fault::BoundExceeded {
                function: module.functions[function].name.clone(),
                bound,
            },
            Self::OutOfBounds {
                function,
                array,
                index,
            } => {
                let function = &module.functions[function];
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
                    index,
                    len,
                }
            }
        }
    }
}
