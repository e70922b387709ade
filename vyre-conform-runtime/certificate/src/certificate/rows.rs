//! Parts as stored in a file.
//!
//! The list `kinds` of the file holds the common fields of parts once: part of the suite, subject, oracle, inputs, and
//! the name in the part's id. A part is a row with the index of its kind and its own fields. Derivable fields are
//! omitted. The id of a part is the id of its op or engine, `::` and the name of its kind, in which `*` is a
//! placeholder for the name of the part's law. A complete part stores the expected number of cases instead of `cases`
//! and `range`. A passed part omits `outcome`. An absent `failures` means zero.
//!
//! The encoding is canonical: kinds are in order of first use, without duplicates and unused ones, and omissible fields
//! are omitted.

mod description;

use super::evidence::{EngineEvidence, Evidence, OpEvidence};
use super::part::LawEvidence;
use super::part::{Counterexample, HitCounts, OutcomeName, Part, SkippedCases};
use super::proof::ProofEvidence;
use super::words::{PartDomain, Subject};
use description::out_of_order;
use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashMap;
use vyre_conform_suite::plan::{Oracle, PROGRAMS, PartKind};

/// Placeholder for the name of the law in the name of a kind.
const LAW: &str = "*";
/// Maximal size of the unpacked texts of all parts, in bytes. Parts share kinds, so a small file could otherwise demand
/// much memory.
const MAX_BYTES: u64 = 1 << 29;
/// Fewest ops per thread.
const MIN_OPS: usize = 64;

/// Common fields of parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    domain: Option<String>,
    name: String,
    oracle: String,
    part: String,
    subject: String,
}

/// A part without the fields of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    by_digest: Option<u64>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    cases: Option<u64>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    counterexample: Option<Box<Counterexample>>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    covered: Option<HitCounts>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    due: Option<u64>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    failures: Option<u64>,
    /// The whole id, if it is not that of its op with a name.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    id: Option<String>,
    kind: usize,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    law: Option<u64>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    outcome: Option<OutcomeName>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    proof: Option<Box<ProofEvidence>>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    range: Option<[u64; 2]>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    reason: Option<String>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    skipped: Option<Vec<SkippedCases>>,
}

/// Deserializes an optional field that must not be null, which would be a second encoding of the same value.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// The fields of a kind as types.
struct Words {
    domain: Option<PartDomain>,
    oracle: Oracle,
    part: PartKind,
    subject: Subject,
}

impl Kind {
    /// The fields as types, if this suite has the words.
    fn words(&self) -> Result<Words, String> {
        fn known<T>(what: &str, name: &str, word: Option<T>) -> Result<T, String> {
            word.ok_or_else(|| format!("this suite has no {what} `{name}`"))
        }
        let part = known("part", &self.part, PartKind::from_name(&self.part))?;
        let domain = self.domain.as_deref().map(|name| {
            let what = format!("domain of the part `{}`", self.part);
            known(&what, name, PartDomain::from_name(part, name))
        });
        Ok(Words {
            domain: domain.transpose()?,
            oracle: known("oracle", &self.oracle, Oracle::from_name(&self.oracle))?,
            part,
            subject: known("subject", &self.subject, Subject::from_name(&self.subject))?,
        })
    }
}

/// Replaces the name of the law by `*`; `None` if that is ambiguous.
fn generic(name: &str, law: Option<&str>) -> Option<String> {
    if name.contains(LAW) {
        return None;
    }
    let Some(law) = law else {
        return Some(name.into());
    };
    let segment = format!("law::{law}");
    let place = name.match_indices(&segment).find(|(at, found)| {
        let (before, after) = (&name[..*at], &name[at + found.len()..]);
        (before.is_empty() || before.ends_with("::"))
            && (after.is_empty() || after.starts_with("::"))
    });
    Some(match place {
        Some((at, found)) => format!("{}law::{LAW}{}", &name[..at], &name[at + found.len()..]),
        None => name.into(),
    })
}

/// The name of the law of a part.
fn law_of(laws: &[LawEvidence], law: Option<u64>) -> Option<&str> {
    Some(&laws.get(usize::try_from(law?).ok()?)?.name)
}

