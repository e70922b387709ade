//! Output of `laws`.

use crate::loudness::Verbosity;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::report::{pluralize, thousands};

/// Maximal number of displayed constants of a law that holds only on small operands.
const SHOWN: usize = 2;

/// Maximal number of named unfinished ops.
const NAMED: usize = 8;

/// Grade of a law.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grade {
    /// Proved by this engine.
    Proved(&'static str),
    /// Held on this many cases.
    Tried(u64),
    /// Held on small operands only: these values break it.
    Small(Vec<String>),
    /// Two methods that must agree do not.
    Contradiction(String),
}

/// An undeclared law.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) law: String,
    #[serde(skip)]
    pub(super) name: &'static str,
    pub(super) grade: Grade,
    pub(super) follows: Option<String>,
}

impl Row {
    /// True if it holds and no declaration implies it.
    const fn is_missing(&self) -> bool {
        self.follows.is_none() && matches!(self.grade, Grade::Proved(_) | Grade::Tried(_))
    }

    const fn is_small(&self) -> bool {
        matches!(self.grade, Grade::Small(_))
    }
}

/// Findings about an op.
#[derive(Serialize)]
pub(super) struct LawFindings {
    pub(super) op: String,
    /// Undeclared laws.
    pub(super) found: Vec<Row>,
    /// Declared laws, and the laws that imply them.
    pub(super) implied: Vec<(String, String)>,
}

impl LawFindings {
    /// True if every law that holds is declared or implied, without contradictions.
    pub(super) fn is_complete(&self) -> bool {
        let wrong = |row: &Row| matches!(row.grade, Grade::Contradiction(_));
        !self.found.iter().any(|row| row.is_missing() || wrong(row))
    }

    fn count(&self, is: impl Fn(&Row) -> bool) -> usize {
        self.found.iter().filter(|row| is(row)).count()
    }
}

/// The output as text.
pub(super) fn text(found: &[LawFindings], time: Duration, loudness: Verbosity) -> String {
    let mut out = String::new();
    for findings in found {
        let lines = lines(findings, loudness);
        if !lines.is_empty() {
            let _ = writeln!(out, "{}", findings.op);
            for line in lines {
                let _ = writeln!(out, "  {}", plain(&line));
            }
        }
    }
    let sum = |of: &dyn Fn(&LawFindings) -> usize| found.iter().map(of).sum::<usize>();
    let missing = sum(&|findings| findings.count(Row::is_missing));
    let follow = sum(&|findings| findings.count(|row| row.follows.is_some()));
    let small = sum(&|findings| findings.count(Row::is_small));
    let implied = sum(&|findings| findings.implied.len());
    let _ = writeln!(
        out,
        "{}: {missing} undeclared laws hold, {follow} more follow from declared ones; {implied} declared laws are \
         implied by others; {small} hold on small operands alone ({:.1} s)",
        pluralize(found.len() as u64, "op", "ops"),
        time.as_secs_f64()
    );
    out
}

/// The unfinished ops at the end of the run, and the command to finish them.
pub(super) fn left(ids: &[&str], budget: Option<Duration>, loudness: Verbosity) -> String {
    let findings = ids.iter().take(loudness.most(NAMED)).copied();
    let names = findings.collect::<Vec<_>>().join(", ");
    let more = match ids.len().saturating_sub(loudness.most(NAMED)) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let ops = pluralize(ids.len() as u64, "op was", "ops were");
    let budget = match budget {
        Some(budget) => format!(" in --budget {}", humantime::format_duration(budget)),
        None => String::new(),
    };
    format!("{ops} not done{budget}: {names}{more}. Name them to search their laws alone")
}

fn lines(findings: &LawFindings, loudness: Verbosity) -> Vec<String> {
    let mut lines = vec![];
    let mut small: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &findings.found {
        let law = &row.law;
        match (&row.grade, &row.follows) {
            (Grade::Contradiction(message), _) => {
                lines.push(format!("CONTRADICTION {law}: {message}"))
            }
            (Grade::Small(values), _) if !loudness.is_quiet() => {
                let rows = small.entry(row.name).or_default();
                *rows += 1;
                if *rows <= loudness.most(SHOWN) {
                    let values = values.join(", ");
                    lines.push(format!(
                        "small       {law}: holds on small operands, broken by ({values})"
                    ));
                }
            }
            (Grade::Small(_), _) => {}
            (_, Some(reason)) => {
                if loudness.is_verbose() {
                    lines.push(format!("follows     {law}: {reason}"));
                }
            }
            (Grade::Proved(engine), None) => {
                lines.push(format!("undeclared  {law}: proved ({engine})"));
            }
            (Grade::Tried(cases), None) => {
                let cases = thousands(*cases);
                lines.push(format!(
                    "undeclared  {law}: holds in {cases} cases, not proved"
                ));
            }
        }
    }
    for (name, rows) in small {
        if rows > loudness.most(SHOWN) {
            lines.push(format!(
                "small       {name}: {} more, with -v",
                rows - SHOWN
            ));
        }
    }
    for (law, by) in &findings.implied {
        if !loudness.is_quiet() {
            lines.push(format!("implied     {law}: by {by}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        loudness: Verbosity,
    }

    /// Oracle: hand-written counts.
    #[test]
    fn unfinished_ops_are_named() {
        let Command { loudness } = Command::parse_from(["laws"]);
        let ids = ["u32::add", "u32::sub"];
        assert_eq!(
            left(&ids, Some(Duration::from_secs(60)), loudness),
            "2 ops were not done in --budget 1m: u32::add, u32::sub. Name them to search their laws alone"
        );
        let many = ["u32::add"; 10];
        let text = left(&many, None, loudness);
        assert!(text.contains(" and 2 more."), "{text}");
    }
}
