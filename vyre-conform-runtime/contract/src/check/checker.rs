//! The parties of a check: each runs every case, and is compared with the reference, itself and the others.

use super::{ContractOptions, ContractReport, ReferenceCase, cases, comparisons, fault};
use crate::case::{CaseId, POISON};
use crate::compare::{ToleranceUse, compare};
use crate::contract::Contract;
use crate::device::Device;
use crate::fault::{ContractFault, ContractRule};
use crate::interpreter::Interpreter;
use crate::manifest::Equality;
use crate::run::{Interruption, Party, RunResult, run_contract};
use crate::shrink;
use std::collections::BTreeMap;
use vyre_conform_interp::Order;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::WgpuBackend;

/// The name of the first party and the contents that it left.
type FirstOutput = Option<(String, Vec<Vec<u8>>)>;
/// Those of every case.
type FirstOutputs = Vec<FirstOutput>;

/// A check of one choice of overrides that is under way.
pub(super) struct Checker<'c> {
    pub(super) contract: &'c Contract<'c>,
    pub(super) options: &'c ContractOptions,
    pub(super) overrides: &'c BTreeMap<String, f64>,
    pub(super) cases: &'c [ReferenceCase],
    pub(super) report: &'c mut ContractReport,
}

impl Checker<'_> {
    pub(super) fn parties(&mut self, adapters: &[&WgpuBackend]) {
        // Contents of the outputs of the first party, which the others are compared with where no reference is.
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
                Ok(device) => self.device(&device, &mut firsts),
                Err(interruption) => {
                    let name = format!("`{}`", adapter.identity().slug);
                    self.interrupted(&name, interruption, None);
                }
            }
        }
    }

    fn interpret(&mut self, interpreter: &Interpreter, firsts: &mut FirstOutputs) {
        let name = interpreter.name().to_owned();
        for (k, stated) in self.cases.iter().enumerate() {
            interpreter.order.set(Order::Ascending);
            let Some(first) = self.run(interpreter, stated, stated.case.contents.clone()) else {
                break;
            };
            for seed in [1, 2, 3] {
                interpreter.order.set(Order::Seeded(seed));
                let Some(other) = self.run(interpreter, stated, stated.case.contents.clone())
                else {
                    break;
                };
                self.same(&name, stated, &first, &other, ContractRule::RunsDiffer);
            }
            interpreter.order.set(Order::Ascending);
            let stale = self.stale(k, firsts);
            if let Some(other) = self.run(interpreter, stated, stale) {
                self.same(&name, stated, &first, &other, ContractRule::StaleMemory);
            }
            firsts[k] = Some((name.clone(), first.contents));
            self.ran(&name);
        }
        self.shrink(interpreter);
    }

    fn device(&mut self, device: &Device, firsts: &mut FirstOutputs) {
        let name = device.name().to_owned();
        for (k, stated) in self.cases.iter().enumerate() {
            let Some(first) = self.run(device, stated, stated.case.contents.clone()) else {
                break;
            };
            let Some(second) = self.run(device, stated, stated.case.contents.clone()) else {
                break;
            };
            self.same(&name, stated, &first, &second, ContractRule::RunsDiffer);
            let stale = self.stale(k, firsts);
            if let Some(other) = self.run(device, stated, stale) {
                self.same(&name, stated, &first, &other, ContractRule::StaleMemory);
            }
            match &firsts[k] {
                Some((other, contents)) => {
                    self.between(&name, other, stated, &first.contents, contents)
                }
                None => firsts[k] = Some((name.clone(), first.contents)),
            }
            self.ran(&name);
        }
        self.shrink(device);
    }

    fn ran(&mut self, name: &str) {
        match self
            .report
            .parties
            .iter_mut()
            .find(|(party, _)| party == name)
        {
            Some((_, cases)) => *cases += 1,
            None => self.report.parties.push((name.to_owned(), 1)),
        }
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
        for (k, comparison) in comparisons(self.contract, stated, contents) {
            let buffer = &self.contract.buffers[k];
            let equality = buffer.output.unwrap_or(Equality::Exact);
            if equality.is_tolerance() {
                let tolerances = &mut self.report.tolerances;
                match tolerances.iter_mut().find(|t| t.buffer == buffer.name) {
                    Some(known) => known.add(&comparison.tolerance),
                    None => tolerances.push(ToleranceUse {
                        buffer: buffer.name.clone(),
                        equality: equality.to_string(),
                        ..comparison.tolerance.clone()
                    }),
                }
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
            let bound = self.contract.equality(&stated.case, k);
            let first = compare(&scalars, &expected, &own[k], bound, POISON).first;
            let first = first.filter(|_| wanted(equality))?;
            Some(RunDifference {
                path: format!("{}{}", buffer.name, first.path),
                own: first.found,
                other: first.expected,
                is_poison: first.is_poison,
            })
        })
    }

    /// Replaces the case of the party's difference by the smallest that shows it.
    fn shrink(&mut self, party: &dyn Party) {
        let of_party = |f: &ContractFault| {
            f.party == party.name()
                && [ContractRule::Differs, ContractRule::Unwritten].contains(&f.rule)
        };
        let faults = self.report.faults.iter_mut().filter(|f| of_party(f));
        for fault in faults {
            shrink::shrink(self.contract, party, fault);
        }
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
