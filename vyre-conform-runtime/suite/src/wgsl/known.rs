//! Rows for which backends are known to be wrong.
//!
//! A row with the expected words passes, one with the known wrong words is skipped with its reason, and any other words
//! fail. `docs/results/findings.md` describes each fault.

use crate::backend::Identity;

/// A fault of backends of some kinds that a shader reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownFault {
    /// The kinds of these backends.
    pub kinds: &'static [&'static str],
    /// The shader.
    pub test: &'static str,
    /// Input words of rows, with the known wrong output words.
    pub rows: &'static [(&'static [u32], &'static [u32])],
    /// The fault.
    pub fault: &'static str,
}

/// All known differences.
pub const KNOWN: &[KnownFault] = &[KnownFault {
    kinds: &["process-dawn", "process-browser", "kit-dawn", "kit-browser"],
    test: "declarations_in_loops",
    rows: &[(&[2], &[403]), (&[3], &[1006])],
    fault: "Tint keeps a variable's value from the previous iteration",
}];

impl KnownFault {
    /// The known difference of a backend on a shader, if any.
    pub fn of(backend: &Identity, test: &str) -> Option<&'static Self> {
        let is_of = |known: &&Self| known.test == test && known.kinds.contains(&&*backend.kind);
        KNOWN.iter().find(is_of)
    }

    /// True if these wrong words are known for a row with this input.
    pub fn matches(&self, given: &[u32], found: &[u32]) -> bool {
        self.rows.contains(&(given, found))
    }

    /// The reason for skipping its rows.
    pub fn reason(&self) -> String {
        format!("known difference: {}", self.fault)
    }
}

#[cfg(test)]
mod tests {
    use super::super::WgslTest;
    use super::*;

    /// Oracle: the shaders.
    #[test]
    fn known_differences_contradict_existing_rows() {
        for known in KNOWN {
            let test = WgslTest::find(known.test).expect("a shader");
            let rows = test.rows().expect("rows");
            for (given, found) in known.rows {
                let row = rows.iter().find(|row| row.given == *given);
                let row = row.unwrap_or_else(|| panic!("{}: no row of {given:?}", known.test));
                assert_ne!(row.expected, *found, "{}", known.test);
            }
            assert!(
                known.rows.len() < rows.len(),
                "{}: no row is left",
                known.test
            );
        }
    }

    /// Oracle: the documentation of the table.
    #[test]
    fn other_words_and_other_backends_are_not_known() {
        let of = |kind: &str| Identity {
            kind: kind.into(),
            ..Identity::named("x")
        };
        let known = KnownFault::of(&of("process-dawn"), "declarations_in_loops");
        let known = known.expect("a known difference");
        assert!(known.matches(&[2], &[403]));
        assert!(!known.matches(&[2], &[404]) && !known.matches(&[1], &[403]));
        assert!(KnownFault::of(&of("process-dawn"), "shifts").is_none());
        assert!(KnownFault::of(&of("wgpu-vulkan"), "declarations_in_loops").is_none());
    }
}
