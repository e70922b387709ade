//! The stored verdicts on tests.

use vyre_conform_verdicts::{Key, Verdict, VerdictStore};

/// The verdicts of one driver in a store. The keys of tests contain adapters and programs, so a driver stands for a
/// kind of tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestVerdicts<'a> {
    pub(crate) store: &'a VerdictStore,
    pub(crate) driver: &'static str,
}

impl TestVerdicts<'_> {
    /// The verdict on a test, unless everything runs again.
    pub(crate) fn find(&self, key: &Key, name: &str, fresh: bool) -> Option<Verdict> {
        let stored = self.store.find(key).filter(|_| !fresh);
        stored.filter(|verdict| verdict.obligation == name).cloned()
    }

    /// Keeps a pass of this number of tests. `now` is in seconds since 1970.
    pub(crate) fn keep(&self, key: Key, name: &str, tests: u64, now: u64) {
        self.store.keep(Verdict {
            key,
            obligation: name.to_owned(),
            driver: self.driver.to_owned(),
            at: now,
            cases: tests,
            coverage: None,
        });
    }

    /// Withdraws all verdicts, after a test that was held failed.
    pub(crate) fn withdraw(&self, now: u64) {
        self.store.withdraw(self.driver, now);
    }
}
