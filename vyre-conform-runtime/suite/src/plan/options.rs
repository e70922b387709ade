//! What a run is asked for.

use super::Domain;
use crate::{filetests, wgsl};
use std::collections::BTreeSet;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_spec::Track;

/// What a run is asked for.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// Edge-biased witnesses a law and a parity check run, beside the complete edge set.
    pub witnesses: u64,
    /// Seed of the witness stream.
    pub seed: u64,
    /// Domains to run beyond the default ones: those of every law, and with
    /// [`Domain::ExhaustiveFull`] parity on every input too. What has more than 2^32 inputs, or more than 2^40
    /// combinations of 16 bits, is left to the domains it has.
    pub extra_domains: Vec<Domain>,
    /// Ops with saved failures.
    pub regressions: Vec<SavedCases>,
    /// Generated inputs that every check of an engine runs.
    pub engine_inputs: u64,
    /// Random programs that every backend runs; 0 for none.
    pub programs: u64,
    /// The files of [`filetests`](crate::filetests) that every backend runs, by name and in that order, where it runs
    /// random programs; none of certificates that were issued before they had this part.
    pub filetests: Vec<String>,
    /// The shaders of [`wgsl`](crate::wgsl) that every backend runs beside them, by name and in that order; none of
    /// certificates that were issued before they had this part.
    pub wgsl: Vec<String>,
    /// True if every law about integers is to be proved for all inputs.
    pub prove: bool,
    /// Laws that composition theorems carry, by op and index: what is proved of them has a theorem for its oracle.
    pub composed: BTreeSet<(String, usize)>,
    /// True if mutants of integer ops are to be judged as well, which plans nothing.
    pub mutate: bool,
    /// True if baselines are to be measured as well, which plans nothing.
    pub baselines: bool,
    /// The tracks to plan: their ops and engines.
    pub tracks: Tracks,
}

/// Which tracks a run is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tracks {
    /// Every one, as trials.
    #[default]
    All,
    /// Those that one certificate may have together: all but the approximate one.
    Strict,
    /// One.
    Only(Track),
}

impl PlanOptions {
    /// True if something of this track is planned.
    pub fn takes(&self, track: Track) -> bool {
        match self.tracks {
            Tracks::All => true,
            Tracks::Strict => track.is_strict(),
            Tracks::Only(asked) => asked == track,
        }
    }

    /// True if random programs are planned, and files of programs with them.
    pub fn takes_programs(&self) -> bool {
        self.programs > 0 && self.takes(Track::Integer)
    }

    /// True if an engine is planned.
    pub fn takes_engine(&self, def: &EngineDef) -> bool {
        self.takes(def.kind.track())
    }
}

/// What is saved of an op or engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedCases {
    /// Id of the op or engine.
    pub op: String,
    /// True if there are inputs on which results differed, or an engine failed.
    pub values: bool,
    /// Declared laws, by index, with inputs that broke them.
    pub laws: Vec<usize>,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            witnesses: vyre_conform_spec::evidence::WITNESSES_REQUIRED,
            seed: 0x5eed,
            extra_domains: vec![],
            regressions: vec![],
            engine_inputs: 16,
            programs: vyre_conform_spec::evidence::PROGRAMS_REQUIRED,
            filetests: filetests::names(),
            wgsl: wgsl::names(),
            prove: false,
            composed: BTreeSet::new(),
            mutate: false,
            baselines: false,
            tracks: Tracks::All,
        }
    }
}
