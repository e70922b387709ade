//! Sources of cases of an obligation.

use super::subject::Run;
use crate::interruption::Interruption;
use crate::options::CASE_VARIABLE;
use crate::replay::{self, ReplayError};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::{self, Set, Source};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::plan::cases::sources;
use vyre_conform_suite::strategy::TypedLaw;

/// One requested case.
pub(super) struct CaseRequest {
    pub(super) values: Vec<Value>,
    /// Passing mode of each operand.
    pub(super) passed: Vec<Passing>,
}

impl Run<'_> {
    /// The cases of a parity set, or the one case in `VYRE_CASE`.
    pub(super) fn inputs(&self, set: Set) -> Result<Box<dyn Source>, Interruption> {
        let def = self.op().def;
        let types = def.op.signature.operands;
        let options = &self.context.settings().plan;
        if let Some(case) = self.case(types)? {
            return Ok(Box::new(generate::List::new(types, &[case.values])));
        }
        set.source(def, options.seed, options.witnesses)
            .map_err(|e| Interruption::Impossible(e.to_string()))
    }

    /// The cases of a law's domain, in order.
    pub(super) fn domain(
        &self,
        law: &TypedLaw,
        domain: Domain,
    ) -> Result<Vec<Box<dyn Source>>, Interruption> {
        let variables = &law.variables;
        if let Some(case) = self.case(variables)? {
            return Ok(vec![Box::new(generate::List::new(
                variables,
                &[case.values],
            ))]);
        }
        let options = &self.context.settings().plan;
        sources(law, domain, options.seed, options.witnesses)
            .map_err(|e| Interruption::Impossible(e.to_string()))
    }

    /// The operands in `VYRE_CASE`, if set.
    pub(super) fn requested_case(&self) -> Result<Option<CaseRequest>, Interruption> {
        self.case(self.op().def.op.signature.operands)
    }

    fn case(&self, types: &[ValueType]) -> Result<Option<CaseRequest>, Interruption> {
        let case = self.context.settings().case.as_deref();
        case.map(|text| replay::parse(text, types))
            .transpose()
            .map(|case| case.map(|(values, passed)| CaseRequest { values, passed }))
            .map_err(|problem| {
                let whose = match problem {
                    ReplayError::Count { .. } => {
                        ". A case belongs to one trial: pass the name of that trial after `-- --exact`"
                    }
                    _ => "",
                };
                Interruption::Impossible(format!("{}: {problem}{whose}", CASE_VARIABLE))
            })
    }
}
