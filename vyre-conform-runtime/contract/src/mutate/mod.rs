//! Mutants of a kernel: the changes that its contract notices, and those that it does not.

mod change;

pub use change::MutationKind;

use crate::case::CaseId;
use crate::check::{ContractOptions, ReferenceCase, cases, comparisons, fault};
use crate::contract::Contract;
use crate::device::Device;
use crate::interpreter::Interpreter;
use crate::manifest::ManifestError;
use crate::run::{Interruption, Party, run_contract};
use change::{Change, apply, changes};
use serde::Serialize;
use std::collections::BTreeMap;
use vyre_conform_import::SourcePlace;
use vyre_conform_interp::Order;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::WgpuBackend;

/// A changed kernel with the verdict of its contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KernelMutant {
    /// The part that is changed.
    pub kind: MutationKind,
    /// The change.
    pub change: String,
    /// The place in the kernel.
    pub place: Option<SourcePlace>,
    /// The fault that shows it; `None` of one that survives.
    pub killed: Option<String>,
}

/// The verdicts on all mutants of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MutationReport {
    /// The kernel's file.
    pub kernel: String,
    /// The mutants that are valid kernels.
    pub mutants: Vec<KernelMutant>,
    /// Changes that give no valid kernel.
    pub invalid: usize,
    /// A fault of the unchanged kernel, for which nothing was changed.
    pub refuted: Option<String>,
}

impl MutationReport {
    /// The mutants that the contract does not notice.
    pub fn survivors(&self) -> impl Iterator<Item = &KernelMutant> {
        self.mutants.iter().filter(|mutant| mutant.killed.is_none())
    }

    /// The number of mutants that the contract notices.
    pub fn killed(&self) -> usize {
        self.mutants
            .iter()
            .filter(|mutant| mutant.killed.is_some())
            .count()
    }
}

/// Changes the kernel of a contract, one part at a time, and checks each mutant on the interpreter, and on the adapters
/// where the interpreter notices nothing.
///
/// # Errors
/// As [`check`](crate::check()).
pub fn mutate(
    contract: &Contract<'_>,
    adapters: &[&WgpuBackend],
    options: &ContractOptions,
) -> Result<MutationReport, ManifestError> {
    let overrides = cases::overrides(contract)
        .into_iter()
        .next()
        .unwrap_or_default();
    let cases = cases::stated(contract, &overrides, options.seed)?;
    let mut report = MutationReport {
        kernel: contract.manifest.kernel.value.clone(),
        mutants: vec![],
        invalid: 0,
        refuted: None,
    };
    let judge = Judge {
        cases: &cases,
        overrides: &overrides,
        adapters,
        options,
    };
    report.refuted = judge.verdict(contract).or_else(|| judge.absence(contract));
    if report.refuted.is_some() {
        return Ok(report);
    }
    let entries: Vec<&str> = contract
        .passes
        .iter()
        .map(|pass| &pass.entry.name[..])
        .collect();
    for change in changes(contract.source.module(), &entries) {
        let changed = contract
            .source
            .changed(|module| apply(module, &entries, &change));
        match changed {
            Ok(source) => {
                let killed = judge.verdict(&contract.with_source(source));
                report.mutants.push(mutant(contract, &change, killed));
            }
            Err(_) => report.invalid += 1,
        }
    }
    report
        .mutants
        .sort_by_key(|mutant| (mutant.place, mutant.kind));
    Ok(report)
}

/// A change that gives a valid kernel, with its place.
pub(crate) type ListedMutant = (MutationKind, String, Option<SourcePlace>);

/// The changes of a kernel that are valid kernels, and the number of the others.
pub(crate) fn listed(contract: &Contract<'_>) -> (Vec<ListedMutant>, usize) {
    let passes = contract.passes.iter();
    let entries: Vec<&str> = passes.map(|pass| &pass.entry.name[..]).collect();
    let all = changes(contract.source.module(), &entries);
    let count = all.len();
    let valid = all.into_iter().filter(|change| {
        let changed = contract
            .source
            .changed(|module| apply(module, &entries, change));
        changed.is_ok()
    });
    let listed: Vec<ListedMutant> = valid
        .map(|change| {
            let place = contract.source.place(change.span);
            (change.kind, change.words, place)
        })
        .collect();
    let invalid = count - listed.len();
    (listed, invalid)
}

