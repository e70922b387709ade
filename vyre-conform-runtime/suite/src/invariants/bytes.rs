//! The size of an engine's programs, which predicts their compilation time.

use super::author::call;
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_ir::{Library, wire};
use vyre_conform_runtime::engine::{EngineDef, InputSource, SIZES};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Bytes of the wire form of an engine's programs, including all functions that they call, for its first input at one
/// workgroup size. `None` if a function of the engine panics or a program breaks a rule, which its gates report.
pub fn program_bytes(def: &EngineDef, library: &dyn Library) -> Option<usize> {
    let source = if def.corpus.is_empty() {
        InputSource::Generated(0)
    } else {
        InputSource::Corpus(0)
    };
    let input = call(def.id, EngineFunction::Inputs, source, None, || {
        let cited = def.corpus.first().map(|case| (case.input)());
        cited.unwrap_or_else(|| (def.inputs)(0))
    });
    let (input, size) = (input.ok()?, SIZES[SIZES.len() / 2]);
    let plan = call(def.id, EngineFunction::Plan, source, Some(size), || {
        (def.plan)(&input, size)
    });
    let mut bytes = 0;
    for program in plan.ok()?.programs {
        let valid = validate_program(program, library, &Limits::INTERPRETER).ok()?;
        bytes += wire::encode(&valid.linked()).ok()?.len();
    }
    Some(bytes)
}
