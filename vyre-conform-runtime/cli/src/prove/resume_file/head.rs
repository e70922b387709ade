//! Identity of a file of decided laws.

use serde::{Deserialize, Serialize};
use vyre_conform_certificate::certificate::{OpDigests, spec_digest};
use vyre_conform_ir::print;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::same_as_ops;

/// Identity of a file of decided laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::prove) struct Head {
    /// [`Head::FORMAT`].
    pub(super) format: String,
    /// Version of this program.
    pub(super) version: String,
    /// Digest of the vocabulary, which defines the laws.
    pub(super) spec_digest: String,
    /// Digest of every op of the library, because a law may depend on any.
    pub(super) registry_digest: String,
    /// Digest of the functions that are declared equal to an op.
    pub(super) functions_digest: String,
}

impl Head {
    /// Value of the field `format`.
    pub(super) const FORMAT: &str = "vyre-conform decided laws 1";

    /// The identity for a library.
    pub(in crate::prove) fn for_catalog(catalog: &Catalog) -> Self {
        let ops: Vec<&Op> = catalog.ops().iter().collect();
        Self {
            format: Self::FORMAT.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            spec_digest: spec_digest(&ops, &[]),
            registry_digest: OpDigests::of(&ops).registry,
            functions_digest: functions(catalog),
        }
    }

    /// The first difference from the identity of this run, with the remedy.
    pub(super) fn refusal(&self, expected: &Self) -> Option<String> {
        let fields = |of: &Self| {
            [
                ("version of vyre-conform", of.version.clone()),
                ("spec digest", of.spec_digest.clone()),
                ("registry digest", of.registry_digest.clone()),
                ("digest of functions", of.functions_digest.clone()),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(expected));
        let (found, expected) = pairs.find(|(found, expected)| found.1 != expected.1)?;
        let of = match found.0 {
            "version of vyre-conform" => "by another version of this program",
            _ => "about another library",
        };
        Some(format!(
            "{of}: its {} is {}, now it is {}",
            found.0, found.1, expected.1
        ))
    }
}

/// The digest of the translated bodies of functions that are declared equal to an op.
fn functions(catalog: &Catalog) -> String {
    let mut hasher = blake3::Hasher::new();
    for same in same_as_ops() {
        let body = catalog.find(same.op).map(|op| op.module_of(&same.function));
        let text = match body {
            Some(Ok(body)) => print::module(body.module()),
            Some(Err(problems)) => problems.iter().map(ToString::to_string).collect(),
            None => String::new(),
        };
        let entry = format!("{} {} {}\n{text}\n", same.op, same.name, text.len());
        hasher.update(entry.as_bytes());
    }
    format!("blake3:{}", hasher.finalize().to_hex())
}
