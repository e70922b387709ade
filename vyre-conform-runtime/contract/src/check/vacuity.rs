//! Contracts that accept what no kernel computes: zeros, an input, the last output, an element that is lost.

use super::{ContractReport, ReferenceCase, cases};
use crate::case::{Case, InputPattern, POISON};
use crate::compare::compare;
use crate::contract::Contract;
use crate::fault::{ContractFault, ContractRule};
use crate::manifest::{Equality, Generator};
use crate::reference::Oracle;

/// True if the outputs of a case can distinguish kernels: they have more than one element.
fn tells(stated: &ReferenceCase) -> bool {
    stated.case.id.n > 1 || stated.expected.iter().any(|(_, bits)| bits.len() > 1)
}

/// Adds a fault for each output that the contract leaves open.
pub(crate) fn check(contract: &Contract<'_>, all: &[ReferenceCase], report: &mut ContractReport) {
    for stated in all {
        for (k, bounds) in &stated.bounds {
            if let Some(cause) = &bounds.cause {
                let values = format!("`{}`: {cause}", contract.buffers[*k].name);
                let mut fault = ContractFault::new(ContractRule::Unbounded, "", values);
                fault.case = Some(stated.case.id.clone());
                report.add(fault);
            }
        }
    }
    let telling: Vec<&ReferenceCase> = all.iter().filter(|stated| tells(stated)).collect();
    let telling = if telling.is_empty() {
        all.iter().collect()
    } else {
        telling
    };
    for (position, (k, _)) in all
        .first()
        .map_or(&[][..], |first| &first.expected)
        .iter()
        .enumerate()
    {
        if let Some(values) = vacuous(contract, &telling, position, *k) {
            report.add(ContractFault::new(
                ContractRule::VacuousContract,
                "",
                values,
            ));
        }
        if contract.buffers[*k]
            .output
            .is_some_and(Equality::is_tolerance)
            && let Some(largest) = telling.iter().rev().find(|s| is_random(s))
            && let Some(values) = blind(contract, largest, position, *k)
        {
            let mut fault = ContractFault::new(ContractRule::BlindTolerance, "", values);
            fault.case = Some(largest.case.id.clone());
            report.add(fault);
        }
    }
}

/// Elements of the case differ from each other as those of most inputs do.
fn is_random(stated: &ReferenceCase) -> bool {
    stated.case.id.pattern == InputPattern::Random && !stated.case.id.spare
}

/// The bytes pass as the output of a case.
fn passes(contract: &Contract<'_>, stated: &ReferenceCase, position: usize, bytes: &[u8]) -> bool {
    let (k, expected) = &stated.expected[position];
    let scalars = stated.case.scalars(&contract.buffers[*k], *k);
    let allowance = stated.allowance(contract, *k);
    compare(&scalars, expected, bytes, allowance, POISON)
        .first
        .is_none()
}

/// The output of a case as bytes.
fn bytes(contract: &Contract<'_>, stated: &ReferenceCase, position: usize) -> Vec<u8> {
    let (k, expected) = &stated.expected[position];
    let mut bytes = vec![0; stated.case.contents[*k].len()];
    for (scalar, bits) in stated
        .case
        .scalars(&contract.buffers[*k], *k)
        .iter()
        .zip(expected)
    {
        scalar.set(&mut bytes, bits.unwrap_or(0));
    }
    bytes
}

fn vacuous(
    contract: &Contract<'_>,
    all: &[&ReferenceCase],
    position: usize,
    k: usize,
) -> Option<String> {
    let name = &contract.buffers[k].name;
    let every = |candidate: &dyn Fn(usize, &ReferenceCase) -> Vec<u8>| {
        let mut cases = all.iter().enumerate();
        cases.all(|(at, stated)| passes(contract, stated, position, &candidate(at, stated)))
    };
    if every(&|_, stated| vec![0; stated.case.contents[k].len()]) {
        return Some(format!("`{name}` may be all zeros in every case"));
    }
    for (b, buffer) in contract.buffers.iter().enumerate() {
        let is_copy = |_: usize, stated: &ReferenceCase| {
            let mut bytes = stated.case.contents[b].clone();
            bytes.resize(stated.case.contents[k].len(), 0);
            bytes
        };
        if buffer.is_given() && every(&is_copy) {
            return Some(format!(
                "`{name}` may be a copy of `{}` as it was before the run in every case",
                buffer.name
            ));
        }
    }
    let inputs = contract.buffers.iter().filter_map(|b| b.input.as_ref());
    let is_random = inputs.clone().any(Generator::is_random);
    if !is_random {
        return None;
    }
    // The output of the case before, where that has the same size.
    let last = |at: usize, stated: &ReferenceCase| {
        let same = |other: &&&ReferenceCase| {
            other.case.lengths == stated.case.lengths && other.case.id.n == stated.case.id.n
        };
        let before = all[..at].iter().rev().find(same);
        bytes(contract, before.copied().unwrap_or(stated), position)
    };
    every(&last).then(|| format!("`{name}` may be the output of the last run in every case"))
}

/// A lost element of an input that changes the reference and passes the tolerance.
fn blind(
    contract: &Contract<'_>,
    stated: &ReferenceCase,
    position: usize,
    k: usize,
) -> Option<String> {
    let oracle = Oracle::new(contract, &stated.case.id.overrides).ok()?;
    for (b, buffer) in contract.buffers.iter().enumerate() {
        let is_free = buffer.input.as_ref().is_some_and(Generator::is_free);
        if !is_free || buffer.stride.is_none() {
            continue;
        }
        let all = stated.case.scalars(buffer, b);
        // An element of middle size among some: the smallest ones matter to nothing.
        let mut some: Vec<_> = all.iter().step_by((all.len() / 64).max(1)).collect();
        some.retain(|scalar| scalar.number(scalar.bits(&stated.case.contents[b])).abs() > 0.0);
        some.sort_by(|x, y| {
            let size =
                |s: &crate::layout::BufferScalar| s.number(s.bits(&stated.case.contents[b])).abs();
            size(x).total_cmp(&size(y))
        });
        let Some(lost) = some.get(some.len() / 2) else {
            continue;
        };
        let mut case: Case = stated.case.clone();
        lost.set(&mut case.contents[b], 0);
        let Ok(without) = cases::of(contract, case, &oracle) else {
            continue;
        };
        let changed = without.expected[position] != stated.expected[position];
        let left = bytes(contract, &without, position);
        if changed && passes(contract, stated, position, &left) {
            let output = &contract.buffers[k];
            let number = lost.written(lost.bits(&stated.case.contents[b]));
            let equality = output.output.unwrap_or(Equality::Exact);
            return Some(format!(
                "`{}` passes `{equality}` without `{}{}` = {number}",
                output.name, buffer.name, lost.path
            ));
        }
    }
    None
}
