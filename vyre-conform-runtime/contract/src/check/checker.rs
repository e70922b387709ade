//! The parties of a check: each runs every case, and is compared with the reference, itself and the others.

use super::saved::SavedKernelCase;
use super::{ContractOptions, ContractReport, ReferenceCase, cases, comparisons, fault};
use crate::case::{CaseId, POISON};
use crate::compare::{ToleranceUse, compare};
use crate::contract::Contract;
use crate::device::Device;
use crate::evidence::{CaseEvidence, output_digest, outputs};
use crate::fault::{ContractFault, ContractRule};
use crate::interpreter::Interpreter;
use crate::manifest::Equality;
use crate::run::{Interruption, Party, RunResult, run_contract};
use crate::shrink;
use crate::subgroups::SubgroupMismatch;
use std::collections::BTreeMap;
use vyre_conform_interp::Order;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::WgpuBackend;

/// The name of the first party and the contents that it left.
type FirstOutput = Option<(String, Vec<Vec<u8>>)>;
/// First outputs by case.
type FirstOutputs = Vec<FirstOutput>;

/// A check of one choice of overrides that is under way.
pub(super) struct Checker<'c> {
    pub(super) contract: &'c Contract<'c>,
    pub(super) options: &'c ContractOptions,
    pub(super) overrides: &'c BTreeMap<String, f64>,
    pub(super) cases: &'c [ReferenceCase],
    /// Number of leading cases that were saved; they produce no evidence.
    pub(super) saved: usize,
    pub(super) report: &'c mut ContractReport,
}

