//! Which ops and engines a certificate is about: those that it lists, what a filter left out included.
//!
//! A library grows. What was shown of the ops that it had stays shown, as long as they are what they were; which of
//! the new ones it does not list is reported with everything else that it does not show.

use crate::certificate::{Evidence, SkipKind, SuiteDigests, SuiteTexts};
use std::collections::HashSet;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::{EngineRule, PROGRAMS, PlanOptions};

/// What is said of an op or engine that a certificate is about and this program has not.
pub const NOT_HERE: &str = "which this program does not have";

/// The ids that a certificate lists.
pub(super) struct About<'a> {
    ids: HashSet<&'a str>,
    rule: EngineRule,
}

impl<'a> About<'a> {
    pub(super) fn of(evidence: &'a Evidence) -> Self {
        let left_out = evidence.skipped.iter();
        let left_out = left_out.filter(|s| s.kind == SkipKind::Filtered && s.id != PROGRAMS);
        let ops = evidence.ops.iter().map(|op| op.id.as_str());
        let engines = evidence.engines.iter().map(|e| e.id.as_str());
        let listed = ops.chain(engines).chain(left_out.map(|s| s.id.as_str()));
        Self {
            ids: listed.collect(),
            rule: match evidence.settings.engine_kinds {
                true => EngineRule::ByKind,
                false => EngineRule::AllIntegers,
            },
        }
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The digests of what it is about, as it is registered here.
    pub(super) fn digests(&self, registered: &SuiteTexts<'_>) -> SuiteDigests {
        registered.digests_by(self.rule, |id| self.has(id))
    }

    /// What it lists and nobody has here, or that it lists nothing.
    pub(super) fn problems(&self, catalog: &Catalog) -> Vec<String> {
        if self.ids.is_empty() {
            return vec!["it is about no op and no engine".to_owned()];
        }
        let here = |id: &str| catalog.find(id).is_some() || catalog.find_engine(id).is_some();
        let mut unknown: Vec<&str> = self.ids.iter().copied().filter(|id| !here(id)).collect();
        unknown.sort_unstable();
        let say = |id| format!("it is about `{id}`, {NOT_HERE}");
        unknown.into_iter().map(say).collect()
    }

    /// The ops and engines of these tracks that it does not list.
    pub(super) fn absent(&self, catalog: &Catalog, options: &PlanOptions) -> Vec<String> {
        let ops = catalog.ops().iter();
        let ops = ops.filter(|op| options.takes(op.def.op.track()));
        let engines = catalog.engines().iter();
        let engines = engines.filter(|engine| options.takes_engine(engine));
        let all = ops.map(|op| op.def.id).chain(engines.map(|e| e.id));
        let absent = all.filter(|id| !self.has(id));
        absent.map(str::to_owned).collect()
    }
}
