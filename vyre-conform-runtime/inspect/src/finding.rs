//! Findings, omissions, and the data about entry points.

use crate::case::InspectedCase;
use crate::rule::{FindingLevel, InspectRule};
use serde::Serialize;
use vyre_conform_import::{Override, SourcePlace};

/// A fault, or a possible fault, that an inspection found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectFinding {
    /// The violated rule.
    pub rule: InspectRule,
    /// The level.
    pub level: FindingLevel,
    /// The entry point.
    pub entry: String,
    /// The place, if it has one.
    pub place: Option<SourcePlace>,
    /// The values that demonstrate it.
    pub values: String,
    /// A second place, such as the other access of a race.
    pub related: Option<SourcePlace>,
    /// Global id of an invocation that demonstrates it.
    pub invocation: Option<[u32; 3]>,
    /// The smallest case that demonstrates it.
    pub case: Option<InspectedCase>,
    /// The adapter, if it is specific to one.
    pub adapter: Option<String>,
}

/// A part of a kernel that an inspection did not examine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Omission {
    /// The entry point, if it concerns one.
    pub entry: Option<String>,
    /// The place, if it has one.
    pub place: Option<SourcePlace>,
    /// The reason.
    pub reason: String,
}

/// A buffer of an entry point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectedBuffer {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// Name of the variable.
    pub name: String,
    /// The type, in WGSL syntax.
    pub ty: String,
    /// `uniform` or `storage`.
    pub space: &'static str,
    /// True if the entry point reads it.
    pub is_read: bool,
    /// True if the entry point writes it.
    pub is_written: bool,
    /// Bytes before a runtime-sized array, or all bytes.
    pub bytes: u32,
    /// Bytes from one element of the runtime-sized array to the next.
    pub stride: Option<u32>,
}

/// A declared entry point, with its numbers of runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectedEntry {
    /// Its name.
    pub name: String,
    /// `@workgroup_size`.
    pub workgroup_size: [u32; 3],
    /// Its buffers, by group and binding.
    pub buffers: Vec<InspectedBuffer>,
    /// Bytes of its workgroup variables.
    pub workgroup_bytes: u32,
    /// Number of interpreter runs that ended.
    pub interpreted: u32,
    /// Number of runs of the imported program that ended.
    pub imported: u32,
    /// Dispatches on each adapter, by name.
    pub dispatched: Vec<(String, u32)>,
}

/// The result of inspecting a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Inspection {
    /// Name of the file.
    pub file: String,
    /// Its selected entry points.
    pub entries: Vec<InspectedEntry>,
    /// Its overrides.
    pub overrides: Vec<Override>,
    /// Findings, most severe first.
    pub findings: Vec<InspectFinding>,
    /// Omissions.
    pub omissions: Vec<Omission>,
}

impl Inspection {
    /// Number of findings of a level.
    pub fn count(&self, level: FindingLevel) -> usize {
        self.findings.iter().filter(|f| f.level == level).count()
    }

    /// True if a finding is an error or a warning.
    pub fn is_refuted(&self) -> bool {
        self.findings.iter().any(|f| f.level != FindingLevel::Note)
    }
}

/// The findings of an entry point: the first of each rule and place.
#[derive(Debug)]
pub(crate) struct Findings {
    entry: String,
    pub(crate) list: Vec<InspectFinding>,
}

impl Findings {
    pub(crate) fn new(entry: &str) -> Self {
        Self {
            entry: entry.to_owned(),
            list: vec![],
        }
    }

    /// A minimal finding of a rule, to be completed.
    pub(crate) fn finding(&self, rule: InspectRule, values: String) -> InspectFinding {
        InspectFinding {
            rule,
            level: rule.level(),
            entry: self.entry.clone(),
            place: None,
            values,
            related: None,
            invocation: None,
            case: None,
            adapter: None,
        }
    }

    /// Adds a finding, unless the rule has one at its place already, from a smaller case. A race is
    /// reported once for its two places, whichever access comes first.
    pub(crate) fn add(&mut self, finding: InspectFinding) {
        let pair = |f: &InspectFinding| {
            let mut pair = [f.place, f.related];
            pair.sort();
            pair
        };
        let same = |f: &InspectFinding| {
            if f.rule.is_race() && finding.rule.is_race() {
                return pair(f) == pair(&finding);
            }
            (f.rule, &f.place, &f.adapter) == (finding.rule, &finding.place, &finding.adapter)
                && (f.place.is_some() || f.adapter.is_some() || f.values == finding.values)
        };
        if !self.list.iter().any(same) {
            self.list.push(finding);
        }
    }

    /// True if a race of accesses on these two lines is known.
    pub(crate) fn has_race_on(&self, a: &Option<SourcePlace>, b: &Option<SourcePlace>) -> bool {
        let line = |place: &Option<SourcePlace>| place.as_ref().map(|place| place.line);
        let lines = [line(a), line(b)];
        let same = |f: &&InspectFinding| {
            let of = [line(&f.place), line(&f.related)];
            f.rule.is_race() && (of == lines || of == [lines[1], lines[0]])
        };
        self.list.iter().any(|f| same(&f))
    }

    /// True if a race makes results meaningless.
    pub(crate) fn has_race(&self) -> bool {
        self.list.iter().any(|f| f.rule.is_race())
    }

    pub(crate) fn has(&self, rule: InspectRule) -> bool {
        self.list.iter().any(|f| f.rule == rule)
    }
}
