//! The tests of a run, in order.

use crate::Arguments;
use crate::binary::LongTest;
use crate::key::Keys;
use crate::verdicts::TestVerdicts;
use anyhow::Result;
use vyre_conform_verdicts::{Key, Verdict, position, split_sample};

/// Minimal number of held tests that a run repeats. Each takes seconds to minutes.
const MIN_REPEATED: usize = 2;

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
    pub(crate) pending: Vec<PlannedTest>,
    /// Verdicts of tests that do not run.
    pub(crate) held: Vec<Verdict>,
}

impl Plan {
    /// Looks the tests up in the store. `now`, in seconds since 1970, selects the held tests to repeat.
    pub(crate) fn new(
        arguments: &Arguments,
        tests: Vec<LongTest>,
        keys: &Keys,
        verdicts: TestVerdicts<'_>,
        now: u64,
    ) -> Result<Self> {
        let (mut held, mut pending) = (vec![], vec![]);
        let is_named = |test: &LongTest| {
            arguments.names.is_empty()
                || arguments.names.iter().any(|name| test.name.contains(name))
        };
        for test in tests.into_iter().filter(is_named) {
            let key = keys.key(&test)?;
            let verdict = verdicts.find(&key, &test.name, arguments.fresh);
            let list = if verdict.is_some() {
                &mut held
            } else {
                &mut pending
            };
            list.push(PlannedTest {
                test,
                key,
                held: verdict,
            });
        }
        pending.sort_by_cached_key(|planned| position(&arguments.order, &planned.test.name));
        Ok(Self::with_sample(held, pending, &now.to_string()))
    }

    /// A plan that repeats a sample of the held tests, which the seed selects.
    fn with_sample(held: Vec<PlannedTest>, pending: Vec<PlannedTest>, seed: &str) -> Self {
        let (mut repeated, held) =
            split_sample(held, seed, MIN_REPEATED, |planned| &planned.test.name);
        repeated.extend(pending);
        Self {
            pending: repeated,
            held: held
                .into_iter()
                .filter_map(|planned| planned.held)
                .collect(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::binary::TestBinary;
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
                    package: cargo_metadata::PackageId {
                        repr: String::new(),
                    },
                    package_name: "package".to_owned(),
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
            let plan = Plan::with_sample(held, vec![planned("pending", "", false)], "0");
            assert_eq!(plan.pending.len(), repeated + 1, "of {all}");
            assert_eq!(plan.held.len(), all as usize - repeated);
            assert_eq!(
                plan.pending.last().map(|item| &item.test.name[..]),
                Some("pending")
            );
        }
    }
}
