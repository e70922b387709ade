//! The tests of a run, in order.

use crate::Arguments;
use crate::binary::LongTest;
use crate::key::Keys;
use anyhow::Result;
use vyre_conform_verdicts::{Key, Verdict, VerdictStore};

/// Minimal number of held tests that a run repeats. Each takes seconds to minutes.
const LEAST: usize = 2;

/// One in this many held tests is repeated.
const REPEATED: usize = 100;

/// A test that runs.
#[derive(Clone, Debug)]
pub(crate) struct PlannedTest {
    pub(crate) test: LongTest,
    pub(crate) key: Key,
    /// The stored verdict, for a test that is repeated.
    pub(crate) held: Option<Verdict>,
}

/// The tests of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Tests that run, the repeated ones first.
    pub(crate) due: Vec<PlannedTest>,
    /// Verdicts of tests that do not run.
    pub(crate) held: Vec<Verdict>,
}

impl Plan {
    /// Looks the tests up in the store. `now`, in seconds since 1970, selects the held tests to repeat.
    pub(crate) fn of(
        arguments: &Arguments,
        tests: Vec<LongTest>,
        keys: &Keys,
        store: &VerdictStore,
        now: u64,
    ) -> Result<Self> {
        let (mut held, mut due) = (vec![], vec![]);
        let is_named = |test: &LongTest| {
            arguments.names.is_empty()
                || arguments.names.iter().any(|name| test.name.contains(name))
        };
        for test in tests.into_iter().filter(is_named) {
            let key = keys.key(&test)?;
            let found = store.find(&key).filter(|of| of.obligation == test.name);
            let found = found.filter(|_| !arguments.fresh).cloned();
            let planned = PlannedTest {
                test,
                key,
                held: found,
            };
            let tests = if planned.held.is_some() {
                &mut held
            } else {
                &mut due
            };
            tests.push(planned);
        }
        due.sort_by_cached_key(|of| drawn(&arguments.order, &of.test.name));
        held.sort_by_cached_key(|of| drawn(&now.to_string(), &of.test.name));
        Ok(Self::split(held, due))
    }

    /// Repeats the first of the held tests.
    fn split(mut held: Vec<PlannedTest>, due: Vec<PlannedTest>) -> Self {
        let count = held.len().div_ceil(REPEATED).max(LEAST).min(held.len());
        let rest = held.split_off(count);
        held.extend(due);
        Self {
            due: held,
            held: rest.into_iter().filter_map(|of| of.held).collect(),
        }
    }
}

/// The place of a name in an order that is drawn from a text.
fn drawn(order: &str, name: &str) -> [u8; 32] {
    let key = blake3::hash(order.as_bytes());
    *blake3::keyed_hash(key.as_bytes(), name.as_bytes()).as_bytes()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::binary::TestBinary;
    use cargo_metadata::PackageId;
    use std::time::Duration;
    use vyre_conform_verdicts::KeyBuilder;

    /// A planned test whose binary is a script.
    pub(crate) fn planned(name: &str, binary: &str, held: bool) -> PlannedTest {
        let key = KeyBuilder::default().with("test", name).finish();
        let verdict = Verdict {
            key,
            obligation: name.to_owned(),
            driver: crate::run::DRIVER.to_owned(),
            at: 0,
            cases: 1,
            coverage: None,
        };
        PlannedTest {
            test: LongTest {
                name: name.to_owned(),
                path: name.to_owned(),
                part: None,
                binary: TestBinary {
                    package: PackageId {
                        repr: String::new(),
                    },
                    target: "target".to_owned(),
                    path: binary.into(),
                    folder: std::env::temp_dir(),
                },
                time: Duration::from_secs(1),
            },
            key,
            held: held.then_some(verdict),
        }
    }

    /// Oracle: the documentation of the constants.
    #[test]
    fn one_in_a_hundred_held_tests_is_repeated() {
        for (all, repeated) in [(0, 0), (1, 1), (2, 2), (150, 2), (300, 3)] {
            let held = (0..all)
                .map(|k: u32| planned(&k.to_string(), "", true))
                .collect();
            let plan = Plan::split(held, vec![planned("due", "", false)]);
            assert_eq!(plan.due.len(), repeated + 1, "of {all}");
            assert_eq!(plan.held.len(), all as usize - repeated);
            assert_eq!(plan.due.last().map(|of| &of.test.name[..]), Some("due"));
        }
    }
}
