//! A pass as one launch: the programs of the plans of its engines over buffers that they share.

use super::forward::{Call, Pass, Source, Tensor};
use super::model::Model;
use std::error::Error;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::ir::Program;

/// Invocations of a workgroup.
const WORKGROUP: u32 = 64;

/// Programs, and their dispatches, which the buffers of tensors come first of.
pub(crate) struct Composed {
    pub(crate) programs: Vec<Program>,
    /// Tensor `k` is buffer `k`. Those that are not words of the pass are zeros; nothing is read back.
    pub(crate) launch: Launch,
}

/// The engine of a call.
pub(crate) fn engine(catalog: &Catalog, call: &Call) -> Result<&'static EngineDef, Box<dyn Error>> {
    let found = catalog.find_engine(call.engine);
    found.ok_or_else(|| format!("`{}` is not linked", call.engine).into())
}

/// How many words a tensor has.
pub(crate) fn words(model: &Model, pass: &Pass, tensor: Tensor) -> usize {
    match &pass.tensors[tensor.0] {
        Source::Weight(k) => model.weights[*k].len(),
        Source::Given(words) => words.len(),
        Source::Kept(_, words) | Source::Made(words) => *words as usize,
    }
}

/// The dispatches of a pass.
///
/// # Errors
/// Where an engine is not linked, or its plan is not about the columns of its input.
pub(crate) fn composed(
    catalog: &Catalog,
    model: &Model,
    pass: &Pass,
) -> Result<Composed, Box<dyn Error>> {
    let buffer = |k: usize| match &pass.tensors[k] {
        Source::Given(words) => Contents::Words(words.clone()),
        _ => Contents::Zeros(words(model, pass, Tensor(k)).max(1)),
    };
    let mut launch = Launch {
        buffers: (0..pass.tensors.len()).map(buffer).collect(),
        steps: vec![],
        read_back: vec![],
    };
    let mut programs: Vec<Program> = vec![];
    for call in &pass.calls {
        // The plan depends on the shape alone: marks stand for the columns, and the buffers that hold them are theirs.
        let mark = |(k, tensor): (usize, &Tensor)| {
            vec![0xC0DE_0000 + k as u32; words(model, pass, *tensor)]
        };
        let marks = call.operands.iter().enumerate().map(mark);
        let columns: Vec<Vec<u32>> = [call.shape.clone()].into_iter().chain(marks).collect();
        let input = Input { columns };
        let plan = (engine(catalog, call)?.plan)(&input, WORKGROUP);
        let [result] = plan.launch.read_back[..] else {
            return Err(format!("`{}` has not one result", call.engine).into());
        };
        let mut slots = vec![];
        for (slot, contents) in plan.launch.buffers.into_iter().enumerate() {
            let marked = match &contents {
                Contents::Words(words) => input.columns[1..].iter().position(|c| c == words),
                Contents::Zeros(_) => None,
            };
            slots.push(match marked {
                _ if slot == result => call.result.0,
                Some(k) => call.operands[k].0,
                None => {
                    launch.buffers.push(contents);
                    launch.buffers.len() - 1
                }
            });
        }
        let numbers = plan.programs.into_iter().map(|program| {
            let known = programs.iter().position(|known| *known == program);
            known.unwrap_or_else(|| {
                programs.push(program);
                programs.len() - 1
            })
        });
        let numbers: Vec<usize> = numbers.collect();
        launch
            .steps
            .extend(plan.launch.steps.iter().map(|step| Step {
                program: numbers[step.program],
                workgroups: step.workgroups,
                buffers: step.buffers.iter().map(|slot| slots[*slot]).collect(),
            }));
    }
    Ok(Composed { programs, launch })
}
