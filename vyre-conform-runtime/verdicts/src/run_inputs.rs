//! The inputs of the keys of one run, as a certificate keeps them.

use crate::{Key, KeyBuilder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Digests of everything that the results of a run depend on. With the name of a trial and its saved failures they give
/// the [`Key`] of the trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunInputs {
    /// The packages that decide, the machine and the settings.
    pub common: Key,
    /// Each backend, by its slug.
    pub backends: BTreeMap<String, Key>,
    /// Each op and engine, by its id.
    pub subjects: BTreeMap<String, Key>,
}

/// Parts of a trial's key besides the inputs of the run.
#[derive(Clone, Copy, Debug)]
pub struct TrialName<'a> {
    /// The name of the trial.
    pub trial: &'a str,
    /// The id of its op or engine.
    pub subject: &'a str,
    /// The slug of its backend, if it has one.
    pub backend: Option<&'a str>,
    /// The saved failures that it replays; empty for other trials.
    pub saved: &'a [u8],
}

impl RunInputs {
    /// The inputs of a run without any backend, op or engine.
    pub fn new(common: Key) -> Self {
        Self {
            common,
            backends: BTreeMap::new(),
            subjects: BTreeMap::new(),
        }
    }

    /// The key of a trial; `None` where its subject or its backend has no digest.
    pub fn key(&self, name: TrialName<'_>) -> Option<Key> {
        let key = KeyBuilder::default()
            .with("common", self.common)
            .with("obligation", name.trial)
            .with("subject", self.subjects.get(name.subject)?)
            .with("saved", name.saved);
        let key = match name.backend {
            None => key,
            Some(slug) => key.with("backend", self.backends.get(slug)?),
        };
        Some(key.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(text: &str) -> Key {
        KeyBuilder::default().with("text", text).finish()
    }

    fn inputs() -> RunInputs {
        let mut inputs = RunInputs::new(digest("common"));
        for slug in ["a", "b"] {
            inputs.backends.insert(slug.into(), digest(slug));
        }
        for id in ["u32::add", "u32::sub"] {
            inputs.subjects.insert(id.into(), digest(id));
        }
        inputs
    }

    const NAME: TrialName<'_> = TrialName {
        trial: "u32::add::parity",
        subject: "u32::add",
        backend: Some("a"),
        saved: &[],
    };

    /// Oracle: the documentation of [`RunInputs`]: each of these is an input of the key.
    #[test]
    fn every_input_changes_the_key() {
        let name = |change: fn(&mut TrialName<'static>)| {
            let mut name = NAME;
            change(&mut name);
            inputs().key(name).expect("all digests")
        };
        let run = |change: fn(&mut RunInputs)| {
            let mut inputs = inputs();
            change(&mut inputs);
            inputs.key(NAME).expect("all digests")
        };
        let keys = [
            name(|_| {}),
            name(|name| name.trial = "u32::add::table"),
            name(|name| name.subject = "u32::sub"),
            name(|name| name.backend = Some("b")),
            name(|name| name.backend = None),
            name(|name| name.saved = b"1"),
            run(|inputs| inputs.common = digest("other")),
            run(|inputs| _ = inputs.backends.insert("a".into(), digest("other"))),
            run(|inputs| _ = inputs.subjects.insert("u32::add".into(), digest("other"))),
        ];
        let distinct: std::collections::BTreeSet<Key> = keys.into_iter().collect();
        assert_eq!(distinct.len(), keys.len());
    }

    /// Oracle: the documentation of [`RunInputs::key`].
    #[test]
    fn an_unknown_subject_or_backend_has_no_key() {
        let unknown = [
            TrialName {
                subject: "u32::mul",
                ..NAME
            },
            TrialName {
                backend: Some("c"),
                ..NAME
            },
        ];
        assert!(unknown.iter().all(|name| inputs().key(*name).is_none()));
    }
}
