//! The check of a contract: cases, parties, comparisons.

pub(crate) mod cases;
mod checker;
pub(crate) mod saved;
mod vacuity;

use crate::bound::ElementBounds;
use crate::case::{Case, POISON};
use crate::compare::{Allowance, Comparison, ToleranceUse, compare};
use crate::contract::Contract;
use crate::evidence::PartyEvidence;
use crate::fault::{ContractFault, ContractRule};
use crate::manifest::ManifestError;
use crate::reference::Expected;
use crate::subgroups::SubgroupMismatch;
use checker::Checker;
use saved::SavedKernelCase;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use vyre_conform_wgpu::WgpuBackend;

/// The choices of a user for a check.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContractOptions {
    /// The longest time that a dispatch may take.
    pub time_limit: Duration,
    /// The first seed; every case has one of its own.
    pub seed: u64,
    /// Adapters run kernels that did not end on the interpreter.
    pub dispatch_anyway: bool,
    /// Cases that failed once: they run before all others.
    pub saved: Vec<SavedKernelCase>,
    /// The saved cases run alone.
    pub is_replay: bool,
}

impl Default for ContractOptions {
    fn default() -> Self {
        Self {
            time_limit: Duration::from_secs(10),
            seed: 1,
            dispatch_anyway: false,
            saved: vec![],
            is_replay: false,
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContractReport {
    /// The kernel's file.
    pub kernel: String,
    /// The parties with the number of cases that each ran.
    pub parties: Vec<(String, u64)>,
    /// Cases.
    pub cases: u64,
    /// Problem sizes.
    pub sizes: Vec<u64>,
    /// Faults.
    pub faults: Vec<ContractFault>,
    /// The use that results make of tolerances.
    pub tolerances: Vec<ToleranceUse>,
    /// Parts that were not checked, with the reason.
    pub omissions: Vec<String>,
    /// Devices with subgroups of another size than the manifest states.
    pub subgroup_mismatches: Vec<SubgroupMismatch>,
    /// Cases that were saved and ran first.
    pub saved: u64,
    /// The faults of outputs with the contents that show them, to be saved.
    #[serde(skip)]
    pub failures: Vec<SavedKernelCase>,
    /// The runs of each party.
    #[serde(skip)]
    pub(crate) evidence: BTreeMap<String, PartyEvidence>,
}

impl ContractReport {
    /// Some party ran a case: without one nothing is known of the kernel.
    pub fn has_run(&self) -> bool {
        !self.parties.is_empty()
    }

    /// The kernel or the contract has a fault.
    pub fn is_refuted(&self) -> bool {
        !self.faults.is_empty()
    }

    fn new(contract: &Contract<'_>) -> Self {
        Self {
            kernel: contract.manifest.kernel.value.clone(),
            parties: vec![],
            cases: 0,
            sizes: cases::sizes(contract),
            faults: vec![],
            tolerances: vec![],
            omissions: vec![],
            subgroup_mismatches: vec![],
            saved: 0,
            failures: vec![],
            evidence: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, fault: ContractFault) {
        if !self.faults.iter().any(|known| known.is_same(&fault)) {
            self.faults.push(fault);
        }
    }

    fn omit(&mut self, omission: String) {
        if !self.omissions.contains(&omission) {
            self.omissions.push(omission);
        }
    }
}

/// A case with the words that its outputs must hold.
pub(crate) struct ReferenceCase {
    pub(crate) case: Case,
    pub(crate) expected: Expected,
    /// The error bounds of outputs with the equality `bound`.
    pub(crate) bounds: BTreeMap<usize, ElementBounds>,
}

impl ReferenceCase {
    /// The differences that an output may have.
    pub(crate) fn allowance(&self, contract: &Contract<'_>, k: usize) -> Allowance<'_> {
        match self.bounds.get(&k) {
            Some(bounds) => Allowance::Bounds(&bounds.values),
            None => Allowance::Equality(contract.equality(&self.case, k)),
        }
    }
}

/// Checks a contract on the interpreter and on these adapters. Saved cases run first.
///
/// # Errors
/// A size or an expression of the manifest that no case can have, or a reference that fails.
pub fn check(
    contract: &Contract<'_>,
    adapters: &[&WgpuBackend],
    options: &ContractOptions,
) -> Result<ContractReport, ManifestError> {
    let mut report = ContractReport::new(contract);
    let choices = cases::overrides(contract);
    for saved in &options.saved {
        if !choices.contains(&saved.id.overrides) {
            report.omit(format!(
                "the saved case {}: the manifest no longer tries its overrides",
                saved.name()
            ));
        }
    }
    for overrides in choices {
        let mut all = saved::stated(contract, &overrides, &options.saved, &mut report)?;
        let saved = all.len();
        if !options.is_replay {
            all.extend(cases::stated(contract, &overrides, options.seed)?);
        }
        report.cases += all.len() as u64;
        report.saved += saved as u64;
        vacuity::check(contract, &all[saved..], &mut report);
        let mut checker = Checker {
            contract,
            options,
            overrides: &overrides,
            cases: &all,
            saved,
            report: &mut report,
        };
        checker.parties(adapters);
    }
    if adapters.is_empty() {
        report.omit("no adapter took part".to_owned());
    }
    Ok(report)
}

/// The comparisons of outputs with the reference.
pub(crate) fn comparisons(
    contract: &Contract<'_>,
    stated: &ReferenceCase,
    contents: &[Vec<u8>],
) -> Vec<(usize, Comparison)> {
    let each = stated.expected.iter().map(|(k, expected)| {
        let buffer = &contract.buffers[*k];
        let scalars = stated.case.scalars(buffer, *k);
        let allowance = stated.allowance(contract, *k);
        (
            *k,
            compare(&scalars, expected, &contents[*k], allowance, POISON),
        )
    });
    each.collect()
}

/// The fault of an output.
pub(crate) fn fault(
    party: &str,
    name: &str,
    comparison: &Comparison,
    stated: &ReferenceCase,
) -> Option<ContractFault> {
    let first = comparison.first.as_ref()?;
    let wrong = comparison.wrong;
    let of = comparison.tolerance.elements;
    let (rule, values) = if first.is_poison {
        (
            ContractRule::Unwritten,
            format!(
                "`{name}{}` was not written; {wrong} of {of} elements differ",
                first.path
            ),
        )
    } else {
        (
            ContractRule::Differs,
            format!(
                "`{name}{}` is {}, the reference states {}; {wrong} of {of} elements differ",
                first.path, first.found, first.expected
            ),
        )
    };
    let mut fault = ContractFault::new(rule, party, values);
    fault.case = Some(stated.case.id.clone());
    Some(fault)
}
