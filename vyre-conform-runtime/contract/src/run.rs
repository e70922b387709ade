//! Runs: the dispatches of a contract on one party, one after the other, over the same buffers.

use crate::case::{Case, set_values};
use crate::contract::{Contract, ContractBuffer, Pass};
use crate::fault::{ContractFault, ContractRule};
use crate::manifest::SizeNames;

/// Most repetitions of a dispatch.
const MAX_REPEAT: u64 = 4096;
/// Most workgroups of a dispatch on an axis (<https://www.w3.org/TR/webgpu/#limits>).
const MAX_WORKGROUPS: u64 = 65_535;

/// A dispatch of a run.
pub(crate) struct Dispatch<'d> {
    /// The position of the pass.
    pub(crate) pass: usize,
    pub(crate) workgroups: [u32; 3],
    /// Contents of the bindings of the entry point, in its order.
    pub(crate) contents: Vec<Vec<u8>>,
    pub(crate) spec: &'d Pass,
}

/// The result of a dispatch.
pub(crate) struct DispatchResult {
    /// Contents of the bindings after it.
    pub(crate) contents: Vec<Vec<u8>>,
    /// Faults that it showed.
    pub(crate) faults: Vec<ContractFault>,
}

/// The end of a run before its last dispatch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Interruption {
    /// A fault of the kernel.
    Fault(Box<ContractFault>),
    /// A limit of the party or of the manifest.
    Limit(String),
}

/// The interpreter or an adapter.
pub(crate) trait Party {
    /// The name in reports.
    fn name(&self) -> &str;

    /// Dispatches once.
    fn dispatch(&self, dispatch: Dispatch<'_>) -> Result<DispatchResult, Interruption>;
}

/// The buffers that a run left, with the faults that it showed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunResult {
    pub(crate) contents: Vec<Vec<u8>>,
    pub(crate) faults: Vec<ContractFault>,
    /// Dispatches.
    pub(crate) launches: u64,
}

/// Runs passes over the contents of a case.
pub(crate) fn run(
    buffers: &[ContractBuffer],
    passes: &[Pass],
    case: &Case,
    contents: Vec<Vec<u8>>,
    party: &dyn Party,
) -> Result<RunResult, Interruption> {
    let mut result = RunResult {
        contents,
        faults: vec![],
        launches: 0,
    };
    let mut names = case.id.names();
    for (k, pass) in passes.iter().enumerate() {
        names.insert("k".to_owned(), 0);
        let repeat = pass.repeat.value(&names).map_err(Interruption::Limit)?;
        if repeat > MAX_REPEAT {
            return Err(Interruption::Limit(format!(
                "a dispatch repeats {repeat} times; the limit is {MAX_REPEAT}"
            )));
        }
        for turn in 0..repeat {
            names.insert("k".to_owned(), turn);
            once(buffers, (k, pass), case, &names, party, &mut result)?;
        }
    }
    Ok(result)
}

fn once(
    buffers: &[ContractBuffer],
    (k, pass): (usize, &Pass),
    case: &Case,
    names: &SizeNames,
    party: &dyn Party,
    result: &mut RunResult,
) -> Result<(), Interruption> {
    for (buffer, path, value) in &pass.values {
        let values = std::iter::once((&path[..], value));
        let bytes = &mut result.contents[*buffer];
        set_values(&buffers[*buffer], bytes, values, names).map_err(Interruption::Limit)?;
    }
    let mut workgroups = [1; 3];
    for (count, expression) in workgroups.iter_mut().zip(&pass.workgroups) {
        let value = expression.value(names).map_err(Interruption::Limit)?;
        if value > MAX_WORKGROUPS {
            let message = format!("{value} workgroups on an axis; the limit is {MAX_WORKGROUPS}");
            return Err(Interruption::Limit(message));
        }
        *count = value as u32;
    }
    if workgroups.contains(&0) {
        return Ok(());
    }
    workgroups[0] += u32::from(case.id.spare && pass.spare);
    let contents = pass.bound.iter().map(|b| result.contents[*b].clone());
    let dispatch = Dispatch {
        pass: k,
        workgroups,
        contents: contents.collect(),
        spec: pass,
    };
    let left = party.dispatch(dispatch)?;
    result.launches += 1;
    for fault in left.faults {
        if !result.faults.iter().any(|known| known.is_same(&fault)) {
            result.faults.push(fault);
        }
    }
    for (b, contents) in pass.bound.iter().zip(left.contents) {
        result.contents[*b] = contents;
    }
    Ok(())
}

/// A contract's run over the contents of a case, or over others of the same sizes.
pub(crate) fn run_contract(
    contract: &Contract<'_>,
    case: &Case,
    contents: Vec<Vec<u8>>,
    party: &dyn Party,
) -> Result<RunResult, Interruption> {
    run(&contract.buffers, &contract.passes, case, contents, party)
}

impl Interruption {
    pub(crate) fn fault(rule: ContractRule, party: &str, values: impl Into<String>) -> Self {
        Self::Fault(Box::new(ContractFault::new(rule, party, values)))
    }
}
