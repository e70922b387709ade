//! A column of the page: the certificates of one backend, with their combined results.
//!
//! A failure in any of them outweighs every level in the others, and a level counts only from a certificate that
//! verifies.

mod level;

use super::CertificatePage;
use super::grouping::together;
pub(super) use level::ColumnLevel;
use level::LevelClaim;
use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{
    Backend, EngineEvidence, OpEvidence, OutcomeName, Part, ProgramsEvidence,
};
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::plan::PROGRAMS;

/// The certificates of one backend: of one slug, kind, device and driver.
pub(super) struct Column<'a> {
    pub(super) sheets: Vec<&'a CertificatePage<'a>>,
    /// Its name on the page: its slug, with the distinguishing fields if another column has the same one.
    pub(super) name: String,
}

/// State of an op or an engine; of several states the last one here is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// It is in none of the certificates.
    Absent,
    NotRun,
    Unsupported,
    /// Some cases ran and agreed, too few for a level.
    InPart,
    /// Every input of its types ran and agreed; a level needs further parts.
    EveryInput,
    /// A claim of a certificate that does not verify.
    Claimed(String),
    Level(String),
    Refuted,
}

/// Common evidence about an op or an engine.
pub(super) struct SubjectEvidence<'a> {
    pub(super) level: Option<Level>,
    pub(super) unsupported: bool,
    pub(super) parts: &'a [Part],
}

impl<'a> From<&'a OpEvidence> for SubjectEvidence<'a> {
    fn from(op: &'a OpEvidence) -> Self {
        Self {
            level: op.level,
            unsupported: op.unsupported.is_some(),
            parts: &op.parts,
        }
    }
}

impl<'a> From<&'a EngineEvidence> for SubjectEvidence<'a> {
    fn from(engine: &'a EngineEvidence) -> Self {
        Self {
            level: engine.level,
            unsupported: engine.unsupported.is_some(),
            parts: &engine.parts,
        }
    }
}

impl<'a> From<&'a ProgramsEvidence> for SubjectEvidence<'a> {
    fn from(programs: &'a ProgramsEvidence) -> Self {
        Self {
            level: programs.level,
            unsupported: programs.unsupported.is_some(),
            parts: &programs.parts,
        }
    }
}

impl SubjectEvidence<'_> {
    /// The failed parts.
    pub(super) fn failed(&self) -> impl Iterator<Item = &Part> {
        self.parts
            .iter()
            .filter(|p| p.outcome == OutcomeName::Failed)
    }

    pub(super) fn state(&self, refused: bool) -> State {
        let passed = |p: &&Part| p.outcome == OutcomeName::Passed && p.cases > 0;
        let every = |p: &Part| p.compares_every_input() && p.on_backend() && p.is_complete();
        if self.failed().next().is_some() {
            return State::Refuted;
        }
        let shown = match (self.level, self.parts.iter().find(passed)) {
            _ if self.unsupported => return State::Unsupported,
            (Some(level), _) => State::Level(level.name().into()),
            (None, Some(_)) if self.parts.iter().filter(passed).any(every) => State::EveryInput,
            (None, Some(_)) => State::InPart,
            (None, None) => return State::NotRun,
        };
        if refused {
            State::Claimed(shown.word())
        } else {
            shown
        }
    }
}

impl State {
    /// The state in words.
    pub(super) fn word(&self) -> String {
        match self {
            Self::Absent => "\u{2013}".into(),
            Self::NotRun => "not run".into(),
            Self::Unsupported => "unsupported".into(),
            Self::InPart => "in part".into(),
            Self::EveryInput => "every input".into(),
            Self::Claimed(what) => format!("claims {what}"),
            Self::Level(level) => level.clone(),
            Self::Refuted => "refuted".into(),
        }
    }

    /// The state as a class of colour: grey (`open`) if it did not run.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Absent | Self::NotRun | Self::Unsupported => "open",
            Self::InPart | Self::EveryInput => "part",
            Self::Claimed(_) => "claim",
            Self::Level(level) if matches!(level.as_str(), "L1" | "L1f") => "fair",
            Self::Level(_) => "good",
            Self::Refuted => "bad",
        }
    }
}

/// Status of a level of the whole on a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelStatus {
    Established,
    /// Established, with skipped cases that are the word of the issuer.
    ByWord,
    /// Established according to a certificate that does not verify.
    Claimed,
    /// Refuted, with the number of refuted ops and engines.
    Refuted(usize),
    Partial,
    /// Nothing reached it, although something ran.
    Nothing,
    /// Nothing ran.
    NotRun,
}

/// The properties that distinguish backends: slug, device, driver, kind.
fn who(backend: &Backend) -> [&str; 4] {
    [
        &backend.slug,
        &backend.device,
        &backend.driver,
        &backend.kind,
    ]
    .map(String::as_str)
}

