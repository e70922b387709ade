//! The sources of an obligation.

use super::{Run, Stop};
use crate::generate::{self, Source, Width};
use crate::harness::replay;
use crate::plan::{Domain, InputSet};
use crate::spec::ValueType;
use crate::value::Value;

impl Run<'_> {
    /// The cases of a parity set, or the one case that `VYRE_CASE` asks for.
    pub(super) fn inputs(&self, set: InputSet) -> Result<Box<dyn Source>, Stop> {
        let def = self.op.def;
        let types = def.op.signature.operands;
        let options = &self.context.settings().plan;
        if let Some(case) = self.case(types)? {
            return Ok(Box::new(generate::List::new(types, &[case])));
        }
        let impossible = |e: &dyn std::fmt::Display| Stop::Impossible(e.to_string());
        Ok(match set {
            InputSet::Boundary => generate::boundary(def),
            InputSet::Classes => generate::classes(def).map_err(|e| impossible(&e))?,
            InputSet::Adversarial => generate::adversarial(types),
            InputSet::Edges | InputSet::Operands => generate::edges(types),
            InputSet::ExhaustiveU8 => {
                generate::exhaustive(types, Width::U8).map_err(|e| impossible(&e))?
            }
            InputSet::Witnessed => {
                Box::new(generate::Witnesses::new(types, options.seed, options.witnesses))
            }
        })
    }

    /// The cases of a law's domain, in the order they run.
    pub(super) fn domain(
        &self,
        variables: &[ValueType],
        domain: Domain,
    ) -> Result<Vec<Box<dyn Source>>, Stop> {
        if let Some(case) = self.case(variables)? {
            return Ok(vec![Box::new(generate::List::new(variables, &[case]))]);
        }
        let options = &self.context.settings().plan;
        let exhaustive = |width| {
            generate::exhaustive(variables, width)
                .map(|source| vec![source])
                .map_err(|e| Stop::Impossible(e.to_string()))
        };
        match domain {
            Domain::Witness => Ok(vec![]),
            Domain::Witnessed => Ok(vec![
                generate::edges(variables),
                Box::new(generate::Witnesses::new(variables, options.seed, options.witnesses)),
            ]),
            Domain::ExhaustiveU8 => exhaustive(Width::U8),
            Domain::ExhaustiveU16 => exhaustive(Width::U16),
            Domain::ExhaustiveFull => exhaustive(Width::Full),
        }
    }

    fn case(&self, types: &[ValueType]) -> Result<Option<Vec<Value>>, Stop> {
        let case = self.context.settings().case.as_deref();
        case.map(|text| replay::parse(text, types)).transpose().map_err(Stop::from)
    }
}
