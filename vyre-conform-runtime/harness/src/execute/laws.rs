//! Declared laws on the reference, on a lowering and on alternates.

use super::evaluators::Loaded;
use super::range::{FirstFailure, Tally};
use super::{Run, Stop};
use std::ops::Range;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Part, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::backend::{BackendLaw, OpCode};
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::strategy::{
    self, Argument, CheckError, Evaluate, Options, Reference, TypedLaw,
};

/// Failing cases of a law over one source.
pub(super) struct Broken {
    /// Values of the law's variables.
    pub(super) inputs: Vec<Value>,
    /// Number of the case in its source.
    pub(super) case: u64,
    /// Failing cases seen.
    pub(super) failing: u64,
    /// Cases run.
    pub(super) cases: u64,
}

impl Run<'_> {
    /// The n-th declared law over a domain, on the subject.
    pub(super) fn law(&self, index: usize, domain: Domain) -> Result<u64, Stop> {
        let law = self.typed_law(index)?;
        if let Some(witness) = &law.witness {
            return self.negative_law(index, &law, witness);
        }
        debug_assert!(
            domain != Domain::Witness,
            "a law with a witness is negative"
        );
        self.every_case()
    }

    /// A law declared not to hold: its witness must break it on the subject.
    fn negative_law(&self, index: usize, law: &TypedLaw, witness: &[Value]) -> Result<u64, Stop> {
        let holds = self.holds_on_subject(law, witness)?;
        self.note(1);
        if holds {
            return Err(self.witness_refuted(index, law, witness));
        }
        Ok(1)
    }

    /// Whether the law holds on the subject for these values. An error of its backend is none of the law's.
    pub(super) fn holds_on_subject(&self, law: &TypedLaw, values: &[Value]) -> Result<bool, Stop> {
        match self.obligation.backend() {
            None => Ok(law.holds_with(values, &Reference)?),
            Some(_) => {
                let loaded = self.loaded_for_law(law)?;
                let holds = law.holds_with(values, &loaded);
                Ok(loaded.unless_stopped(holds)??)
            }
        }
    }

    pub(super) fn typed_law(&self, index: usize) -> Result<TypedLaw, Stop> {
        let def = self.op.def;
        TypedLaw::new(&def.laws[index], &def.op).map_err(|e| Stop::Impossible(e.to_string()))
    }

    /// What applies the ops of a law on the subject.
    pub(super) fn evaluator(&self, law: &TypedLaw) -> Result<Box<dyn Evaluate>, Stop> {
        Ok(match self.obligation.backend() {
            Some(_) => Box::new(self.loaded_for_law(law)?),
            None => Box::new(Reference),
        })
    }

    pub(super) fn loaded_for_law(&self, law: &TypedLaw) -> Result<Loaded, Stop> {
        let mut ops: Vec<OpRef> = vec![law.subject];
        ops.extend(law.arguments.iter().filter_map(|a| match a {
            Argument::Op(op) => Some(*op),
            _ => None,
        }));
        self.loaded_for(&ops)
    }

    /// The law on cases of a source, on the reference.
    pub(super) fn law_on_reference(
        &self,
        index: usize,
        law: &TypedLaw,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<Tally, Stop> {
        // Trials already run side by side, one a core.
        let options = Options {
            threads: 1,
            ..Options::default()
        };
        // A part does not know which of its cases are mirror images of other cases in it, so the
        // whole source runs as itself.
        let whole = range == (0..source.len());
        let part = Part::new(source, range.clone());
        let source = if whole { source } else { &part };
        let outcomes = strategy::check(&[law], source, options).map_err(|e| match e {
            CheckError::Panicked { values, .. } if !values.is_empty() => {
                self.law_panicked(index, law, &values)
            }
            e => Stop::Impossible(e.to_string()),
        })?;
        let outcome = outcomes.into_iter().next().expect("one outcome a law");
        if let Some(case) = outcome.unconfirmed {
            return Err(Stop::Impossible(format!(
                "the reference answers differently when called again: case {} ({:?}) broke {} in a \
                 block and not alone",
                case.case + range.start,
                case.values,
                law.text
            )));
        }
        Ok(Tally {
            cases: outcome.cases,
            failures: outcome.failures,
            first: outcome.first.map(|first| FirstFailure {
                case: first.case + range.start,
                inputs: first.values,
                values: None,
                violation: None,
                program: None,
            }),
            ..Tally::default()
        })
    }

    /// The same on the subject's backend.
    pub(super) fn law_on_backend(
        &self,
        law: &TypedLaw,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<Tally, Stop> {
        let backend = self.backend()?;
        let on_device = BackendLaw::of(law, &|op| self.code_of(op).ok())?;
        let found = backend.law(&on_device, source, range)?;
        Ok(Tally {
            cases: found.cases,
            failures: found.failures,
            first: found.first.map(|first| FirstFailure {
                case: first.case,
                inputs: first.inputs,
                values: None,
                violation: None,
                program: None,
            }),
            ..Tally::default()
        })
    }

    /// The code of an op that a law names.
    fn code_of(&self, op: &OpRef) -> Result<OpCode<'_>, Stop> {
        if (op.key.id)() == (self.op.def.op.key.id)() {
            return self.code();
        }
        let unregistered = || format!("`{}` is not a registered op", (op.key.path)());
        let found = self
            .context
            .catalog()
            .by_key(op.key)
            .ok_or_else(unregistered)?;
        Ok(OpCode::of(
            found.def,
            self.module(found)?,
            found.correction(),
        ))
    }
}
