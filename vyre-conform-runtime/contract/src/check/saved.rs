//! Saved cases: failures that run first the next time.

use super::{ContractReport, ReferenceCase, cases};
use crate::case::{Case, CaseId};
use crate::contract::Contract;
use crate::evidence::digest;
use crate::fault::ContractFault;
use crate::manifest::ManifestError;
use crate::reference::Oracle;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most bytes of the contents of a saved case; a larger one is made from its seed.
const MAX_SAVED_BYTES: usize = 1 << 16;
/// Most bytes of a file of saved cases.
pub const MAX_SAVED_FILE_BYTES: u64 = 16 << 20;

/// A case that failed, with its inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SavedKernelCase {
    /// The rule that it broke.
    pub rule: String,
    /// The party that showed it.
    pub party: String,
    /// The case.
    pub id: CaseId,
    /// Bytes of inputs in hexadecimal, where they are not those of the seed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, String>,
}

/// The reason why a file of saved cases is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedCasesError {
    /// The file is not a list of saved cases.
    #[error(
        "not a list of saved cases: {0}; mend the file or move it away, nothing is saved over it"
    )]
    Malformed(String),
}

impl SavedKernelCase {
    /// A name from its contents.
    pub fn name(&self) -> String {
        let text = serde_json::to_string(&(&self.id, &self.inputs)).unwrap_or_default();
        digest("saved", text.as_bytes())[..12].to_owned()
    }

    /// The case of a fault, for inputs that shrinking changed.
    pub(crate) fn new(contract: &Contract<'_>, case: &Case, fault: &ContractFault) -> Self {
        let own = Case::new(contract, case.id.clone());
        let inputs = contract.buffers.iter().enumerate();
        let changed = inputs.filter(|(k, buffer)| {
            let same = own
                .as_ref()
                .is_ok_and(|own| own.contents[*k] == case.contents[*k]);
            buffer.is_given() && !same && case.contents[*k].len() <= MAX_SAVED_BYTES
        });
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Self {
            rule: fault.rule.id().to_owned(),
            party: fault.party.clone(),
            id: case.id.clone(),
            inputs: changed
                .map(|(k, buffer)| (buffer.name.clone(), hex(&case.contents[k])))
                .collect(),
        }
    }

    fn case(&self, contract: &Contract<'_>) -> Result<Case, String> {
        let mut case = Case::new(contract, self.id.clone())?;
        for (name, text) in &self.inputs {
            let k = contract.buffers.iter().position(|b| b.name == *name);
            let k = k.ok_or_else(|| format!("no buffer `{name}`"))?;
            let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2).unwrap_or(""), 16);
            let bytes = (0..text.len()).step_by(2).map(digit);
            let bytes: Vec<u8> = bytes
                .collect::<Result<_, _>>()
                .map_err(|_| format!("the bytes of `{name}` are not hexadecimal"))?;
            if bytes.len() != case.contents[k].len() {
                let (found, needed) = (bytes.len(), case.contents[k].len());
                return Err(format!(
                    "`{name}` has {found} bytes; the manifest gives it {needed}"
                ));
            }
            case.contents[k] = bytes;
        }
        Ok(case)
    }
}

/// The saved cases of a file.
///
/// # Errors
/// The text is not what [`write_saved`] writes.
pub fn read_saved(text: &str) -> Result<Vec<SavedKernelCase>, SavedCasesError> {
    serde_json::from_str(text).map_err(|error| SavedCasesError::Malformed(error.to_string()))
}

/// The text of a file with these cases: those that were there, and the new ones behind them.
pub fn write_saved(known: &[SavedKernelCase], failures: &[SavedKernelCase]) -> String {
    let mut all = known.to_vec();
    for failure in failures {
        let name = failure.name();
        if !all.iter().any(|saved| saved.name() == name) {
            all.push(failure.clone());
        }
    }
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

/// The saved cases of a choice of overrides with the words that the reference states.
pub(super) fn stated(
    contract: &Contract<'_>,
    overrides: &BTreeMap<String, f64>,
    saved: &[SavedKernelCase],
    report: &mut ContractReport,
) -> Result<Vec<ReferenceCase>, ManifestError> {
    let mut own = saved
        .iter()
        .filter(|saved| saved.id.overrides == *overrides)
        .peekable();
    if own.peek().is_none() {
        return Ok(vec![]);
    }
    let oracle = Oracle::new(contract, overrides)?;
    let mut found = vec![];
    for saved in own {
        let case = saved.case(contract);
        match case.and_then(|case| cases::of(contract, case, &oracle)) {
            Ok(stated) => found.push(stated),
            Err(why) => report.omit(format!(
                "the saved case {} does not fit the manifest: {why}",
                saved.name()
            )),
        }
    }
    Ok(found)
}
