//! What `prove` says: the laws that are not proved, and a table of those that are.

use crate::loudness::Loudness;
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::report::counted;
use vyre_conform_prove::engine::{Engine, Outcome, Proof};

/// What became of one law.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) outcome: Outcome,
    pub(super) time: Duration,
}

impl Row {
    pub(super) const fn is_proved(&self) -> bool {
        matches!(self.outcome, Outcome::Proved(_))
    }

    const fn engine(&self) -> Option<Engine> {
        match &self.outcome {
            Outcome::Proved(Proof { engine, .. }) => Some(*engine),
            _ => None,
        }
    }

    /// The outcome in a line.
    fn line(&self) -> String {
        let said = match &self.outcome {
            Outcome::Proved(proof) => {
                let mut said = format!("proved ({})", proof.engine.name());
                if let Some(by) = &proof.by_theorem {
                    let names = by.components.iter();
                    let names: Vec<&str> = names.map(|(of, _)| of.name.as_str()).collect();
                    let _ = write!(said, ": {}{}", by.theorem, from(&names));
                }
                if !proof.solvers.is_empty() {
                    let _ = write!(said, " by {}", proof.solvers.join(" and "));
                }
                for (what, digest) in [("formula", &proof.cnf), ("proof", &proof.lrat)] {
                    if let Some(digest) = digest {
                        let short: String = digest.chars().take(16).collect();
                        let _ = write!(said, ", {what} {short}");
                    }
                }
                said
            }
            Outcome::Refuted { inputs, message } => {
                let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                format!("REFUTED at ({}): {message}", inputs.join(", "))
            }
            Outcome::Undecided(why) => format!("undecided: {why}"),
            Outcome::Contradiction(message) => format!("CONTRADICTION: {message}"),
            _ => "unknown".into(),
        };
        format!(
            "{}: {} ({:.1} s)",
            self.name,
            plain(&said),
            self.time.as_secs_f64()
        )
    }
}

/// What the run says of functions that are declared to be the same as an op, and of how many `texts` it says nothing.
pub(super) fn functions(rows: &[Row], texts: Option<usize>, loudness: Loudness) -> String {
    let mut out = String::new();
    let told = |row: &&Row| loudness.is_verbose() || !row.is_proved();
    for row in rows.iter().filter(told) {
        let _ = writeln!(out, "{}", row.line());
    }
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "{} in kernel Rust: {} proved to be the same as the op",
            counted(rows.len() as u64, "function", "functions"),
            rows.iter().filter(|row| row.is_proved()).count()
        );
    }
    if let Some(texts) = texts.filter(|texts| *texts > 0 && !loudness.is_quiet()) {
        let _ = writeln!(
            out,
            "{} by hand in other languages, which are compared with their ops and not proved",
            counted(texts as u64, "alternate", "alternates")
        );
    }
    out
}

/// The laws that a theorem rests on, behind its name.
pub(crate) fn from(components: &[&str]) -> String {
    match components {
        [] => String::new(),
        some => format!(", from {}", some.join(", ")),
    }
}

/// What the run says.
pub(super) fn text(
    rows: &[Row],
    asked: usize,
    floats: usize,
    time: Duration,
    loudness: Loudness,
) -> String {
    let mut out = String::new();
    for row in rows
        .iter()
        .filter(|row| loudness.is_verbose() || !row.is_proved())
    {
        let _ = writeln!(out, "{}", row.line());
    }
    let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    if !loudness.is_quiet() {
        let _ = writeln!(out, "{:<14} {:>5} {:>9}", "engine", "laws", "longest");
        for engine in Engine::ALL {
            let of = rows.iter().filter(|row| row.engine() == Some(*engine));
            let longest = of.clone().map(|row| row.time).max().unwrap_or_default();
            let (name, laws) = (engine.name(), of.count());
            let _ = writeln!(out, "{name:<14} {laws:>5} {:>7.2} s", longest.as_secs_f64());
        }
    }
    let proved = count(&Row::is_proved);
    let refuted = count(&|row| matches!(row.outcome, Outcome::Refuted { .. }));
    let wrong = count(&|row| matches!(row.outcome, Outcome::Contradiction(_)));
    let undecided = rows.len() - proved - refuted - wrong;
    let _ = write!(
        out,
        "{}: {proved} proved, {refuted} refuted, {undecided} undecided",
        counted(rows.len() as u64, "law", "laws")
    );
    if wrong > 0 {
        let _ = write!(
            out,
            ", {}",
            counted(wrong as u64, "contradiction", "contradictions")
        );
    }
    if asked > rows.len() {
        let _ = write!(out, ", {} not begun", asked - rows.len());
    }
    if floats > 0 {
        let _ = write!(out, "; {floats} about floats were left out");
    }
    let _ = writeln!(out, " ({:.1} s)", time.as_secs_f64());
    out
}
