//! The cases of a check.

use super::ReferenceCase;
use crate::case::{Case, CaseId, InputPattern};
use crate::contract::Contract;
use crate::interpreter::Interpreter;
use crate::manifest::{Generator, ManifestError};
use crate::reference::Oracle;
use std::collections::BTreeMap;
use vyre_conform_import::Refusal;

/// Most choices of overrides.
const MAX_CHOICES: usize = 32;

/// The problem sizes: those of the manifest, or some around the workgroup size.
pub(crate) fn sizes(contract: &Contract<'_>) -> Vec<u64> {
    if !contract.manifest.sizes.is_empty() {
        return contract.manifest.sizes.clone();
    }
    let sizes = contract.passes.iter().map(|pass| pass.entry.workgroup_size);
    let sizes = sizes.map(|size| {
        let lengths = size.iter().map(|n| u64::from(*n).max(1));
        lengths.fold(1, u64::saturating_mul)
    });
    let group: u64 = sizes.max().unwrap_or(1).clamp(4, 1024);
    let mut found = vec![
        1,
        2,
        3,
        group - 1,
        group,
        group + 1,
        2 * group + 3,
        4 * group,
    ];
    found.sort_unstable();
    found.dedup();
    found
}

/// Every choice of overrides, the first values first.
pub(crate) fn overrides(contract: &Contract<'_>) -> Vec<BTreeMap<String, f64>> {
    let mut choices = vec![BTreeMap::new()];
    for (name, values) in &contract.manifest.overrides {
        let with = |choice: &BTreeMap<String, f64>, value: f64| {
            let mut choice = choice.clone();
            choice.insert(name.clone(), value);
            choice
        };
        let all = choices
            .iter()
            .flat_map(|choice| values.value.iter().map(|v| with(choice, *v)));
        choices = all.take(MAX_CHOICES).collect();
    }
    choices
}

/// The imported kernel.
pub(crate) fn interpreter(
    contract: &Contract<'_>,
    overrides: &BTreeMap<String, f64>,
) -> Result<Interpreter, Vec<Refusal>> {
    Interpreter::new(
        &contract.source,
        &contract.passes,
        overrides,
        &contract.manifest,
        contract.catalog,
    )
}

/// The descriptions of all cases of a choice of overrides.
pub(crate) fn ids(
    contract: &Contract<'_>,
    overrides: &BTreeMap<String, f64>,
    seed: u64,
) -> Vec<CaseId> {
    let inputs = contract.buffers.iter().filter_map(|b| b.input.as_ref());
    let is_random = inputs.clone().any(Generator::is_random);
    let has_spare = contract.passes.iter().any(|pass| pass.spare);
    let mut found = vec![];
    for n in sizes(contract) {
        let mut add = |pattern, spare| {
            let seed = seed.wrapping_add(found.len() as u64);
            found.push(CaseId {
                n,
                pattern,
                seed,
                overrides: overrides.clone(),
                spare,
            });
        };
        add(InputPattern::Random, false);
        if is_random {
            for _ in 1..contract.manifest.seeds {
                add(InputPattern::Random, false);
            }
            add(InputPattern::Equal, false);
            add(InputPattern::Extremes, false);
        }
        if has_spare {
            add(InputPattern::Random, true);
        }
    }
    found
}

/// The cases of a choice of overrides with the words that the reference states.
pub(crate) fn stated(
    contract: &Contract<'_>,
    overrides: &BTreeMap<String, f64>,
    seed: u64,
) -> Result<Vec<ReferenceCase>, ManifestError> {
    let oracle = Oracle::new(contract, overrides)?;
    let each = ids(contract, overrides, seed).into_iter().map(|id| {
        let stated = Case::new(contract, id).and_then(|case| of(contract, case, &oracle));
        stated.map_err(|why| contract.manifest.mistake_of_all(why))
    });
    each.collect()
}

/// A case with its reference.
pub(crate) fn of(
    contract: &Contract<'_>,
    case: Case,
    oracle: &Oracle<'_>,
) -> Result<ReferenceCase, String> {
    let expected =
        contract
            .reference
            .expected(&contract.buffers, &case, oracle.interpreter.as_ref());
    let expected = expected.map_err(|why| format!("at {}: {why}", case.id))?;
    let bounds = oracle.bounds.as_ref();
    let bounds = bounds.map(|kernels| kernels.bounds(contract, &case, &expected));
    Ok(ReferenceCase {
        case,
        expected,
        bounds: bounds.unwrap_or_default(),
    })
}
