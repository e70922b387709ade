//! A column of the page: the certificates of one backend, and what they say together.
//!
//! A failure in any of them outweighs every level in the others, and a level counts only from a certificate that
//! verifies.

use super::Sheet;
use super::together::together;
use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{
    Backend, EngineEvidence, LevelEvidence, OpEvidence, OutcomeName, Part, ProgramsEvidence,
};
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::plan::PROGRAMS;

/// The certificates of one backend: of one slug, kind, device and driver.
pub(super) struct Column<'a> {
    pub(super) sheets: Vec<&'a Sheet<'a>>,
    /// What the page calls it: its slug, and where another column has the same, what tells them apart.
    pub(super) name: String,
}

/// Where an op or an engine stands; of several standings the last one here is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// In none of the certificates.
    Absent,
    NotRun,
    Unsupported,
    /// Something ran and agreed, too little for a level.
    InPart,
    /// Every input of its types ran and agreed; for a level other parts are expected.
    EveryInput,
    /// What a certificate says that does not verify.
    Claimed(String),
    Level(String),
    Refuted,
}

/// What is said of an op or of an engine, as far as the two are alike.
pub(super) struct Said<'a> {
    pub(super) level: Option<Level>,
    pub(super) unsupported: bool,
    pub(super) parts: &'a [Part],
}

impl<'a> From<&'a OpEvidence> for Said<'a> {
    fn from(op: &'a OpEvidence) -> Self {
        Self {
            level: op.level,
            unsupported: op.unsupported.is_some(),
            parts: &op.parts,
        }
    }
}

impl<'a> From<&'a EngineEvidence> for Said<'a> {
    fn from(engine: &'a EngineEvidence) -> Self {
        Self {
            level: engine.level,
            unsupported: engine.unsupported.is_some(),
            parts: &engine.parts,
        }
    }
}

impl<'a> From<&'a ProgramsEvidence> for Said<'a> {
    fn from(programs: &'a ProgramsEvidence) -> Self {
        Self {
            level: programs.level,
            unsupported: programs.unsupported.is_some(),
            parts: &programs.parts,
        }
    }
}

impl Said<'_> {
    /// The parts that failed.
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
        match refused {
            true => State::Claimed(shown.word()),
            false => shown,
        }
    }
}

impl State {
    /// As a word.
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

    /// As a colour: grey (`open`) is for what was not run.
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

/// How a level of the whole stands on a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Established,
    /// It is, and rests on cases that are left out by the word of the issuer alone.
    ByWord,
    /// A certificate that does not verify says that it is.
    Claimed,
    /// The number of refuted ops and engines in it.
    Refuted(usize),
    Partial,
    /// Nothing reached it, though something ran.
    Nothing,
    /// Nothing ran.
    NotRun,
}

/// What tells backends apart: slug, device, driver, kind.
fn who(backend: &Backend) -> [&str; 4] {
    [
        &backend.slug,
        &backend.device,
        &backend.driver,
        &backend.kind,
    ]
    .map(String::as_str)
}

/// What one of these backends is called: its slug, and what of it another of the same slug has not.
fn name(all: &[[&str; 4]], k: usize) -> String {
    let own = all[k];
    let others = all
        .iter()
        .enumerate()
        .filter(|(j, of)| *j != k && of[0] == own[0]);
    let others: Vec<_> = others.map(|(_, of)| of).collect();
    let differs = |at: &usize| others.iter().any(|of| of[*at] != own[*at]);
    let more: Vec<&str> = (1..own.len()).filter(differs).map(|at| own[at]).collect();
    match more.is_empty() {
        true => own[0].to_owned(),
        false => format!("{} ({})", own[0], more.join(", ")),
    }
}

