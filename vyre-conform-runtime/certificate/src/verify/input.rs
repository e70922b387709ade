//! Expected evidence, one op or engine at a time.

use super::counts::Counts;
use super::scope::CertificateScope;
use crate::certificate::{Backend, EngineEvidence, OpEvidence, ProgramsEvidence};
use crate::expected::{engine_due, op_due, programs_due};
use crate::names::Names;
use std::collections::BTreeMap;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_suite::plan::{self, Plan, PlanError, PlanOptions, SavedCases};

/// Fewest ops or engines per thread.
pub(super) const MIN_ENTRIES: usize = 16;

/// Input of the comparison with a certificate.
pub(super) struct VerificationInput<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) about: &'a CertificateScope<'a>,
    pub(super) counts: &'a Counts,
    pub(super) options: &'a PlanOptions,
    pub(super) saved: &'a BTreeMap<String, SavedCases>,
    pub(super) backends: [String; 1],
    pub(super) backend: &'a Backend,
    pub(super) filter: Option<&'a Names>,
}

impl VerificationInput<'_> {
    pub(super) fn ops(&self) -> Vec<&Op> {
        let ops = self.catalog.ops().iter();
        ops.filter(|op| self.options.takes(op.def.op.track()) && self.about.has(op.def.id))
            .collect()
    }

    pub(super) fn engines(&self) -> Vec<&'static EngineDef> {
        let engines = self.catalog.engines().iter().copied();
        engines
            .filter(|of| self.options.takes_engine(of) && self.about.has(of.id))
            .collect()
    }

    pub(super) fn plan_of_op(&self, op: &Op) -> Result<Plan, PlanError> {
        let saved = self.saved.get(op.def.id);
        plan::of_op(op.def, &self.backends, self.options, saved)
    }

    pub(super) fn op(&self, op: &Op) -> Result<Option<OpEvidence>, PlanError> {
        let plan = self.plan_of_op(op)?;
        let (options, filter) = (self.options, self.filter);
        Ok(op_due(
            op,
            plan.obligations(),
            options,
            filter,
            self.backend,
        ))
    }

    /// The expected evidence of random programs and files of programs; `None` if the settings select none.
    pub(super) fn programs(&self) -> Result<Option<Option<ProgramsEvidence>>, PlanError> {
        if !self.options.takes_programs() {
            return Ok(None);
        }
        let plan = plan::of_programs(&self.backends, self.options)?;
        let programs = programs_due(plan.obligations(), self.options, self.filter);
        Ok(Some(programs))
    }

    pub(super) fn engine(&self, engine: &EngineDef) -> Result<Option<EngineEvidence>, PlanError> {
        let saved = self.saved.get(engine.id);
        let plan: Plan = plan::of_engine(engine, &self.backends, saved)?;
        Ok(engine_due(
            engine,
            plan.obligations(),
            self.options,
            self.filter,
        ))
    }
}
