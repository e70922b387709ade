//! Unfinished laws of a run that was over its budget or interrupted, and the command to continue.

use super::Arguments;
use super::table::Row;
use crate::interrupt::interrupted;
use crate::loudness::Verbosity;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use vyre_conform_harness::report::pluralize;

/// Unfinished laws of a run.
pub(super) struct Remaining<'r> {
    /// The laws and functions that it did not try.
    pub(super) names: Vec<&'r str>,
    /// Number of undecided laws that had less than their time.
    pub(super) cut: usize,
    /// The laws and functions that are undecided after their time.
    undecided: Vec<&'r str>,
}

impl<'r> Remaining<'r> {
    /// Collects the unfinished ones of all requests, given with their results.
    pub(super) fn new(all: impl Iterator<Item = (&'r str, &'r Option<Row>)>) -> Self {
        let mut remaining = Self {
            names: vec![],
            cut: 0,
            undecided: vec![],
        };
        for (name, row) in all {
            match row {
                None => remaining.names.push(name),
                Some(row) if row.is_cut() => remaining.cut += 1,
                Some(row) if row.is_undecided() => remaining.undecided.push(name),
                Some(_) => {}
            }
        }
        remaining
    }

    /// The message, empty if everything is finished.
    pub(super) fn text(&self, arguments: &Arguments, loudness: Verbosity) -> String {
        let mut out = self.more_time(arguments.time);
        if self.names.is_empty() && self.cut == 0 {
            return out;
        }
        if loudness.is_verbose() {
            for name in &self.names {
                let _ = writeln!(out, "{name}: not tried");
            }
        }
        let reason = match (interrupted(), arguments.budget) {
            (false, Some(budget)) => format!("within --budget {}", written(budget)),
            _ => "before the end".to_owned(),
        };
        let _ = writeln!(
            out,
            "{} not tried {reason}, {} cut short",
            pluralize(self.names.len() as u64, "claim", "claims"),
            pluralize(self.cut as u64, "other", "others")
        );
        match &arguments.resume {
            Some(file) => {
                let _ = writeln!(out, "to continue: {}", command(arguments, file));
            }
            None => {
                let file = Path::new("decided.laws");
                let _ = writeln!(
                    out,
                    "this run is not saved; to save decided laws and continue later: {}",
                    command(arguments, file)
                );
            }
        }
        out
    }
}

impl Remaining<'_> {
    /// The command that doubles the time of every undecided law; empty if there is none.
    fn more_time(&self, time: Duration) -> String {
        if self.undecided.is_empty() {
            return String::new();
        }
        let twice = written(time.saturating_mul(2));
        let names = shlex::try_join(self.undecided.iter().copied());
        format!(
            "{} undecided in {} of processor time each; for twice that: vyre-conform prove {} --time {}\n",
            pluralize(self.undecided.len() as u64, "claim", "claims"),
            written(time),
            names.unwrap_or_else(|_| self.undecided.join(" ")),
            shlex::try_quote(&twice).unwrap_or(twice.as_str().into()),
        )
    }
}

/// A time in the syntax of options.
fn written(time: Duration) -> String {
    humantime::format_duration(time).to_string()
}

/// The command for the same run with a file that keeps decided laws.
fn command(arguments: &Arguments, file: &Path) -> String {
    let path = |path: &Path| path.display().to_string();
    let mut words: Vec<String> = vec!["vyre-conform".into(), "prove".into()];
    words.extend(arguments.names.iter().cloned());
    words.extend(["--time".into(), written(arguments.time)]);
    if let Some(budget) = arguments.budget {
        words.extend(["--budget".into(), written(budget)]);
    }
    if let Some(folder) = &arguments.keep_proofs {
        words.extend(["--keep-proofs".into(), path(folder)]);
    }
    words.extend(["--resume".into(), path(file)]);
    let joined = shlex::try_join(words.iter().map(String::as_str));
    joined.unwrap_or_else(|_| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::outcome::ProveOutcome;
    use vyre_conform_prove::method::SolverTime;

    fn arguments(resume: Option<&str>) -> Arguments {
        Arguments {
            names: vec!["u32::add".into(), "u32::min::LatticeAbsorption(max)".into()],
            time: Duration::from_secs(90),
            budget: Some(Duration::from_secs(300)),
            keep_proofs: None,
            resume: resume.map(Into::into),
        }
    }

    fn undecided(cut: bool) -> Option<Row> {
        Some(Row {
            name: "u32::add::Commutative".into(),
            fate: ProveOutcome::Undecided {
                said: "no".into(),
                cut,
                failed: false,
            },
            time: Duration::ZERO,
            spent: SolverTime::default(),
            before: false,
        })
    }

    /// Oracle: the shell's own rules, by the package that splits a line as a shell does; and the options of the
    /// command.
    #[test]
    fn printed_command_repeats_the_arguments() {
        let file = "my laws";
        let line = command(&arguments(Some(file)), Path::new(file));
        let words = shlex::split(&line).expect("a line of a shell");
        let expected = [
            "vyre-conform",
            "prove",
            "u32::add",
            "u32::min::LatticeAbsorption(max)",
            "--time",
            "1m 30s",
            "--budget",
            "5m",
            "--resume",
            file,
        ];
        assert_eq!(words, expected);
        for text in ["1m 30s", "5m"] {
            let time = humantime::parse_duration(text).expect("a time");
            assert_eq!(written(time), text);
        }
    }

    /// Oracle: the inputs.
    #[test]
    fn remaining_laws_are_counted() {
        let rows = [undecided(true), None, undecided(false), None];
        let names = ["a", "b", "c", "d"];
        let found = Remaining::new(names.into_iter().zip(&rows));
        assert_eq!((found.names.as_slice(), found.cut), (&["b", "d"][..], 1));
        let message = found.text(&arguments(Some("f")), Verbosity::default());
        assert!(
            message.contains("2 claims not tried within --budget 5m, 1 other cut short"),
            "{message}"
        );
        assert!(
            message.contains("to continue: vyre-conform prove "),
            "{message}"
        );
        let message = found.text(&arguments(None), Verbosity::default());
        assert!(message.contains("this run is not saved"), "{message}");
        assert!(message.contains("--resume decided.laws"), "{message}");
        let more = "1 claim undecided in 1m 30s of processor time each; for twice that: vyre-conform prove c --time \
             3m\n";
        assert!(message.starts_with(more), "{message}");
        let whole = Remaining::new(["c"].into_iter().zip(&rows[2..3]));
        assert_eq!(whole.text(&arguments(None), Verbosity::default()), more);
        let none = Remaining::new(std::iter::empty());
        assert_eq!(none.text(&arguments(None), Verbosity::default()), "");
    }
}
