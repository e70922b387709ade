//! Evidence about the same ops and engines with other parts, and iterators over parts.

use super::{EngineEvidence, Evidence, OpEvidence};
use crate::certificate::baseline::Competitor;
use crate::certificate::part::Part;
use crate::certificate::programs::ProgramsEvidence;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::Track;

impl<P> OpEvidence<P> {
    /// The same op with other parts.
    pub fn with<Q>(&self, parts: Vec<Q>) -> OpEvidence<Q> {
        OpEvidence {
            id: self.id.clone(),
            version: self.version,
            category: self.category.clone(),
            hardware: self.hardware.clone(),
            track: self.track,
            operands: self.operands.clone(),
            result: self.result.clone(),
            ulps: self.ulps,
            level: self.level,
            unsupported: self.unsupported.clone(),
            missing: self.missing.clone(),
            grade: self.grade.clone(),
            laws: self.laws.clone(),
            table_rows: self.table_rows,
            kills: self.kills.clone(),
            baselines: self.baselines.clone(),
            boundaries: self.boundaries,
            classes: self.classes,
            cases: self.cases,
            parts,
        }
    }

    /// True if a run that judges mutants must give this op a score: it computes integers and the filter selects it.
    pub fn needs_kills(&self) -> bool {
        self.track == Track::Integer && !self.parts.is_empty()
    }

    /// True if a certificate with baselines must list some of this op: the filter selects it and it has a competitor.
    pub fn needs_baselines(&self, def: &'static OpDef) -> bool {
        !self.parts.is_empty() && !Competitor::of_op(def).is_empty()
    }
}

impl<P> EngineEvidence<P> {
    /// True if a certificate with baselines must list some of this engine.
    pub fn needs_baselines(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The same engine with other parts.
    pub fn with<Q>(&self, parts: Vec<Q>) -> EngineEvidence<Q> {
        EngineEvidence {
            id: self.id.clone(),
            version: self.version,
            kind: self.kind,
            additions: self.additions,
            kernels: self.kernels.clone(),
            invariants: self.invariants.clone(),
            level: self.level,
            unsupported: self.unsupported.clone(),
            missing: self.missing.clone(),
            baselines: self.baselines.clone(),
            cases: self.cases,
            parts,
        }
    }
}

impl<P> Evidence<P> {
    /// The same evidence with other ops and engines.
    pub(in crate::certificate) fn with<Q>(
        &self,
        ops: Vec<OpEvidence<Q>>,
        engines: Vec<EngineEvidence<Q>>,
        programs: Option<ProgramsEvidence<Q>>,
    ) -> Evidence<Q> {
        Evidence {
            suite_version: self.suite_version.clone(),
            spec_digest: self.spec_digest.clone(),
            registry_digest: self.registry_digest.clone(),
            track: self.track.clone(),
            backend: self.backend.clone(),
            losses: self.losses,
            profile: self.profile.clone(),
            settings: self.settings.clone(),
            shards: self.shards.clone(),
            levels: self.levels.clone(),
            ops,
            engines,
            programs,
            skipped: self.skipped.clone(),
            regressions: self.regressions.clone(),
        }
    }
}

impl Evidence {
    /// Every part of every op and engine.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let ops = self.ops.iter().flat_map(|op| &op.parts);
        let engines = self.engines.iter().flat_map(|e| &e.parts);
        ops.chain(engines)
            .chain(self.programs.iter().flat_map(|p| &p.parts))
    }

    /// Mutable access to every part.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Part> {
        let ops = self.ops.iter_mut().flat_map(|op| &mut op.parts);
        let engines = self.engines.iter_mut().flat_map(|e| &mut e.parts);
        ops.chain(engines)
            .chain(self.programs.iter_mut().flat_map(|p| &mut p.parts))
    }
}
