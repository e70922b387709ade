//! Evidence of a check: for each party and case the dispatches and a digest of each output.

use crate::case::Case;
use crate::compare::ToleranceUse;
use crate::contract::Contract;
use serde::{Deserialize, Serialize};

/// The digest of some bytes, with the kind of its subject in front.
pub(crate) fn digest(kind: &str, bytes: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("vyre-conform-kernel/1");
    hasher.update(&(kind.len() as u64).to_le_bytes());
    hasher.update(kind.as_bytes());
    hasher.update(bytes);
    hasher.finalize().to_hex().to_string()
}

/// The runs of one case by a party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CaseEvidence {
    /// Dispatches of all runs together.
    pub launches: u64,
    /// A digest of each output after the first run, in the order of the certificate's outputs.
    pub outputs: Vec<String>,
}

/// The runs of a party.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PartyEvidence {
    /// The runs of each case, in the order of the certificate's cases.
    pub cases: Vec<CaseEvidence>,
    /// The use that results make of each tolerance.
    pub tolerances: Vec<ToleranceUse>,
}

/// The buffers with an equality, in order.
pub(crate) fn outputs(contract: &Contract<'_>) -> Vec<usize> {
    let all = 0..contract.buffers.len();
    all.filter(|k| contract.buffers[*k].output.is_some())
        .collect()
}

/// A digest of bits, one for each scalar; `None` of what no reference states. All NaN are one.
pub(crate) fn bits_digest(
    contract: &Contract<'_>,
    case: &Case,
    k: usize,
    bits: impl Iterator<Item = Option<u64>>,
) -> String {
    let scalars = case.scalars(&contract.buffers[k], k);
    let mut bytes = vec![];
    for (scalar, bits) in scalars.iter().zip(bits) {
        bytes.push(u8::from(bits.is_some()));
        let is_nan = |bits: u64| scalar.is_float() && scalar.number(bits).is_nan();
        let bits = bits.map_or(0, |bits| if is_nan(bits) { u64::MAX } else { bits });
        bytes.extend(bits.to_le_bytes());
    }
    digest("output", &bytes)
}

/// The digest of an output as a run left it. Of elements that a reference leaves open nothing counts.
pub(crate) fn output_digest(
    contract: &Contract<'_>,
    case: &Case,
    k: usize,
    contents: &[u8],
    expected: Option<&[Option<u64>]>,
) -> String {
    let scalars = case.scalars(&contract.buffers[k], k);
    let each = scalars.iter().enumerate().map(|(at, scalar)| {
        let is_open = expected.is_some_and(|bits| bits.get(at).is_some_and(Option::is_none));
        (!is_open).then(|| scalar.bits(contents))
    });
    bits_digest(contract, case, k, each)
}
