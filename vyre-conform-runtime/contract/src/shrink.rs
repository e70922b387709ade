//! The smallest failing input: first the problem size, then the values.

use crate::case::{Case, CaseId};
use crate::check::{ReferenceCase, cases, comparisons, fault};
use crate::contract::Contract;
use crate::fault::{ContractFault, ContractRule};
use crate::manifest::Generator;
use crate::reference::Oracle;
use crate::run::{Party, run_contract};

/// Most runs.
const MAX_RUNS: usize = 300;
/// Most inputs that are written.
const MAX_WRITTEN: usize = 12;

/// Replaces the case of a fault by the smallest that shows it, with its inputs.
pub(crate) fn shrink(
    contract: &Contract<'_>,
    party: &dyn Party,
    found: &mut ContractFault,
) -> Option<Case> {
    let id = found.case.clone()?;
    let oracle = Oracle::new(contract, &id.overrides).ok()?;
    let mut trial = Trial {
        contract,
        party,
        oracle,
        rule: found.rule,
        runs: 0,
    };
    let mut best = trial.smallest_size(&id)?;
    trial.smaller_values(&mut best);
    let (stated, fault) = best;
    found.values = fault.values;
    found.inputs = written(contract, &stated.case);
    found.case = Some(stated.case.id.clone());
    Some(stated.case)
}

struct Trial<'t> {
    contract: &'t Contract<'t>,
    party: &'t dyn Party,
    oracle: Oracle<'t>,
    rule: ContractRule,
    runs: usize,
}

impl Trial<'_> {
    /// The fault that a case shows.
    fn fails(&mut self, case: Case) -> Option<(ReferenceCase, ContractFault)> {
        self.runs += 1;
        let stated = cases::of(self.contract, case, &self.oracle).ok()?;
        let contents = stated.case.contents.clone();
        let left = run_contract(self.contract, &stated.case, contents, self.party).ok()?;
        let all = comparisons(self.contract, &stated, &left.contents).into_iter();
        let mut faults = all.filter_map(|(k, comparison)| {
            fault(
                self.party.name(),
                &self.contract.buffers[k].name,
                &comparison,
                &stated,
            )
        });
        let fault = faults.find(|fault| fault.rule == self.rule)?;
        drop(faults);
        Some((stated, fault))
    }

    fn smallest_size(&mut self, id: &CaseId) -> Option<(ReferenceCase, ContractFault)> {
        // The kernel may be made for the listed sizes alone.
        let listed = &self.contract.manifest.sizes;
        let small = (1..id.n.min(70)).chain((0..20).map(|k| 70 << k));
        let candidates: Vec<u64> = if listed.is_empty() {
            small.take_while(|n| *n < id.n).collect()
        } else {
            listed.iter().copied().take_while(|n| *n < id.n).collect()
        };
        for n in candidates {
            let case = Case::new(self.contract, CaseId { n, ..id.clone() });
            if let Some(found) = case.ok().and_then(|case| self.fails(case)) {
                return Some(found);
            }
        }
        self.fails(Case::new(self.contract, id.clone()).ok()?)
    }

    /// Sets elements of free inputs to 0 in halves, quarters and so on, then those that are left to 1.
    fn smaller_values(&mut self, best: &mut (ReferenceCase, ContractFault)) {
        for (k, buffer) in self.contract.buffers.iter().enumerate() {
            if !buffer.input.as_ref().is_some_and(Generator::is_free) {
                continue;
            }
            let scalars = best.0.case.scalars(buffer, k);
            for number in [0.0, 1.0] {
                let mut part = scalars.len();
                while part > 0 && self.runs < MAX_RUNS {
                    for chunk in scalars.chunks(part) {
                        let mut case = best.0.case.clone();
                        for scalar in chunk {
                            let bits = scalar.bits(&case.contents[k]);
                            // A 1 replaces larger elements alone.
                            if number == 0.0 || bits != 0 {
                                scalar.set(
                                    &mut case.contents[k],
                                    scalar.bits_of(number).unwrap_or(0),
                                );
                            }
                        }
                        if case.contents[k] == best.0.case.contents[k] || self.runs >= MAX_RUNS {
                            continue;
                        }
                        if let Some(found) = self.fails(case) {
                            *best = found;
                        }
                    }
                    part /= 2;
                }
            }
        }
    }
}

/// The elements of inputs that are not 0.
fn written(contract: &Contract<'_>, case: &Case) -> Vec<String> {
    let mut lines = vec![];
    for (k, buffer) in contract.buffers.iter().enumerate() {
        if buffer.input.is_none() {
            continue;
        }
        let scalars = case.scalars(buffer, k);
        let bits = scalars.iter().map(|s| (s, s.bits(&case.contents[k])));
        let found: Vec<String> = bits
            .filter(|(_, bits)| *bits != 0)
            .map(|(s, bits)| format!("{}{} = {}", buffer.name, s.path, s.written(bits)))
            .collect();
        let more = found.len().saturating_sub(MAX_WRITTEN);
        let mut line = if found.is_empty() {
            format!("{} = 0 everywhere", buffer.name)
        } else {
            found[..found.len() - more].join(", ")
        };
        if more > 0 {
            line += &format!(" and {more} more");
        }
        lines.push(line);
    }
    lines
}