impl Checker<'_> {
    pub(super) fn parties(&mut self, adapters: &[&WgpuBackend]) {
        // Outputs of the first party. Other parties are compared with them if there is no reference.
        let mut firsts: FirstOutputs = vec![None; self.cases.len()];
        let mut ends = true;
        match cases::interpreter(self.contract, self.overrides) {
            Ok(interpreter) => {
                self.interpret(&interpreter, &mut firsts);
                let never = |f: &ContractFault| f.rule == ContractRule::Endless;
                ends = !self.report.faults.iter().any(never);
            }
            Err(refusals) => {
                for refusal in refusals {
                    let place = refusal
                        .place
                        .map_or(String::new(), |place| format!("{place}: "));
                    self.report.omit(format!(
                        "the interpreter does not run the kernel: {place}{refusal}"
                    ));
                }
            }
        }
        if !ends && !self.options.dispatch_anyway {
            if !adapters.is_empty() {
                let omission = "no adapter ran the kernel, which does not end on the interpreter: `--dispatch-anyway` \
                                dispatches it";
                self.report.omit(omission.to_owned());
            }
            return;
        }
        for adapter in adapters {
            let (source, passes) = (&self.contract.source, &self.contract.passes);
            let limit = self.options.time_limit;
            let is_changed = self.contract.is_changed;
            match Device::new(adapter, source, is_changed, passes, self.overrides, limit) {
                Ok(device) => {
                    let mismatch = self.contract.subgroup_mismatch(adapter.identity());
                    self.device(&device, mismatch, &mut firsts);
                }
                Err(interruption) => {
                    let name = format!("`{}`", adapter.identity().slug);
                    self.interrupted(&name, interruption, None);
                }
            }
        }
    }

    fn interpret(&mut self, interpreter: &Interpreter, firsts: &mut FirstOutputs) {
        let name = interpreter.name().to_owned();
        if self.contract.stated_subgroup_size().is_some() {
            self.report.omit(format!(
                "{name} waits for the whole workgroup at each subgroup operation: `kernel inspect` reports races \
                 between subgroups"
            ));
        }
        for (k, stated) in self.cases.iter().enumerate() {
            interpreter.order.set(Order::Ascending);
            let Some(first) = self.run(interpreter, stated, stated.case.contents.clone()) else {
                break;
            };
            let mut launches = first.launches;
            for seed in [1, 2, 3] {
                interpreter.order.set(Order::Seeded(seed));
                let Some(other) = self.run(interpreter, stated, stated.case.contents.clone())
                else {
                    break;
                };
                launches += other.launches;
                self.same(&name, stated, &first, &other, ContractRule::RunsDiffer);
            }
            interpreter.order.set(Order::Ascending);
            let stale = self.stale(k, firsts);
            if let Some(other) = self.run(interpreter, stated, stale) {
                launches += other.launches;
                self.same(&name, stated, &first, &other, ContractRule::StaleMemory);
            }
            self.ran(&name, k, launches, &first.contents);
            firsts[k] = Some((name.clone(), first.contents));
        }
        self.shrink(interpreter);
    }

    fn device(
        &mut self,
        device: &Device,
        mismatch: Option<SubgroupMismatch>,
        firsts: &mut FirstOutputs,
    ) {
        let name = device.name().to_owned();
        let is_other_size = mismatch.is_some();
        if let Some(mismatch) = mismatch {
            self.skip(mismatch);
        }
        for (k, stated) in self.cases.iter().enumerate() {
            let Some(first) = self.run(device, stated, stated.case.contents.clone()) else {
                break;
            };
            let Some(second) = self.run(device, stated, stated.case.contents.clone()) else {
                break;
            };
            self.same(&name, stated, &first, &second, ContractRule::RunsDiffer);
            let mut launches = first.launches + second.launches;
            let stale = self.stale(k, firsts);
            if let Some(other) = self.run(device, stated, stale) {
                launches += other.launches;
                self.same(&name, stated, &first, &other, ContractRule::StaleMemory);
            }
            self.ran(&name, k, launches, &first.contents);
            // Subgroups of another size may leave other words, which nothing else is compared with.
            if is_other_size {
                continue;
            }
            match &firsts[k] {
                Some((other, contents)) => {
                    self.between(&name, other, stated, &first.contents, contents)
                }
                None => firsts[k] = Some((name.clone(), first.contents)),
            }
        }
        self.shrink(device);
    }

    /// Records that a device is not compared with the interpreter.
    fn skip(&mut self, mismatch: SubgroupMismatch) {
        self.report.omit(mismatch.to_string());
        if !self.report.subgroup_mismatches.contains(&mismatch) {
            self.report.subgroup_mismatches.push(mismatch);
        }
    }

    /// Counts a case that a party ran, with the outputs of its first run.
    fn ran(&mut self, name: &str, k: usize, launches: u64, contents: &[Vec<u8>]) {
        let parties = &mut self.report.parties;
        match parties.iter_mut().find(|(party, _)| party == name) {
            Some((_, cases)) => *cases += 1,
            None => parties.push((name.to_owned(), 1)),
        }
        if k < self.saved {
            return;
        }
        let stated = &self.cases[k];
        let each = outputs(self.contract).into_iter().map(|output| {
            let mut expected = stated.expected.iter();
            let expected = expected.find(|(of, _)| *of == output);
            let expected = expected.map(|(_, bits)| &bits[..]);
            output_digest(
                self.contract,
                &stated.case,
                output,
                &contents[output],
                expected,
            )
        });
        let outputs = each.collect();
        let evidence = self.report.evidence.entry(name.to_owned()).or_default();
        evidence.cases.push(CaseEvidence { launches, outputs });
    }

    /// One run, compared with the reference. `None` where the party runs no further case.
    fn run(
        &mut self,
        party: &dyn Party,
        stated: &ReferenceCase,
        contents: Vec<Vec<u8>>,
    ) -> Option<RunResult> {
        match run_contract(self.contract, &stated.case, contents, party) {
            Ok(result) => {
                for mut fault in result.faults.iter().cloned() {
                    fault.case = Some(stated.case.id.clone());
                    self.report.add(fault);
                }
                for fault in self.compared(party.name(), stated, &result.contents) {
                    self.report.add(fault);
                }
                Some(result)
            }
            Err(interruption) => {
                self.interrupted(party.name(), interruption, Some(&stated.case.id));
                None
            }
        }
    }

    fn interrupted(&mut self, party: &str, interruption: Interruption, case: Option<&CaseId>) {
        match interruption {
            Interruption::Fault(mut fault) => {
                fault.case = case.cloned();
                self.report.add(*fault);
            }
            Interruption::Limit(why) => {
                let at = case.map_or(String::new(), |case| format!(" from {case} on"));
                self.report.omit(format!("{party} was not run{at}: {why}"));
            }
        }
    }

    /// The faults of outputs, and the use that they make of tolerances.
    fn compared(
        &mut self,
        party: &str,
        stated: &ReferenceCase,
        contents: &[Vec<u8>],
    ) -> Vec<ContractFault> {
        let mut found = vec![];
        let mut saved = self.cases[..self.saved].iter();
        let is_saved = saved.any(|saved| std::ptr::eq(saved, stated));
        for (k, comparison) in comparisons(self.contract, stated, contents) {
            let buffer = &self.contract.buffers[k];
            let equality = buffer.output.unwrap_or(Equality::Exact);
            if equality.is_tolerance() {
                let used = ToleranceUse {
                    buffer: buffer.name.clone(),
                    equality: equality.to_string(),
                    ..comparison.tolerance.clone()
                };
                if !is_saved {
                    let evidence = self.report.evidence.entry(party.to_owned()).or_default();
                    add(&mut evidence.tolerances, &used);
                }
                add(&mut self.report.tolerances, &used);
            }
            found.extend(fault(party, &buffer.name, &comparison, stated));
        }
        found
    }

    /// Contents as a previous run leaves them in what nothing gives, in place of poison.
    fn stale(&self, k: usize, firsts: &[FirstOutput]) -> Vec<Vec<u8>> {
        let mut contents = self.cases[k].case.contents.clone();
        let before = firsts[..k].iter().rev().flatten().next();
        for (b, buffer) in self.contract.buffers.iter().enumerate() {
            if buffer.is_given() {
                continue;
            }
            match before {
                Some((_, before)) if !before[b].is_empty() => {
                    let endless = before[b].iter().cycle();
                    contents[b]
                        .iter_mut()
                        .zip(endless)
                        .for_each(|(to, from)| *to = *from);
                }
                _ => contents[b].fill(0),
            }
        }
        contents
    }

    /// Two runs of a party on equal inputs leave the same outputs.
    fn same(
        &mut self,
        party: &str,
        stated: &ReferenceCase,
        a: &RunResult,
        b: &RunResult,
        rule: ContractRule,
    ) {
        let Some(difference) = self.difference(stated, &b.contents, &a.contents, &|_| true) else {
            return;
        };
        let mut fault = if difference.is_poison {
            let values = format!("`{}` was not written", difference.path);
            ContractFault::new(ContractRule::Unwritten, party, values)
        } else {
            ContractFault::new(rule, party, difference.words())
        };
        fault.case = Some(stated.case.id.clone());
        self.report.add(fault);
    }

    /// Parties leave the same words in outputs that no reference states.
    fn between(
        &mut self,
        party: &str,
        other: &str,
        stated: &ReferenceCase,
        a: &[Vec<u8>],
        b: &[Vec<u8>],
    ) {
        let only = |equality: Equality| equality == Equality::SameEveryRun;
        if let Some(difference) = self.difference(stated, b, a, &only) {
            let values = format!("{}; the second is that of {other}", difference.words());
            let mut fault = ContractFault::new(ContractRule::DevicesDiffer, party, values);
            fault.case = Some(stated.case.id.clone());
            self.report.add(fault);
        }
    }

    /// The first element of an output that differs between two runs by more than its equality allows.
    fn difference(
        &self,
        stated: &ReferenceCase,
        other: &[Vec<u8>],
        own: &[Vec<u8>],
        wanted: &dyn Fn(Equality) -> bool,
    ) -> Option<RunDifference> {
        let outputs = self.contract.buffers.iter().enumerate();
        let mut outputs = outputs.filter_map(|(k, buffer)| Some((k, buffer, buffer.output?)));
        outputs.find_map(|(k, buffer, equality)| {
            let scalars = stated.case.scalars(buffer, k);
            let expected: Vec<_> = scalars.iter().map(|s| Some(s.bits(&other[k]))).collect();
            let allowance = stated.allowance(self.contract, k);
            let first = compare(&scalars, &expected, &own[k], allowance, POISON).first;
            let first = first.filter(|_| wanted(equality))?;
            Some(RunDifference {
                path: format!("{}{}", buffer.name, first.path),
                own: first.found,
                other: first.expected,
                is_poison: first.is_poison,
            })
        })
    }

    /// Replaces the case of the party's difference by the smallest that shows it, and keeps the cases of its faults.
    fn shrink(&mut self, party: &dyn Party) {
        let differs = [ContractRule::Differs, ContractRule::Unwritten];
        let faults = self.report.faults.iter_mut();
        for fault in faults.filter(|fault| fault.party == party.name()) {
            let smallest = differs
                .contains(&fault.rule)
                .then(|| shrink::shrink(self.contract, party, fault))
                .flatten();
            let shown = self.cases.iter().map(|stated| &stated.case);
            let case = smallest.or_else(|| {
                shown
                    .clone()
                    .find(|case| Some(&case.id) == fault.case.as_ref())
                    .cloned()
            });
            if let Some(case) = case {
                let saved = SavedKernelCase::new(self.contract, &case, fault);
                self.report.failures.push(saved);
            }
        }
    }
}

fn add(all: &mut Vec<ToleranceUse>, used: &ToleranceUse) {
    match all.iter_mut().find(|known| known.buffer == used.buffer) {
        Some(known) => known.add(used),
        None => all.push(used.clone()),
    }
}

/// An element that differs between two runs.
struct RunDifference {
    path: String,
    own: String,
    other: String,
    /// Nothing wrote the element of the first.
    is_poison: bool,
}

impl RunDifference {
    fn words(&self) -> String {
        format!("`{}` is {} and {}", self.path, self.own, self.other)
    }
}
