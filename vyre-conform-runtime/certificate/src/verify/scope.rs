//! Scope of a certificate: the ops and engines that it lists, including filtered ones.
//!
//! Libraries grow. Evidence about unchanged ops remains valid; new ops that the certificate does not list are reported
//! with the other gaps.

use crate::certificate::{Evidence, Filetests, SkipKind, SuiteDigests, SuiteTexts};
use std::collections::HashSet;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::filetests;
use vyre_conform_suite::plan::{PROGRAMS, PlanOptions};

/// Suffix of messages about a listed op or engine that this program lacks.
pub const NOT_HERE: &str = "which this program does not have";

/// An op or engine of the catalog, or a filetest of the suite, that a certificate does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AbsentEntry {
    /// Its id.
    pub id: String,
    /// Track of the op, kind of the engine, or filetest.
    kind: AbsentKind,
}

/// Contribution of an absent entry to levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AbsentKind {
    Op(Track),
    Engine(EngineKind),
    Filetest,
}

impl AbsentEntry {
    /// A filetest that the backend did not run.
    pub(super) fn filetest(name: &str) -> Self {
        Self {
            id: format!("filetest {name}"),
            kind: AbsentKind::Filetest,
        }
    }

    /// True if a level of the whole library requires it.
    pub fn counts_for(&self, level: Level) -> bool {
        match self.kind {
            AbsentKind::Op(track) => track == Track::of_level(level),
            AbsentKind::Engine(kind) => kind.counts_for(level),
            AbsentKind::Filetest => matches!(level, Level::L3 | Level::L4),
        }
    }
}

/// The ids that a certificate lists.
pub(super) struct CertificateScope<'a> {
    ids: HashSet<&'a str>,
}

impl<'a> CertificateScope<'a> {
    pub(super) fn new(evidence: &'a Evidence) -> Self {
        let left_out = evidence.skipped.iter();
        let left_out = left_out.filter(|s| s.kind == SkipKind::Filtered && s.id != PROGRAMS);
        let ops = evidence.ops.iter().map(|op| op.id.as_str());
        let engines = evidence.engines.iter().map(|e| e.id.as_str());
        let listed = ops.chain(engines).chain(left_out.map(|s| s.id.as_str()));
        Self {
            ids: listed.collect(),
        }
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The digests of its scope, from the registration in this program.
    pub(super) fn digests(&self, registered: &SuiteTexts<'_>) -> SuiteDigests {
        registered.digests(|id| self.has(id))
    }

    /// Listed ids that this program lacks; an empty list is also a fault.
    pub(super) fn problems(&self, catalog: &Catalog) -> Vec<String> {
        if self.ids.is_empty() {
            return vec!["it lists no op and no engine".to_owned()];
        }
        let here = |id: &str| catalog.find(id).is_some() || catalog.find_engine(id).is_some();
        let mut unknown: Vec<&str> = self.ids.iter().copied().filter(|id| !here(id)).collect();
        unknown.sort_unstable();
        let say = |id| format!("it is about `{id}`, {NOT_HERE}");
        unknown.into_iter().map(say).collect()
    }

    /// Files of programs that a run with these options uses now and the certificate does not list.
    pub(super) fn absent_filetests(options: &PlanOptions) -> Vec<String> {
        let today = PlanOptions {
            filetests: filetests::names(),
            ..options.clone()
        };
        let current_filetests = Filetests::of(&today).map_or(vec![], |expected| expected.files);
        let absent = current_filetests.into_iter();
        absent
            .filter(|name| !options.filetests.contains(name))
            .collect()
    }

    /// Ops and engines of these tracks that it does not list.
    pub(super) fn absent(&self, catalog: &Catalog, options: &PlanOptions) -> Vec<AbsentEntry> {
        let ops = catalog.ops().iter().map(|op| op.def);
        let ops = ops.filter(|def| options.takes(def.op.track()));
        let ops = ops.map(|def| (def.id, AbsentKind::Op(def.op.track())));
        let engines = catalog.engines().iter();
        let engines = engines.filter(|engine| options.takes_engine(engine));
        let engines = engines.map(|def| (def.id, AbsentKind::Engine(def.kind)));
        let absent = ops.chain(engines).filter(|(id, _)| !self.has(id));
        let entry = |(id, kind): (&str, AbsentKind)| AbsentEntry {
            id: id.into(),
            kind,
        };
        absent.map(entry).collect()
    }
}
