//! Options of a run.

use super::Domain;
use crate::{filetests, wgsl};
use std::collections::BTreeSet;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_spec::Track;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// Number of edge-biased witnesses per law and parity check, in addition to the complete edge set.
    pub witnesses: u64,
    /// Seed of the witness stream.
    pub seed: u64,
    /// Domains in addition to the default ones, for every law; with [`Domain::ExhaustiveFull`] also parity on every
    /// input. A law with more than 2^32 inputs, or more than 2^40 combinations of 16 bits, keeps its default domains.
    pub extra_domains: Vec<Domain>,
    /// Ops and engines with saved failures.
    pub regressions: Vec<SavedCases>,
    /// Number of generated inputs per check of an engine.
    pub engine_inputs: u64,
    /// Number of random programs per backend; 0 for none.
    pub programs: u64,
    /// Names of the files of [`filetests`](crate::filetests) for every backend that runs random programs, in order;
    /// empty for certificates from before this part.
    pub filetests: Vec<String>,
    /// Names of the shaders of [`wgsl`](crate::wgsl) for every backend, in order; empty for certificates from before
    /// this part.
    pub wgsl: Vec<String>,
    /// True to prove every law about integers for all inputs.
    pub prove: bool,
    /// Laws that composition theorems prove, by op and index: their oracle is a theorem.
    pub composed: BTreeSet<(String, usize)>,
    /// True to judge mutants of integer ops as well; it plans no obligations.
    pub mutate: bool,
    /// True to measure baselines as well; it plans no obligations.
    pub baselines: bool,
    /// The tracks of the run.
    pub tracks: Tracks,
}

/// Tracks of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tracks {
    /// All tracks, as in trials.
    #[default]
    All,
    /// The tracks that one certificate may have together: all except the approximate one.
    Strict,
    /// A single track.
    Only(Track),
}

impl PlanOptions {
    /// True if the run includes this track.
    pub fn takes(&self, track: Track) -> bool {
        match self.tracks {
            Tracks::All => true,
            Tracks::Strict => track.is_strict(),
            Tracks::Only(only) => only == track,
        }
    }

    /// True if the run includes random programs and files of programs.
    pub fn takes_programs(&self) -> bool {
        self.programs > 0 && self.takes(Track::Integer)
    }

    /// True if the run includes an engine.
    pub fn takes_engine(&self, def: &EngineDef) -> bool {
        self.takes(def.kind.track())
    }
}

/// Saved failures of an op or engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedCases {
    /// Id of the op or engine.
    pub op: String,
    /// True if some are inputs on which results differed or an engine failed.
    pub values: bool,
    /// Indices of declared laws with inputs that broke them.
    pub laws: Vec<usize>,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            witnesses: vyre_conform_spec::evidence::WITNESSES_REQUIRED,
            seed: 0x5eed,
            extra_domains: vec![],
            regressions: vec![],
            engine_inputs: super::numbers::ENGINE_INPUTS_REQUIRED,
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
