//! A table as text.

use std::fmt::Write as _;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::cross::{ComparisonGap, CrossTable, Group};
use vyre_conform_harness::report::pluralize;

/// Number of displayed digits of a digest.
const SHOWN: usize = 12;

/// The names in a group, separated by commas.
pub(super) fn names(group: &Group) -> String {
    let names = group
        .parties
        .iter()
        .map(|party| plain(&party.name).to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// The line of a party or cases left out of a table.
pub(super) fn left(left: &ComparisonGap) -> String {
    let (name, reason) = (plain(&left.name), plain(&left.reason));
    match left.cases {
        Some(cases) => {
            let cases = pluralize(cases, "case", "cases");
            format!("{cases} left out: {name} {reason}")
        }
        None => format!("{name} left out: {reason}"),
    }
}

/// The beginning of a digest.
pub(super) fn digest(group: &Group) -> &str {
    group.digest.get(..SHOWN).unwrap_or(&group.digest)
}

/// The table, one line per group.
pub(super) fn text(table: &CrossTable) -> String {
    let cases = pluralize(table.cases, "case", "cases");
    let mut out = format!("{}: {cases}\n", plain(&table.subject));
    for group in &table.groups {
        let _ = writeln!(out, "  {}  {}", digest(group), names(group));
        if let Some(parting) = &group.parting {
            let first = &parting.first;
            let tolerated = match parting.cases - parting.wrong {
                0 => String::new(),
                some => format!(", {some} of them within the declared bound"),
            };
            let _ = writeln!(
                out,
                "      {} differ{tolerated}; the first: {}",
                pluralize(parting.cases, "case", "cases"),
                plain(&first.case)
            );
            let _ = writeln!(out, "      expected {}", plain(&first.expected));
            let _ = writeln!(out, "      actual   {}", plain(&first.actual));
        }
    }
    for found in &table.left_out {
        let _ = writeln!(out, "  {}", left(found));
    }
    for diagnosis in &table.diagnoses {
        let _ = writeln!(out, "  {}", plain(&diagnosis.to_string()));
    }
    out
}