/// Kinds in order of first use.
#[derive(Default)]
struct Kinds {
    list: Vec<Kind>,
    places: HashMap<Kind, usize>,
}

impl Kinds {
    fn row(&mut self, owner: &str, laws: &[LawEvidence], part: &Part) -> Row {
        let name = part.id.strip_prefix(owner);
        let name = name.and_then(|rest| rest.strip_prefix("::"));
        let name = name.and_then(|name| generic(name, law_of(laws, part.law)));
        let kind = Kind {
            domain: part.domain.map(|domain| domain.name().to_owned()),
            name: name.clone().unwrap_or_default(),
            oracle: part.oracle.name().to_owned(),
            part: part.part.name().to_owned(),
            subject: part.subject.to_string(),
        };
        let place = *self.places.entry(kind).or_insert_with_key(|kind| {
            self.list.push(kind.clone());
            self.list.len() - 1
        });
        let complete = part.due == Some(part.cases) && part.range == Some([0, part.cases]);
        Row {
            by_digest: part.by_digest,
            cases: (!complete).then_some(part.cases),
            counterexample: part.counterexample.clone(),
            covered: part.covered,
            due: part.due,
            failures: (part.failures > 0).then_some(part.failures),
            id: name.is_none().then(|| part.id.clone()),
            kind: place,
            law: part.law,
            outcome: (part.outcome != OutcomeName::Passed).then_some(part.outcome),
            proof: part.proof.clone(),
            range: part.range.filter(|_| !complete),
            reason: part.reason.clone(),
            skipped: (!part.skipped.is_empty()).then(|| part.skipped.clone()),
        }
    }

    fn rows(&mut self, owner: &str, laws: &[LawEvidence], parts: &[Part]) -> Vec<Row> {
        let row = |part| self.row(owner, laws, part);
        parts.iter().map(row).collect()
    }
}

/// Packs evidence into kinds and rows.
pub(super) fn pack(evidence: &Evidence) -> (Vec<Kind>, Evidence<Row>) {
    let mut kinds = Kinds::default();
    let ops = evidence.ops.iter();
    let ops = ops.map(|op| op.with(kinds.rows(&op.id, &op.laws, &op.parts)));
    let ops = ops.collect();
    let engines = evidence.engines.iter();
    let engines = engines.map(|engine| engine.with(kinds.rows(&engine.id, &[], &engine.parts)));
    let engines = engines.collect();
    let programs = evidence.programs.as_ref();
    let programs = programs.map(|of| of.with(kinds.rows(PROGRAMS, &[], &of.parts)));
    (kinds.list, evidence.with(ops, engines, programs))
}

/// Unpacks kinds and rows.
///
/// # Errors
///
/// Any deviation from the output of [`pack`].
pub(super) fn unpack(kinds: &[Kind], packed: &Evidence<Row>) -> Result<Evidence, String> {
    admissible(kinds, packed)?;
    let known = |kind| Ok((kind, Kind::words(kind)?));
    let kinds: Vec<(&Kind, Words)> = kinds.iter().map(known).collect::<Result<_, String>>()?;
    let parts = |owner: &str, laws: &[LawEvidence], rows: &[Row]| -> Result<Vec<Part>, String> {
        rows.iter()
            .map(|row| part(owner, laws, &kinds, row))
            .collect()
    };
    let op = |op: &OpEvidence<Row>| Ok(op.with(parts(&op.id, &op.laws, &op.parts)?));
    let ops: Result<Vec<_>, String> = packed
        .ops
        .par_iter()
        .with_min_len(MIN_OPS)
        .map(op)
        .collect::<Vec<_>>()
        .into_iter()
        .collect();
    let engine = |of: &EngineEvidence<Row>| Ok(of.with(parts(&of.id, &[], &of.parts)?));
    let engines: Result<Vec<_>, String> = packed.engines.iter().map(engine).collect();
    let programs = match &packed.programs {
        Some(of) => Some(of.with(parts(PROGRAMS, &[], &of.parts)?)),
        None => None,
    };
    Ok(packed.with(ops?, engines?, programs))
}

