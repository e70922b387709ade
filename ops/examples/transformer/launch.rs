//! A pass as one launch: the programs of the plans of its engines over buffers that they share.

use super::forward::{Call, Pass, Source, Tensor};
use super::model::Model;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::ir::Program;

/// Invocations of a workgroup.
const WORKGROUP: u32 = 64;

/// Programs, and their dispatches, which the buffers of tensors come first of.
pub(crate) struct LaunchPlan {
    pub(crate) programs: Vec<Program>,
    /// Tensor `k` is buffer `k`. Those that are not words of the pass are zeros; nothing is read back.
    pub(crate) launch: Launch,
}

/// The plans of the calls of passes before: most calls of a pass are those of the one before it.
#[derive(Default)]
pub(crate) struct Plans {
    programs: Vec<Program>,
    known: HashMap<(&'static str, Vec<u32>), EngineDispatches>,
}

/// The dispatches of an engine for a shape.
struct EngineDispatches {
    launch: Launch,
    /// The place of each of its programs among those of all plans.
    programs: Vec<usize>,
    /// The role of each buffer.
    slots: Vec<Slot>,
}

/// A buffer of a plan.
enum Slot {
    Operand(usize),
    Result,
    /// Parameters and scratch memory.
    Own,
}

/// The engine of a call.
pub(crate) fn engine(catalog: &Catalog, call: &Call) -> Result<&'static EngineDef, Box<dyn Error>> {
    let engine = catalog.find_engine(call.engine);
    engine.ok_or_else(|| format!("`{}` is not linked", call.engine).into())
}

/// The number of words a tensor has.
pub(crate) fn words(model: &Model, pass: &Pass, tensor: Tensor) -> usize {
    match &pass.tensors[tensor.0] {
        Source::Weight(k) => model.weights[*k].len(),
        Source::Words(words) => words.len(),
        Source::Kept(_, words) | Source::Made(words) => *words as usize,
    }
}

/// The dispatches of a pass.
///
/// # Errors
/// If an engine is not linked, or its plan does not use the columns of its input.
pub(crate) fn composed(
    catalog: &Catalog,
    plans: &mut Plans,
    (model, pass): (&Model, &Pass),
) -> Result<LaunchPlan, Box<dyn Error>> {
    let buffer = |k: usize| match &pass.tensors[k] {
        Source::Words(words) => Contents::Words(words.clone()),
        _ => Contents::Zeros(words(model, pass, Tensor(k)).max(1)),
    };
    let mut launch = Launch {
        buffers: (0..pass.tensors.len()).map(buffer).collect(),
        steps: vec![],
        read_back: vec![],
    };
    for call in &pass.calls {
        let EngineDispatches {
            launch: own,
            programs,
            slots,
        } = plans.of(catalog, call)?;
        let mut places = vec![];
        for (slot, contents) in slots.iter().zip(&own.buffers) {
            places.push(match slot {
                Slot::Operand(k) => call.operands[*k].0,
                Slot::Result => call.result.0,
                Slot::Own => {
                    launch.buffers.push(contents.clone());
                    launch.buffers.len() - 1
                }
            });
        }
        launch.steps.extend(own.steps.iter().map(|step| Step {
            program: programs[step.program],
            workgroups: step.workgroups,
            buffers: step.buffers.iter().map(|slot| places[*slot]).collect(),
        }));
    }
    let programs = plans.programs.clone();
    Ok(LaunchPlan { programs, launch })
}

impl Plans {
    /// The plan of a call.
    fn of(&mut self, catalog: &Catalog, call: &Call) -> Result<&EngineDispatches, Box<dyn Error>> {
        let known = match self.known.entry((call.engine, call.shape.clone())) {
            Entry::Occupied(known) => return Ok(known.into_mut()),
            Entry::Vacant(unknown) => unknown,
        };
        // The plan depends on the shape alone: marks stand for the columns, and the buffers that hold them are theirs.
        let mark = |k: usize| vec![0xC0DE_0000 + k as u32];
        let marks = (0..call.operands.len()).map(mark);
        let columns: Vec<Vec<u32>> = [call.shape.clone()].into_iter().chain(marks).collect();
        let input = Input { columns };
        let plan = (engine(catalog, call)?.plan)(&input, WORKGROUP);
        let [result] = plan.launch.read_back[..] else {
            return Err(format!("`{}` has not one result", call.engine).into());
        };
        let slot = |(slot, contents): (usize, &Contents)| {
            let operand = match contents {
                Contents::Words(words) => input.columns[1..].iter().position(|c| c == words),
                Contents::Zeros(_) => None,
            };
            match operand {
                _ if slot == result => Slot::Result,
                Some(k) => Slot::Operand(k),
                None => Slot::Own,
            }
        };
        let slots: Vec<Slot> = plan.launch.buffers.iter().enumerate().map(slot).collect();
        let all = &mut self.programs;
        let numbers = plan.programs.into_iter().map(|program| {
            let known = all.iter().position(|known| *known == program);
            known.unwrap_or_else(|| {
                all.push(program);
                all.len() - 1
            })
        });
        let programs = numbers.collect();
        let mut launch = plan.launch;
        // What tensors stand for is not kept as well.
        for (slot, contents) in slots.iter().zip(&mut launch.buffers) {
            if !matches!(slot, Slot::Own) {
                *contents = Contents::Zeros(0);
            }
        }
        Ok(known.insert(EngineDispatches {
            launch,
            programs,
            slots,
        }))
    }
}