/// The name of one of these backends: its slug, and every field that differs from another one with the same slug.
fn name(all: &[[&str; 4]], k: usize) -> String {
    let own = all[k];
    let others = || all.iter().filter(|of| of[0] == own[0]);
    let differs = |at: &usize| others().any(|of| of[*at] != own[*at]);
    let more: Vec<&str> = (1..own.len()).filter(differs).map(|at| own[at]).collect();
    match more[..] {
        [] => own[0].to_owned(),
        _ => format!("{} ({})", own[0], more.join(", ")),
    }
}

impl<'a> Column<'a> {
    /// The columns of certificates, in order of first occurrence.
    pub(super) fn all(sheets: &'a [CertificatePage<'a>]) -> Vec<Self> {
        let of = |sheet: &'a CertificatePage<'a>| who(&sheet.certificate.evidence.backend);
        let columns = together(sheets, |one, other| of(one) == of(other));
        let all: Vec<_> = columns.iter().map(|sheets| of(sheets[0])).collect();
        let names: Vec<String> = (0..all.len()).map(|k| name(&all, k)).collect();
        let columns = columns.into_iter().zip(names);
        columns
            .map(|(sheets, name)| Self { sheets, name })
            .collect()
    }

    /// The backend.
    pub(super) fn backend(&self) -> &'a Backend {
        &self.sheets[0].certificate.evidence.backend
    }

    /// The evidence about an op or engine in each certificate that has it.
    pub(super) fn evidence(&self, id: &str) -> Vec<(&'a CertificatePage<'a>, SubjectEvidence<'a>)> {
        let of = |s: &&'a CertificatePage<'a>| Some((*s, s.evidence(id)?));
        self.sheets.iter().filter_map(of).collect()
    }

    /// The state of an op or engine.
    pub(super) fn state(&self, id: &str) -> State {
        let entries = self.evidence(id).into_iter();
        let states = entries.map(|(sheet, entries)| entries.state(sheet.is_refused()));
        states.max().unwrap_or(State::Absent)
    }

    /// True if every verified certificate that establishes a level skips cases of engines on the word of its issuer.
    fn by_word(&self, level: Level) -> bool {
        let sheets = self.sheets.iter().filter(|s| !s.is_refused());
        let mut shown = sheets.filter(|s| {
            let mut levels = s.certificate.evidence.levels.iter();
            levels.any(|l| l.level == level && l.established) && s.absent_from(level) == 0
        });
        let rests = EngineKind::ALL.iter().any(|kind| kind.counts_for(level));
        rests && shown.all(|s| s.left_out > 0)
    }

    /// The ids of refuted ops and engines.
    pub(super) fn refuted(&self) -> BTreeSet<&'a str> {
        self.refuted_at(|_, _| true)
    }

    /// The refuted ids whose entry and level, if any, the predicate accepts.
    fn refuted_at(&self, takes: impl Fn(Entry, Option<Level>) -> bool) -> BTreeSet<&'a str> {
        let evidence = self.sheets.iter().map(|s| &s.certificate.evidence);
        let all = evidence.flat_map(|e| {
            let ops = e
                .ops
                .iter()
                .map(|op| (&op.id[..], Entry::Op(op.track), SubjectEvidence::from(op)));
            let engines = e.engines.iter();
            let engines =
                engines.map(|e| (&e.id[..], Entry::Engine(e.kind), SubjectEvidence::from(e)));
            let programs = e.programs.iter();
            // L3 depends on random programs as on engines of integers.
            let integer = Entry::Engine(EngineKind::Integer);
            let programs = programs.map(move |of| (PROGRAMS, integer, SubjectEvidence::from(of)));
            ops.chain(engines).chain(programs)
        });
        let failed = all.filter(|(_, entry, entries)| {
            entries.failed().next().is_some() && takes(*entry, entries.level)
        });
        failed.map(|(id, ..)| id).collect()
    }

    /// The levels in its certificates, each from the certificate with the strongest claim.
    pub(super) fn levels(&self) -> Vec<ColumnLevel<'a>> {
        let all = self.sheets.iter().flat_map(|sheet| {
            let levels = sheet.certificate.evidence.levels.iter();
            levels.map(|level| LevelClaim {
                level,
                absent: sheet.absent_from(level.level),
                is_verified: !sheet.is_refused(),
            })
        });
        let mut best: Vec<LevelClaim<'_>> = vec![];
        for claim in all {
            match best.iter_mut().find(|b| b.level.level == claim.level.level) {
                Some(b) if b.rank() < claim.rank() => *b = claim,
                Some(_) => {}
                None => best.push(claim),
            }
        }
        best.sort_by_key(|of| Level::ALL.iter().position(|l| *l == of.level.level));
        let mut parts = self.sheets.iter().flat_map(|s| s.certificate.parts());
        let ran = parts.any(|p| p.outcome == OutcomeName::Passed && p.cases > 0);
        let reached = |claim: LevelClaim<'a>| {
            let LevelClaim { level, absent, .. } = claim;
            let refuted = self.refuted_at(|entry, own| breaks(level.level, entry, own));
            let reached = match (refuted.len(), level.established) {
                (1.., _) => LevelStatus::Refuted(refuted.len()),
                (0, true) if !claim.is_verified => LevelStatus::Claimed,
                (0, true) if absent > 0 => LevelStatus::Partial,
                (0, true) if self.by_word(level.level) => LevelStatus::ByWord,
                (0, true) => LevelStatus::Established,
                (0, false) if level.reached > 0 => LevelStatus::Partial,
                (0, false) if ran => LevelStatus::Nothing,
                (0, false) => LevelStatus::NotRun,
            };
            ColumnLevel {
                level,
                reached,
                absent,
            }
        };
        best.into_iter().map(reached).collect()
    }
}