/// Checks the order of kinds and the unpacked size of their parts.
fn admissible(kinds: &[Kind], packed: &Evidence<Row>) -> Result<(), String> {
    let distinct: std::collections::HashSet<&Kind> = kinds.iter().collect();
    if distinct.len() < kinds.len() {
        return Err("one of its kinds occurs twice".into());
    }
    let bytes = |kind: &Kind| {
        let domain = kind.domain.as_ref().map_or(0, |domain| domain.len());
        kind.name.len() + kind.oracle.len() + kind.part.len() + kind.subject.len() + domain
    };
    let bytes: Vec<usize> = kinds.iter().map(bytes).collect();
    let ops = packed.ops.iter().map(|op| {
        let longest = op.laws.iter().map(|law| law.name.len()).max().unwrap_or(0);
        (op.id.len() + longest, &op.parts)
    });
    let engines = packed.engines.iter().map(|e| (e.id.len(), &e.parts));
    let (mut used, mut whole) = (0, 0u64);
    let programs = packed.programs.iter();
    let programs = programs.map(|of| (PROGRAMS.len(), &of.parts));
    for (owner, rows) in ops.chain(engines).chain(programs) {
        for row in rows {
            match row.kind {
                next if next == used && next < kinds.len() => used += 1,
                known if known < used => {}
                other => return Err(out_of_order(kinds, other, used)),
            }
            whole = whole.saturating_add((owner + bytes[row.kind]) as u64);
        }
    }
    match used == kinds.len() {
        _ if whole > MAX_BYTES => Err(format!(
            "the texts of its parts have {whole} bytes; no certificate has more than {MAX_BYTES}"
        )),
        true => Ok(()),
        false => Err(format!(
            "kind {used} is of no part: {} was taken out",
            kinds[used].describe()
        )),
    }
}

fn part(
    owner: &str,
    laws: &[LawEvidence],
    kinds: &[(&Kind, Words)],
    row: &Row,
) -> Result<Part, String> {
    let (kind, words) = &kinds[row.kind];
    let law = law_of(laws, row.law);
    let id = match (&row.id, kind.name.split_once(LAW)) {
        (Some(id), None) if kind.name.is_empty() => id.clone(),
        (Some(id), _) => return Err(format!("`{id}` has an id and a name")),
        (None, None) if kind.name.is_empty() => return Err("a part has no id".into()),
        (None, None) if generic(&kind.name, law).as_ref() != Some(&kind.name) => {
            return Err(format!("`{}` names a law of its op", kind.name));
        }
        (None, None) => [owner, "::", &kind.name].concat(),
        (None, Some((before, after))) => {
            let law = law.ok_or("a part names a law that its op does not declare")?;
            [owner, "::", before, law, after].concat()
        }
    };
    let wrong = |what: &str| Err(format!("{id}: {what}"));
    let (cases, range) = match (row.cases, row.due, row.range) {
        (None, Some(expected), None) => (expected, Some([0, expected])),
        (None, ..) => return wrong("it does not state how many cases ran"),
        (Some(cases), Some(expected), Some([0, end])) if cases == expected && end == expected => {
            return wrong("it says of a complete range what follows");
        }
        (Some(cases), _, range) => (cases, range),
    };
    if row.outcome == Some(OutcomeName::Passed)
        || row.failures == Some(0)
        || row.skipped.as_ref().is_some_and(Vec::is_empty)
    {
        return wrong("it says what is left out");
    }
    Ok(Part {
        part: words.part,
        subject: words.subject.clone(),
        oracle: words.oracle,
        law: row.law,
        domain: words.domain,
        outcome: row.outcome.unwrap_or(OutcomeName::Passed),
        reason: row.reason.clone(),
        cases,
        range,
        due: row.due,
        failures: row.failures.unwrap_or(0),
        by_digest: row.by_digest,
        counterexample: row.counterexample.clone(),
        covered: row.covered,
        proof: row.proof.clone(),
        skipped: row.skipped.clone().unwrap_or_default(),
        id,
    })
}
