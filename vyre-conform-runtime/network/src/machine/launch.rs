//! A call as programs and a launch.

use super::MachineError;
use crate::steps::Call;
use vyre_conform_ir::Program;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input};

/// Invocations of a workgroup of an engine.
const WORKGROUP: u32 = 64;

/// The engine with an id.
pub(super) fn engine(
    catalog: &Catalog,
    id: &'static str,
) -> Result<&'static EngineDef, MachineError> {
    catalog.find_engine(id).ok_or(MachineError::NoEngine { id })
}

/// The input of an engine.
pub(super) fn input(shape: &[u32], operands: &[&[u32]]) -> Input {
    let columns = operands.iter().map(|words| words.to_vec());
    Input {
        columns: std::iter::once(shape.to_vec()).chain(columns).collect(),
    }
}

/// Programs and the launch that runs them; the first buffer that is read back begins with the result.
pub(super) fn launch(
    catalog: &Catalog,
    call: &Call,
    operands: &[&[u32]],
    len: usize,
) -> Result<(Vec<Program>, Launch), MachineError> {
    Ok(match call {
        Call::Formula(formula) => formula.launch(catalog, operands, len)?,
        Call::Movement(movement) => movement.launch(operands, len),
        Call::MatrixProduct(product) => product.launch(operands, len),
        Call::Engine { id, shape } => {
            let plan = (engine(catalog, id)?.plan)(&input(shape, operands), WORKGROUP);
            (plan.programs, plan.launch)
        }
    })
}

/// The programs, valid within limits.
pub(super) fn valid(
    catalog: &Catalog,
    call: &Call,
    programs: &[Program],
    limits: &Limits,
) -> Result<Vec<ValidProgram>, MachineError> {
    let valid = programs.iter().map(|program| {
        let valid = validate_program(program.clone(), catalog, limits);
        valid.map_err(|rules| MachineError::Invalid {
            call: call.name(),
            rule: rules.first().map(ToString::to_string).unwrap_or_default(),
        })
    });
    valid.collect()
}

/// The result among the words that were read back.
pub(super) fn result(
    call: &Call,
    read: Vec<Vec<u32>>,
    expected: usize,
) -> Result<Vec<u32>, MachineError> {
    let mut words = read.into_iter().next().unwrap_or_default();
    if words.len() < expected {
        return Err(MachineError::Length {
            call: call.name(),
            expected,
            found: words.len(),
        });
    }
    words.truncate(expected);
    Ok(words)
}
