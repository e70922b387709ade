//! Findings that the choice of inputs explains: those that other guesses of unnamed scalars do not
//! have, and writes that collide only where the input repeats an index.

use crate::case::{CaseChoice, CaseInput, InputValues, prepare};
use crate::eval::{Event, LANES, RunOrder, evaluate};
use crate::finding::{Findings, InspectFinding, Omission};
use crate::interpret::rule_of;
use crate::rule::{FindingLevel, InspectRule};
use crate::target::Target;
use std::collections::BTreeSet;
use vyre_conform_import::{KernelSource, SourcePlace};

/// Maximum number of cases to run with other guesses.
const MAX_CASES: usize = 4;

/// Writes of different invocations to one word, by the same statement.
#[derive(Debug, Default)]
pub(crate) struct Collisions {
    all: BTreeSet<SourcePlace>,
    /// The cases with inputs of distinct values.
    of_distinct: BTreeSet<SourcePlace>,
}

impl Collisions {
    /// Records a race.
    pub(crate) fn note(&mut self, event: &Event, place: Option<SourcePlace>, values: InputValues) {
        let Some(place) = place else { return };
        if event.both_write && event.other == Some(event.span) {
            self.all.insert(place);
            if values == InputValues::Ramp {
                self.of_distinct.insert(place);
            }
        }
    }

    /// Makes notes of the races that only repeated values of the input have.
    pub(crate) fn settle(&self, findings: &mut Findings) {
        for finding in &mut findings.list {
            let is_race = matches!(
                finding.rule,
                InspectRule::DataRace | InspectRule::WorkgroupRace
            );
            let place = finding.place.filter(|_| finding.place == finding.related);
            let is_collision =
                place.is_some_and(|p| self.all.contains(&p) && !self.of_distinct.contains(&p));
            if is_race && is_collision {
                finding.rule = InspectRule::CollidingWrites;
                finding.level = finding.rule.level();
            }
        }
    }
}

/// Makes notes of the findings that most other values of unnamed scalars do not have.
pub(crate) fn doubt_guesses(
    (source, target): (&KernelSource, &Target<'_>),
    choice: &CaseChoice<'_>,
    budget: u64,
    guesses: &[String],
    findings: &mut Findings,
) -> Option<Omission> {
    if guesses.is_empty() {
        return None;
    }
    let is_open = |f: &InspectFinding| f.level != FindingLevel::Note && f.place.is_some();
    let open = findings.list.iter().filter(|f| is_open(f));
    let cases: BTreeSet<_> = open
        .filter_map(|f| Some((f.case.as_ref()?.length, f.case.as_ref()?.values)))
        .collect();
    let mut doubtful = false;
    for (length, values) in cases.into_iter().take(MAX_CASES) {
        let others = [2, 4, length.isqrt().max(3), length.max(5)].map(|guess| {
            let choice = CaseChoice {
                guess: Some(guess),
                ..choice.clone()
            };
            let prepared = prepare(target, length, values, &choice);
            events(source, target, &prepared, budget)
        });
        for finding in &mut findings.list {
            let is_of_case = finding
                .case
                .as_ref()
                .is_some_and(|case| (case.length, case.values) == (length, values));
            if !is_of_case || !is_open(&*finding) {
                continue;
            }
            let lacks = |seen: &&BTreeSet<_>| !seen.contains(&(finding.rule, finding.place));
            if others.iter().filter(lacks).count() >= 2 {
                finding.level = FindingLevel::Note;
                finding.values += ", which other values of the guessed scalars do not show";
                doubtful = true;
            }
        }
    }
    doubtful.then(|| Omission {
        entry: Some(target.name.clone()),
        place: None,
        reason: format!(
            "findings that depend on the guessed values of `{}` are notes: state them, such as `--value {}=VALUE`",
            guesses.join("`, `"),
            guesses[0]
        ),
    })
}

/// The rules and places of a run's faults.
fn events(
    source: &KernelSource,
    target: &Target<'_>,
    prepared: &CaseInput,
    budget: u64,
) -> BTreeSet<(InspectRule, Option<SourcePlace>)> {
    let run = evaluate(target, prepared, RunOrder::Ascending, budget, LANES);
    let rule = |event: &Event| rule_of(event.kind, prepared.case.values);
    run.events
        .iter()
        .map(|event| (rule(event), source.place(event.span)))
        .collect()
}
