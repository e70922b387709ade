//! Findings, and the lists beside them.

use crate::case::InspectedCase;
use crate::rule::{FindingLevel, InspectRule};
use serde::Serialize;
use vyre_conform_import::{Override, SourcePlace};

/// A fault that an inspection shows, or a fact that may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectFinding {
    /// The rule that is broken.
    pub rule: InspectRule,
    /// The level.
    pub level: FindingLevel,
    /// The entry point.
    pub entry: String,
    /// The place, if it is at one.
    pub place: Option<SourcePlace>,
    /// The values that show it.
    pub values: String,
    /// Another place that takes part, such as the other access of a race.
    pub related: Option<SourcePlace>,
    /// Global id of an invocation that shows it.
    pub invocation: Option<[u32; 3]>,
    /// The smallest case that shows it.
    pub case: Option<InspectedCase>,
    /// The adapter, where one alone shows it.
    pub adapter: Option<String>,
}

/// Something that an inspection did not look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Omission {
    /// The entry point, if it is about one.
    pub entry: Option<String>,
    /// The place, if it is at one.
    pub place: Option<SourcePlace>,
    /// The reason, in words.
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
    /// The type, as the text writes it.
    pub ty: String,
    /// `uniform` or `storage`.
    pub space: &'static str,
    /// The entry point reads it.
    pub is_read: bool,
    /// The entry point writes it.
    pub is_written: bool,
    /// Bytes in front of a runtime-sized array, or all.
    pub bytes: u32,
    /// Bytes from an element of the runtime-sized array to the next.
    pub stride: Option<u32>,
}

/// An entry point as the text declares it, with what was run of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectedEntry {
    /// Its name.
    pub name: String,
    /// `@workgroup_size`.
    pub workgroup_size: [u32; 3],
    /// Buffers that it uses, by group and binding.
    pub buffers: Vec<InspectedBuffer>,
    /// Bytes of the workgroup variables that it uses.
    pub workgroup_bytes: u32,
    /// Runs of the interpreter that ended.
    pub interpreted: u32,
    /// Runs of its import, as a program of the representation, that ended.
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
    /// Its entry points that were asked for.
    pub entries: Vec<InspectedEntry>,
    /// Its overrides.
    pub overrides: Vec<Override>,
    /// Findings, worst first.
    pub findings: Vec<InspectFinding>,
    /// Omissions.
    pub omissions: Vec<Omission>,
}

impl Inspection {
    /// Findings of a level.
    pub fn count(&self, level: FindingLevel) -> usize {
        self.findings.iter().filter(|f| f.level == level).count()
    }

    /// A finding is an error or a warning.
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

    /// A finding of a rule without anything else, to be completed.
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

    /// Adds a finding, unless one of the rule at its place is there: a smaller case came first. A race is reported once
    /// for its two places, whichever access comes first.
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

    /// A race of accesses on these two lines is known.
    pub(crate) fn has_race_on(&self, a: &Option<SourcePlace>, b: &Option<SourcePlace>) -> bool {
        let line = |place: &Option<SourcePlace>| place.as_ref().map(|place| place.line);
        let lines = [line(a), line(b)];
        let same = |f: &&InspectFinding| {
            let of = [line(&f.place), line(&f.related)];
            f.rule.is_race() && (of == lines || of == [lines[1], lines[0]])
        };
        self.list.iter().any(|f| same(&f))
    }

    /// Two accesses race, so that results mean nothing.
    pub(crate) fn has_race(&self) -> bool {
        self.list.iter().any(|f| f.rule.is_race())
    }

    pub(crate) fn has(&self, rule: InspectRule) -> bool {
        self.list.iter().any(|f| f.rule == rule)
    }
}
