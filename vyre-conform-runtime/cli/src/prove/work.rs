//! A run of `prove`: each law is taken over from an earlier run, decided, or left over.

use super::outcome::ProveOutcome;
use super::request;
use super::resume_file::{DecidedLaws, Decision, RequestParameters};
use super::table::Row;
use crate::counting::Counting;
use crate::interrupt::interrupted;
use crate::loudness::Verbosity;
use std::collections::{HashMap, HashSet};
use std::time::Instant;
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::method::{LawOutcome, Meter, Proof, ProverSettings};
use vyre_conform_prove::solver::Budget;
use vyre_conform_runtime::catalog::Catalog;

/// Shared state of a run's threads.
pub(super) struct Work<'a> {
    settings: ProverSettings<'a>,
    asking: RequestParameters<'a>,
    file: Option<&'a DecidedLaws>,
    /// Decisions from an earlier run, by name.
    known: HashMap<&'a str, &'a Decision>,
    /// Progress of the laws.
    counting: Counting,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        settings: ProverSettings<'a>,
        file: Option<&'a DecidedLaws>,
        begin: Instant,
        loudness: Verbosity,
    ) -> Self {
        let asking = RequestParameters {
            time: settings.time,
            solvers: settings.solvers.names(),
            keep: settings.keep,
        };
        Self {
            known: file.map(|file| file.known(&asking)).unwrap_or_default(),
            asking,
            settings,
            file,
            counting: Counting::new("laws", begin, loudness),
        }
    }

    /// The number of laws that are taken over from an earlier run, and of those that are decided again.
    pub(super) fn before<'n>(&self, names: impl Iterator<Item = &'n String>) -> (usize, usize) {
        let (mut before, mut again) = (0, 0);
        for name in names {
            if self.known.contains_key(name.as_str()) {
                before += 1
            } else {
                again += usize::from(self.file.is_some_and(|file| file.has(name)))
            }
        }
        (before, again)
    }

    /// Sets the number of laws to decide.
    pub(super) fn expect(&self, all: usize) {
        self.counting.expect(all);
    }

    /// Passes the proofs of an earlier run to the composer, so that a component law is not decided again. Laws that
    /// this run decides again are left out: its results count.
    pub(super) fn add_known_proofs(
        &self,
        composer: &Composer<'_>,
        catalog: &Catalog,
        requested: &[String],
    ) {
        if self.file.is_none() {
            return;
        }
        let again = requested.iter().map(String::as_str);
        let again: HashSet<&str> = again.filter(|n| !self.known.contains_key(n)).collect();
        for op in catalog.ops() {
            for law in 0..op.def.laws.len() {
                let name = request::name(op, law);
                if again.contains(name.as_str()) {
                    continue;
                }
                let fate = self.known.get(name.as_str()).map(|known| known.row().fate);
                if let Some(ProveOutcome::Proved { engine, .. }) = fate {
                    composer.know(op, law, LawOutcome::Proved(Proof::by(engine)));
                }
            }
        }
    }

    /// The result of a law; `None` after the end of the run.
    pub(super) fn row(
        &self,
        name: &str,
        decide: impl FnOnce(&ProverSettings<'_>) -> LawOutcome,
    ) -> Option<Row> {
        if let Some(known) = self.known.get(name) {
            return Some(known.row());
        }
        let is_over = self.settings.deadline.is_some_and(Budget::is_over);
        let is_lost = self.file.is_some_and(|file| !file.is_whole());
        if interrupted() || is_over || is_lost {
            return None;
        }
        let meter = Meter::default();
        let settings = ProverSettings {
            meter: Some(&meter),
            ..self.settings.clone()
        };
        let begin = Instant::now();
        let outcome = decide(&settings);
        let row = Row {
            name: name.to_owned(),
            fate: ProveOutcome::new(outcome),
            time: begin.elapsed(),
            spent: meter.spent(),
            before: false,
        };
        if let Some(file) = self.file {
            file.keep(&row, &self.asking);
        }
        self.counting.done();
        Some(row)
    }
}
