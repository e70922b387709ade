//! The interpreter as a party: kernels imported as programs, with the race detector.

use crate::contract::Pass;
use crate::fault::{ContractFault, ContractRule};
use crate::manifest::Manifest;
use crate::run::{Dispatch, DispatchResult, Interruption, Party};
use std::cell::Cell;
use std::collections::BTreeMap;
use vyre_conform_import::{
    ImportOptions, ImportedKernel, KernelSource, ProbeKind, Refusal, import,
};
use vyre_conform_interp::{Options, Order, ProgramFault, Race, Report, report_launch};
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Access, Library};

/// The name of the interpreter in reports.
pub(crate) const INTERPRETER: &str = "the interpreter";
/// Steps of a dispatch.
const STEPS: u64 = 1 << 25;

/// The passes of a contract as programs.
pub(crate) struct Interpreter {
    programs: Vec<(ImportedKernel, [ValidProgram; 1])>,
    /// The order of workgroups and invocations.
    pub(crate) order: Cell<Order>,
    pub(crate) races: bool,
}

impl Interpreter {
    /// Imports the entry point of every pass.
    ///
    /// # Errors
    /// The constructs that no program expresses.
    pub(crate) fn new(
        source: &KernelSource,
        passes: &[Pass],
        overrides: &BTreeMap<String, f64>,
        manifest: &Manifest,
        library: &dyn Library,
    ) -> Result<Self, Vec<Refusal>> {
        let each = passes.iter().map(|pass| {
            let options = ImportOptions {
                entry: pass.entry.name.clone(),
                overrides: overrides.clone(),
                probes: true,
                loop_bound: manifest.loop_bound,
                subgroup_size: manifest.subgroup_size.as_ref().map(|size| size.value),
            };
            let kernel: ImportedKernel = import(source, &options)?;
            let valid = validate_program(kernel.program.clone(), library, &Limits::INTERPRETER);
            let valid = valid.map_err(|invalid| {
                let first = invalid.first().map(|first| kernel.refusal(first));
                let refusals = first.into_iter().map(|mut refusal| {
                    refusal.place = refusal.place.or(pass.entry.place);
                    refusal
                });
                refusals.collect::<Vec<_>>()
            })?;
            Ok::<_, Vec<Refusal>>((kernel, [valid]))
        });
        Ok(Self {
            programs: each.collect::<Result<_, Vec<Refusal>>>()?,
            order: Cell::new(Order::Ascending),
            races: true,
        })
    }
}

impl Party for Interpreter {
    fn name(&self) -> &str {
        INTERPRETER
    }

    fn dispatch(&self, dispatch: Dispatch<'_>) -> Result<DispatchResult, Interruption> {
        let (kernel, valid) = &self.programs[dispatch.pass];
        let position = |group: u32, binding: u32| {
            let mut bindings = dispatch.spec.entry.bindings.iter();
            bindings.position(|b| (b.group, b.binding) == (group, binding))
        };
        let positions = kernel.bindings.iter().map(|b| position(b.group, b.binding));
        let positions: Option<Vec<usize>> = positions.collect();
        let positions = positions
            .ok_or_else(|| Interruption::Limit("a binding is not of the contract".to_owned()))?;
        let contents = positions
            .iter()
            .map(|k| Contents::Words(words(&dispatch.contents[*k])));
        let launch = kernel.launch(dispatch.workgroups, contents.collect());
        let options = Options {
            order: self.order.get(),
            steps: STEPS,
            races: self.races,
            ..Default::default()
        };
        let report = report_launch(valid, &launch, &options);
        let report = report.map_err(|fault| interruption(&fault, dispatch.spec))?;
        let faults = faults(kernel, &report, dispatch.spec);
        let mut contents = dispatch.contents;
        let mut left = report.words.iter();
        for (bound, k) in kernel.bindings.iter().zip(positions) {
            let decl = kernel.program.buffer(bound.buffer);
            if decl.is_some_and(|decl| decl.access == Access::ReadWrite) {
                let words = left.next().map_or(&[][..], Vec::as_slice);
                contents[k] = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            }
        }
        Ok(DispatchResult { contents, faults })
    }
}

/// The words of a buffer.
fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

fn interruption(fault: &ProgramFault, pass: &Pass) -> Interruption {
    let rule = match fault {
        ProgramFault::BoundExceeded { .. } => ContractRule::Endless,
        ProgramFault::DivergentBarrier { .. } => ContractRule::DivergentBarrier,
        other => return Interruption::Limit(other.to_string()),
    };
    let mut fault = ContractFault::new(rule, INTERPRETER, fault.to_string());
    fault.place = pass.entry.place;
    Interruption::Fault(Box::new(fault))
}

fn faults(kernel: &ImportedKernel, report: &Report, pass: &Pass) -> Vec<ContractFault> {
    let mut found: Vec<ContractFault> = report
        .races
        .iter()
        .filter_map(|race| raced(kernel, race))
        .collect();
    let probes = report.words.last().filter(|_| !kernel.probes.is_empty());
    for probe in kernel.fired(probes.map_or(&[], Vec::as_slice)) {
        if probe.kind == ProbeKind::IndexOutOfBounds {
            let mut fault = ContractFault::new(
                ContractRule::OutOfBounds,
                INTERPRETER,
                "an index is beyond its array",
            );
            fault.place = probe.place;
            found.push(fault);
        }
    }
    let out = &report.out_of_bounds;
    let (reads, writes) = (out.loads, out.stores + out.atomics);
    if reads + writes > 0 && !found.iter().any(|f| f.rule == ContractRule::OutOfBounds) {
        let values = format!(
            "{reads} reads and {writes} writes beyond the buffers of `{}`",
            pass.entry.name
        );
        let mut fault = ContractFault::new(ContractRule::OutOfBounds, INTERPRETER, values);
        fault.place = pass.entry.place;
        found.push(fault);
    }
    found
}

fn raced(kernel: &ImportedKernel, race: &Race) -> Option<ContractFault> {
    let place = |path: &str| kernel.place_of(path);
    let (first, second) = (place(&race.first.place), place(&race.second.place));
    // Counters of the import have no place.
    if first.is_none() && second.is_none() {
        return None;
    }
    let who = |access: &vyre_conform_interp::RacingAccess| {
        let ([x, y, z], [i, j, k]) = (access.local, access.workgroup);
        format!(
            "invocation ({x}, {y}, {z}) of workgroup ({i}, {j}, {k}) {}",
            access.kind
        )
    };
    let (later, earlier) = (who(&race.second), who(&race.first));
    let values = format!(
        "{later} word {} of `{}`; {earlier} it",
        race.index, race.buffer
    );
    let mut fault = ContractFault::new(ContractRule::Race, INTERPRETER, values);
    (fault.place, fault.related) = (second, first);
    Some(fault)
}
