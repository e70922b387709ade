//! The count of held trials, as text and as JSON.

use crate::report::pluralize;
use serde_json::{Value, json};
use std::fmt;

/// The held trials that did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeldCount {
    /// The number of trials.
    pub trials: usize,
    /// The day of the oldest pass, such as `2026-11-28`.
    pub since: String,
    /// The number of cases of the passes.
    pub cases: u64,
    /// The number of held trials that this run repeated.
    pub repeated: usize,
}

impl HeldCount {
    /// An event for the JSON lines of a test binary.
    pub(crate) fn event(&self) -> Value {
        json!({
            "type": "held",
            "held": self.trials,
            "held_since": self.since,
            "cases": self.cases,
            "repeated": self.repeated,
        })
    }
}

impl fmt::Display for HeldCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            trials,
            since,
            cases,
            repeated,
        } = self;
        let cases = pluralize(*cases, "case", "cases");
        write!(
            f,
            "{trials} held since {since}, `--fresh` runs them ({cases}; {repeated} more ran again as a sample)"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the line of docs/book/suite.md#held-trials, and the fields of docs/book/suite.md#json-lines.
    #[test]
    fn the_count_is_a_line_and_an_event() {
        let count = HeldCount {
            trials: 41,
            since: "2026-11-20".to_owned(),
            cases: 1,
            repeated: 8,
        };
        let line = count.to_string();
        let page = include_str!("../../../../docs/book/suite.md");
        assert!(
            line.starts_with("41 held since 2026-11-20, `--fresh` runs them"),
            "{line}"
        );
        assert!(page.contains("41 held since 2026-11-20, `--fresh` runs them"));
        let event = count.event();
        let expected = json!({
            "type": "held", "held": 41, "held_since": "2026-11-20", "cases": 1, "repeated": 8,
        });
        assert_eq!(event, expected);
        for (field, _) in expected.as_object().expect("fields") {
            assert!(
                page.contains(&format!("`{field}`")),
                "{field} is not documented"
            );
        }
    }
}