impl<'a> Column<'a> {
    /// The backends of some certificates, in the order of the certificates.
    pub(super) fn all(sheets: &'a [Sheet<'a>]) -> Vec<Self> {
        let of = |sheet: &'a Sheet<'a>| who(&sheet.certificate.evidence.backend);
        let columns = together(sheets, |one, other| of(one) == of(other));
        let all: Vec<_> = columns.iter().map(|sheets| of(sheets[0])).collect();
        let names: Vec<String> = (0..all.len()).map(|k| name(&all, k)).collect();
        let columns = columns.into_iter().zip(names);
        columns
            .map(|(sheets, name)| Self { sheets, name })
            .collect()
    }

    /// Who was judged.
    pub(super) fn backend(&self) -> &'a Backend {
        &self.sheets[0].certificate.evidence.backend
    }

    /// What is said of an op or an engine, by each certificate that has it.
    pub(super) fn said(&self, id: &str) -> Vec<(&'a Sheet<'a>, Said<'a>)> {
        let of = |s: &&'a Sheet<'a>| Some((*s, s.said(id)?));
        self.sheets.iter().filter_map(of).collect()
    }

    /// Where an op or an engine stands.
    pub(super) fn state(&self, id: &str) -> State {
        let said = self.said(id).into_iter();
        let states = said.map(|(sheet, said)| said.state(sheet.is_refused()));
        states.max().unwrap_or(State::Absent)
    }

    /// Whether every certificate that verifies and establishes a level leaves out cases of engines by the word of its issuer.
    fn by_word(&self, level: Level) -> bool {
        let sheets = self.sheets.iter().filter(|s| !s.is_refused());
        let mut shown = sheets.filter(|s| {
            let mut levels = s.certificate.evidence.levels.iter();
            levels.any(|l| l.level == level && l.established)
        });
        let rests = EngineKind::ALL.iter().any(|kind| kind.counts_for(level));
        rests && shown.all(|s| s.left_out > 0)
    }

    /// The ids of ops and engines that are refuted.
    pub(super) fn refuted(&self) -> BTreeSet<&'a str> {
        self.refuted_at(|_, _| true)
    }

    /// Those of which the level, if they have one, is taken.
    fn refuted_at(&self, takes: impl Fn(Entry, Option<Level>) -> bool) -> BTreeSet<&'a str> {
        let evidence = self.sheets.iter().map(|s| &s.certificate.evidence);
        let all = evidence.flat_map(|e| {
            let ops = e
                .ops
                .iter()
                .map(|op| (&op.id[..], Entry::Op(op.track), Said::from(op)));
            let engines = e.engines.iter();
            let engines = engines.map(|e| (&e.id[..], Entry::Engine(e.kind), Said::from(e)));
            let programs = e.programs.iter();
            // L3 rests on them as it does on engines of integers.
            let integer = Entry::Engine(EngineKind::Integer);
            let programs = programs.map(move |of| (PROGRAMS, integer, Said::from(of)));
            ops.chain(engines).chain(programs)
        });
        let failed = all
            .filter(|(_, entry, said)| said.failed().next().is_some() && takes(*entry, said.level));
        failed.map(|(id, ..)| id).collect()
    }

    /// The levels in its certificates, each with how it stands and the one that says the most of it.
    pub(super) fn levels(&self) -> Vec<(&'a LevelEvidence, Reached)> {
        let all = self.sheets.iter().flat_map(|s| {
            let levels = s.certificate.evidence.levels.iter();
            levels.map(|l| (l, l.established && !s.is_refused()))
        });
        let mut best: Vec<(&LevelEvidence, bool)> = vec![];
        for (level, shown) in all {
            let rank = |l: &LevelEvidence, shown: bool| (shown, l.established, l.reached, l.of);
            match best.iter_mut().find(|(b, _)| b.level == level.level) {
                Some(b) if rank(b.0, b.1) < rank(level, shown) => *b = (level, shown),
                Some(_) => {}
                None => best.push((level, shown)),
            }
        }
        best.sort_by_key(|(l, _)| Level::ALL.iter().position(|level| *level == l.level));
        let mut parts = self.sheets.iter().flat_map(|s| s.certificate.parts());
        let ran = parts.any(|p| p.outcome == OutcomeName::Passed && p.cases > 0);
        let reached = |(level, shown): (&'a LevelEvidence, bool)| {
            let refuted = self.refuted_at(|entry, own| breaks(level.level, entry, own));
            let reached = match (refuted.len(), level.established) {
                (1.., _) => Reached::Refuted(refuted.len()),
                (0, true) if shown && self.by_word(level.level) => Reached::ByWord,
                (0, true) if shown => Reached::Established,
                (0, true) => Reached::Claimed,
                (0, false) if level.reached > 0 => Reached::Partial,
                (0, false) if ran => Reached::Nothing,
                (0, false) => Reached::NotRun,
            };
            (level, reached)
        };
        best.into_iter().map(reached).collect()
    }
}

/// What a level may rest on.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// An op of this track.
    Op(Track),
    /// An engine of this kind.
    Engine(EngineKind),
}

/// Whether an op or engine that failed and has a level, or none, is one because of which `level` is refuted.
fn breaks(level: Level, entry: Entry, own: Option<Level>) -> bool {
    let track = match entry {
        Entry::Engine(kind) => return kind.counts_for(level) && own.is_none(),
        Entry::Op(track) => track,
    };
    // What is asked of the ops; no failing part of theirs is about the rest.
    let asked = match level {
        Level::L3 => Level::L1,
        Level::L4 => Level::L2,
        Level::L3f | Level::L4f => Level::L2f,
        level => level,
    };
    track == Track::of_level(level) && !own.is_some_and(|own| own.includes(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the levels of docs/certificates.md: L2 holds L1, L3 rests on L1 of the ops and on the engines of integers,
    /// L3f on L2f and on tensor engines, L4f on composed ones as well.
    #[test]
    fn a_failure_refutes_the_levels_of_its_track_that_it_has_not_reached() {
        use EngineKind::{Composed, Integer, Tensor};
        use Entry::{Engine, Op};
        use Level::{L1, L1a, L1f, L2, L2f, L3, L3f, L4, L4f};
        for (level, entry, own, due) in [
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
                due,
                "{level:?} {entry:?} {own:?}"
            );
        }
    }

    /// Oracle: what a reader needs to tell columns apart.
    #[test]
    fn columns_of_one_slug_are_told_apart() {
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
    fn the_worst_is_told() {
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