/// Member of a level.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// An op of this track.
    Op(Track),
    /// An engine of this kind.
    Engine(EngineKind),
}

/// True if a failed op or engine with its level, or none, refutes `level`.
fn breaks(level: Level, entry: Entry, own: Option<Level>) -> bool {
    let track = match entry {
        Entry::Engine(kind) => return kind.counts_for(level) && own.is_none(),
        Entry::Op(track) => track,
    };
    // The requirement on ops; their failing parts are about nothing else.
    let required = match level {
        Level::L3 => Level::L1,
        Level::L4 => Level::L2,
        Level::L3f | Level::L4f => Level::L2f,
        level => level,
    };
    track == Track::of_level(level) && !own.is_some_and(|own| own.includes(required))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the levels of docs/spec/certificates.md: L2 holds L1, L3 rests on L1 of the ops and on the engines of
    /// integers, L3f on L2f and on tensor engines, L4f on composed ones as well.
    #[test]
    fn failure_refutes_unreached_levels_of_its_track() {
        use EngineKind::{Composed, Integer, Tensor};
        use Entry::{Engine, Op};
        use Level::{L1, L1a, L1f, L2, L2f, L3, L3f, L4, L4f};
        for (level, entry, own, expected) in [
            (L1, Op(Track::Integer), None, true),
            (L1, Op(Track::Integer), Some(L1), false),
            (L2, Op(Track::Integer), Some(L1), true),
            (L3, Op(Track::Integer), Some(L1), false),
            (L3, Op(Track::Integer), None, true),
            (L3, Engine(Integer), None, true),
            (L3, Engine(Tensor), None, false),
            (L4, Engine(Integer), None, true),
            (L4, Engine(Composed), None, false),
            (L4, Op(Track::Integer), Some(L1), true),
            (L4, Op(Track::Integer), Some(L2), false),
            (L4, Op(Track::Float), None, false),
            (L1, Engine(Integer), None, false),
            (L1f, Op(Track::Integer), None, false),
            (L2f, Op(Track::Float), Some(L1f), true),
            (L2f, Engine(Tensor), None, false),
            (L3f, Engine(Tensor), None, true),
            (L3f, Engine(Composed), None, false),
            (L3f, Op(Track::Float), Some(L1f), true),
            (L3f, Op(Track::Float), Some(L2f), false),
            (L4f, Engine(Tensor), None, true),
            (L4f, Engine(Composed), None, true),
            (L4f, Op(Track::Float), None, true),
            (L1a, Op(Track::Approximate), None, true),
        ] {
            assert_eq!(
                breaks(level, entry, own),
                expected,
                "{level:?} {entry:?} {own:?}"
            );
        }
    }

    /// Oracle: the fields that distinguish columns for a reader.
    #[test]
    fn columns_with_one_slug_get_distinct_names() {
        let all = [
            ["a", "Device", "1.0", "wgpu-vulkan"],
            ["a", "Device", "2.0", "wgpu-vulkan"],
            ["b", "Device", "1.0", "wgpu-vulkan"],
            ["a", "Device", "1.0", "mine"],
        ];
        assert_eq!(name(&all, 0), "a (1.0, wgpu-vulkan)");
        assert_eq!(name(&all, 1), "a (2.0, wgpu-vulkan)");
        assert_eq!(name(&all, 2), "b");
        assert_eq!(name(&all[..2], 0), "a (1.0)");
        assert_eq!(name(&all[..1], 0), "a");
    }

    /// Oracle: the order that the page promises: red outweighs green, and a claim is not a level.
    #[test]
    fn worst_outcome_is_shown() {
        let level = |name: &str| State::Level(name.into());
        for (more, less) in [
            (State::Refuted, level("L2f")),
            (level("L2"), level("L1")),
            (level("L1"), State::Claimed("L2".into())),
            (State::EveryInput, State::InPart),
            (State::Unsupported, State::NotRun),
        ] {
            assert!(more > less, "{more:?} {less:?}");
        }
        for (state, class) in [
            (State::NotRun, "open"),
            (State::Refuted, "bad"),
            (State::InPart, "part"),
            (State::Claimed("L2".into()), "claim"),
        ] {
            assert_eq!(state.class(), class);
        }
    }
}
