//! Duration classes of tests, in the words of their `#[ignore = "a long run: .."]`.

use std::time::Duration;

/// Prefix of the reason of every long test.
const BEGINNING: &str = "a long run: ";

/// The classes: the words of the reason, and the maximal duration of a test on two cores, in seconds.
const CLASSES: [(&str, u64); 6] = [
    ("seconds", 60),
    ("a minute", 120),
    ("minutes", 900),
    ("half an hour", 3600),
    ("an hour", 7200),
    ("hours", 86_400),
];

/// The maximal duration of a test according to the reason for which it is ignored; `None` for other reasons. Binaries
/// without Rust's test harness put the name of a program before it.
pub(crate) fn time(reason: &str) -> Option<Duration> {
    let (_, words) = reason.trim().split_once(BEGINNING)?;
    let class = CLASSES.iter().find(|(class, _)| *class == words)?;
    Some(Duration::from_secs(class.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the hand-written table.
    #[test]
    fn only_long_tests_have_a_time() {
        assert_eq!(time("a long run: minutes"), Some(Duration::from_secs(900)));
        assert_eq!(
            time("Chromium; a long run: seconds"),
            Some(Duration::from_secs(60))
        );
        for other in [
            "measures: run it alone, with --nocapture",
            "a long run: days",
            "",
        ] {
            assert_eq!(time(other), None, "{other}");
        }
    }
}