fn mutant(contract: &Contract<'_>, change: &Change, killed: Option<String>) -> KernelMutant {
    KernelMutant {
        kind: change.kind,
        change: change.words.clone(),
        place: contract.source.place(change.span),
        killed,
    }
}

struct Judge<'j> {
    cases: &'j [ReferenceCase],
    overrides: &'j BTreeMap<String, f64>,
    adapters: &'j [&'j WgpuBackend],
    options: &'j ContractOptions,
}

impl Judge<'_> {
    /// The fault that the contract shows in a kernel.
    fn verdict(&self, contract: &Contract<'_>) -> Option<String> {
        let mut first_outputs = FirstOutputs::new();
        if let Ok(interpreter) = cases::interpreter(contract, self.overrides)
            && let Some(fault) = self.interpreted(contract, &interpreter, &mut first_outputs)
        {
            return Some(fault);
        }
        self.adapters.iter().find_map(|adapter| {
            let (source, passes) = (&contract.source, &contract.passes);
            let limit = self.options.time_limit;
            let device = Device::new(
                adapter,
                source,
                contract.is_changed,
                passes,
                self.overrides,
                limit,
            );
            // Subgroups of another size may leave other words.
            let mut own = FirstOutputs::new();
            let firsts = match contract.subgroup_mismatch(adapter.identity()) {
                Some(_) => &mut own,
                None => &mut first_outputs,
            };
            match device {
                Ok(device) => self
                    .cases
                    .iter()
                    .find_map(|stated| one(contract, &device, stated, firsts)),
                Err(interruption) => Some(words(interruption)),
            }
        })
    }

    /// The reason where no party runs the kernel, so that every mutant would survive.
    fn absence(&self, contract: &Contract<'_>) -> Option<String> {
        let refusals = cases::interpreter(contract, self.overrides).err();
        let refusals = refusals.filter(|_| self.adapters.is_empty())?;
        let first = refusals.first().map(ToString::to_string);
        let why = first.unwrap_or_default();
        Some(format!(
            "nothing runs it: no adapter was given, and the interpreter refuses {why}"
        ))
    }

    fn interpreted(
        &self,
        contract: &Contract<'_>,
        interpreter: &Interpreter,
        firsts: &mut FirstOutputs,
    ) -> Option<String> {
        self.cases.iter().find_map(|stated| {
            let orders = [Order::Ascending, Order::Seeded(1)];
            orders.into_iter().find_map(|order| {
                interpreter.order.set(order);
                one(contract, interpreter, stated, firsts)
            })
        })
    }
}

/// The outputs of the first party, by case: where no reference states them all runs leave the same.
type FirstOutputs = Vec<(CaseId, Vec<Vec<u8>>)>;

fn one(
    contract: &Contract<'_>,
    party: &dyn Party,
    stated: &ReferenceCase,
    firsts: &mut FirstOutputs,
) -> Option<String> {
    let left = match run_contract(contract, &stated.case, stated.case.contents.clone(), party) {
        Ok(left) => left,
        Err(interruption) => return Some(words(interruption)),
    };
    if let Some(fault) = left.faults.first() {
        return Some(fault.to_string());
    }
    let all = comparisons(contract, stated, &left.contents).into_iter();
    let mut faults = all.filter_map(|(k, comparison)| {
        fault(party.name(), &contract.buffers[k].name, &comparison, stated)
    });
    if let Some(fault) = faults.next() {
        return Some(fault.to_string());
    }
    drop(faults);
    let outputs = (0..contract.buffers.len()).filter(|k| contract.buffers[*k].output.is_some());
    let only: Vec<Vec<u8>> = outputs
        .filter(|k| contract.buffers[*k].output == Some(crate::manifest::Equality::SameEveryRun))
        .map(|k| left.contents[k].clone())
        .collect();
    match firsts.iter().find(|(id, _)| *id == stated.case.id) {
        Some((_, first)) => {
            (*first != only).then(|| "runs-differ: another run left other words".to_owned())
        }
        None => {
            firsts.push((stated.case.id.clone(), only));
            None
        }
    }
}

fn words(interruption: Interruption) -> String {
    match interruption {
        Interruption::Fault(fault) => fault.to_string(),
        Interruption::Limit(why) => why,
    }
}
