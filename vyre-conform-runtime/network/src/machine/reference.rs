//! The references of engines and ops, on the processor.

use super::launch::{engine, input};
use super::{Machine, MachineError};
use crate::steps::Call;
use vyre_conform_runtime::catalog::Catalog;

/// The references of a catalog.
#[derive(Debug)]
pub struct References<'a> {
    catalog: &'a Catalog,
}

impl<'a> References<'a> {
    /// The references of this catalog.
    pub const fn new(catalog: &'a Catalog) -> Self {
        Self { catalog }
    }
}

impl Machine for References<'_> {
    fn name(&self) -> &str {
        "references"
    }

    fn run(
        &mut self,
        call: &Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MachineError> {
        let words = match call {
            Call::Formula(formula) => formula.reference(self.catalog, operands, len)?,
            Call::Movement(movement) => movement.moved(operands, movement.fill, len),
            Call::MatrixProduct(product) => product.reference(operands[0], operands[1]),
            Call::Engine { id, shape } => {
                let reference = engine(self.catalog, id)?.reference;
                let reference = reference.ok_or(MachineError::NoReference { id })?;
                let output = reference(&input(shape, operands));
                // The last word of a record is the element; those before it are its place.
                output
                    .iter()
                    .filter_map(|record| record.last().copied())
                    .collect()
            }
        };
        if words.len() != len {
            return Err(MachineError::Length {
                call: call.name(),
                expected: len,
                found: words.len(),
            });
        }
        Ok(words)
    }
}
