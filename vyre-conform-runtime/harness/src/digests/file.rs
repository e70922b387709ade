//! The file that keeps digests: its head and its syntax.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::{op_digest, spec_digest};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::registry::oracle_crates;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest, HostDigest};

/// Identity of the digests in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    pub(super) format: String,
    pub(super) format_version: u32,
    pub(super) op: String,
    pub(super) op_version: u32,
    pub(super) oracle: String,
    /// The crates that references of the package call, with versions.
    pub(super) oracle_crates: Vec<String>,
    pub(super) op_digest: String,
    pub(super) source: String,
    pub(super) cases: u64,
    pub(super) block_cases: u64,
    pub(super) key: String,
    pub(super) suite_version: String,
    pub(super) spec_digest: String,
}

impl Head {
    /// The head for an op's reference on the `cases` cases of an input set.
    pub(crate) fn new(op: &Op, set: Set, cases: u64, key: u64) -> Self {
        let def = op.def;
        Self {
            format: "vyre-conform digests".into(),
            format_version: 2,
            op: def.id.into(),
            op_version: def.version,
            oracle: format!("CPU reference {} of {}", (def.op.key.path)(), def.package),
            oracle_crates: oracle_crates(&def.package),
            op_digest: op_digest(op),
            source: set.name().into(),
            cases,
            block_cases: BLOCK_CASES,
            key: format!("{key:#x}"),
            suite_version: env!("CARGO_PKG_VERSION").into(),
            spec_digest: spec_digest(&[op], &[]),
        }
    }

    /// Name of the file.
    pub(super) fn file(&self) -> String {
        let op = self.op.replace("::", ".");
        let of = if self.source == Set::ExhaustiveFull.name() {
            String::new()
        } else {
            format!(".{}", self.source)
        };
        format!("{op}.{}.{}{of}.digests", self.op_version, self.key)
    }

    /// The first field that differs from another head, with both values.
    fn difference(&self, other: &Self) -> Option<String> {
        let fields = |head: &Self| match serde_json::to_value(head) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => unreachable!("a head is an object"),
        };
        let (mine, theirs) = (fields(self), fields(other));
        let mut differ = mine
            .iter()
            .filter(|(name, value)| theirs.get(*name) != Some(value));
        differ.next().map(|(name, expected)| {
            let found = theirs.get(name).unwrap_or(&serde_json::Value::Null);
            format!("its {name} is {found}, and {expected} is expected")
        })
    }
}

pub(super) fn hex(digest: HostDigest) -> String {
    digest.digest().0.map(|word| format!("{word:08x}")).concat()
}

fn from_hex(text: &str) -> Option<HostDigest> {
    let mut words = [0; 4];
    let is_hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    for (k, word) in words.iter_mut().enumerate().filter(|_| is_hex) {
        *word = u32::from_str_radix(&text[8 * k..8 * k + 8], 16).ok()?;
    }
    is_hex.then_some(HostDigest::kept(Digest(words)))
}

pub(super) fn text(head: &Head, digests: &BTreeMap<u64, HostDigest>) -> String {
    let mut text = serde_json::to_string(head).expect("strings and numbers");
    text.push('\n');
    for (block, digest) in digests {
        text += &format!("{block} {}\n", hex(*digest));
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    text + &format!("blake3 {hash}\n")
}

/// Parses the digests of a file, if its head is the expected one and its hash matches.
pub(super) fn parse(expected: &Head, text: &str) -> Result<BTreeMap<u64, HostDigest>, String> {
    let (first, _) = text.split_once('\n').ok_or("it is empty or cut short")?;
    let head: Head = serde_json::from_str(first).map_err(|e| format!("it has no head: {e}"))?;
    if let Some(difference) = expected.difference(&head) {
        return Err(difference);
    }
    let cut = || "it is cut short or edited: its hash does not fit".to_owned();
    let at = text.rfind("blake3 ").ok_or_else(cut)?;
    let (body, hash) = text.split_at(at);
    if hash != format!("blake3 {}\n", blake3::hash(body.as_bytes()).to_hex()) {
        return Err(cut());
    }
    let blocks = expected.cases.div_ceil(expected.block_cases);
    let line = |line: &str| {
        let (block, digest) = line.split_once(' ')?;
        let block = block.parse().ok().filter(|block| *block < blocks)?;
        Some((block, from_hex(digest)?))
    };
    let lines = body
        .lines()
        .skip(1)
        .map(|text| line(text).ok_or_else(|| format!("`{text}` is not a block and its digest")));
    lines.collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const CASES: u64 = 200 * BLOCK_CASES;

    pub(crate) fn head() -> Head {
        Head {
            format: "vyre-conform digests".into(),
            format_version: 2,
            op: "u32::x".into(),
            op_version: 2,
            oracle: "CPU reference here::x of here 0.1.0".into(),
            oracle_crates: vec!["core-math 1.4.0".into()],
            op_digest: "blake3:0".into(),
            source: "exhaustive_full".into(),
            cases: CASES,
            block_cases: BLOCK_CASES,
            key: "0x7".into(),
            suite_version: "0".into(),
            spec_digest: "blake3:1".into(),
        }
    }

    /// Oracle: the bytes that were written, cut after each and with each changed.
    #[test]
    fn a_torn_or_edited_file_is_refused() {
        let all: BTreeMap<u64, HostDigest> = (0..3)
            .map(|block| (block, HostDigest::kept(Digest([block as u32, 1, 2, 3]))))
            .collect();
        let whole = text(&head(), &all);
        assert_eq!(parse(&head(), &whole), Ok(all));
        for cut in 0..whole.len() {
            assert!(parse(&head(), &whole[..cut]).is_err(), "cut at {cut}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 1;
            let edited = String::from_utf8(bytes).expect("ASCII");
            assert!(parse(&head(), &edited).is_err(), "byte {at}");
        }
    }
}
