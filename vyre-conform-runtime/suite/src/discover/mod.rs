//! Discovery of undeclared laws: every row of the table of laws, with every possible op and constant, tried on columns
//! of bytes, then on the edge set and witnesses (`docs/book/proofs.md`).

mod candidates;
mod implications;

pub use implications::DeclaredLaws;

use crate::strategy::{self, CheckError, CheckOptions, TypedLaw};
use candidates::candidates;
use std::collections::BTreeMap;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{DomainError, Source, Width, case, exhaustive, witnessed};
use vyre_conform_spec::ValueType;

/// Number of single cases that a law is tried on before any column.
const FIRST: u64 = 64;

/// Inputs of the search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Effort {
    /// True for every combination of bytes, including those of three operands; otherwise of 5 bits.
    pub bytes: bool,
    /// Number of witnesses after the edge set.
    pub witnesses: u64,
    /// Number of threads.
    pub threads: usize,
}

impl Effort {
    /// Bytes or 5 bits, and this many witnesses, on one thread.
    pub const fn new(bytes: bool, witnesses: u64) -> Self {
        Self {
            bytes,
            witnesses,
            threads: 1,
        }
    }
}

/// Result of trying a law.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LawTrial {
    /// It holds on this many cases.
    Holds(u64),
    /// It holds on small operands, and these values break it.
    Small(Vec<Value>),
}

/// An undeclared law of an op.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DiscoveredLaw {
    /// The law.
    pub law: TypedLaw,
    /// The result of trying it.
    pub trial: LawTrial,
    /// The reason why it need not be declared, if it is implied.
    pub follows: Option<String>,
}

/// Error of the search for laws.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiscoverError {
    /// A check has no outcome.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A domain cannot be generated.
    #[error(transparent)]
    Domain(#[from] DomainError),
}

/// True if operands or result contain floats.
pub fn has_floats(op: &Op) -> bool {
    let signature = op.def.op.signature;
    let mut types = signature.operands.iter().chain([&signature.result]);
    types.any(|ty| ty.float().is_some())
}

/// The undeclared laws of an op that hold on small operands. Parameters are ops of the catalog on the same kind of
/// values, floats or others.
///
/// # Errors
///
/// If an op panics.
pub fn discover(
    catalog: &Catalog,
    op: &Op,
    known: &DeclaredLaws,
    effort: Effort,
) -> Result<Vec<DiscoveredLaw>, DiscoverError> {
    let floats = has_floats(op);
    let ops = catalog.ops().iter();
    let parameters: Vec<&Op> = ops.filter(|g| has_floats(g) == floats).collect();
    let mut groups: BTreeMap<Vec<ValueType>, Vec<TypedLaw>> = BTreeMap::new();
    for law in candidates(catalog, op, &parameters) {
        groups.entry(law.variables.clone()).or_default().push(law);
    }
    let mut found = vec![];
    for (types, laws) in groups {
        let laws = laws.into_iter().filter(|law| !known.declares(op, law));
        for (law, trial) in group(&types, laws.collect(), effort)? {
            let follows = match &trial {
                LawTrial::Holds(_) => known.follows(op, &law),
                LawTrial::Small(_) => None,
            };
            found.push(DiscoveredLaw {
                law,
                trial,
                follows,
            });
        }
    }
    found.sort_by(|a, b| a.law.text.cmp(&b.law.text));
    Ok(once(found, known))
}

/// Removes laws that are equivalent to an earlier one under another name.
fn once(found: Vec<DiscoveredLaw>, known: &DeclaredLaws) -> Vec<DiscoveredLaw> {
    let mut seen = std::collections::BTreeSet::new();
    let found = found.into_iter();
    found
        .filter(|found| seen.insert(known.equations(&found.law)))
        .collect()
}

/// Tries laws with variables of the same types.
fn group(
    types: &[ValueType],
    laws: Vec<TypedLaw>,
    effort: Effort,
) -> Result<Vec<(TypedLaw, LawTrial)>, DiscoverError> {
    let narrow = exhaustive(types, Width::U5)?;
    let width = if effort.bytes {
        Width::small(types.len())
    } else {
        Width::U5
    };
    let bytes = exhaustive(types, width)?;
    // Most laws fail on one of a few cases; a column costs as much as a thousand.
    let step = (bytes.len() / FIRST).max(1);
    let first = (0..FIRST.min(bytes.len())).map(|k| case(&*bytes, (k * step + k) % bytes.len()));
    let first: Vec<Vec<Value>> = first.collect();
    let mut laws: Vec<TypedLaw> = laws
        .into_iter()
        .filter(|law| first.iter().all(|values| law.holds(values)))
        .collect();
    let options = CheckOptions {
        threads: effort.threads,
        stop_early: false,
    };
    let mut stages: Vec<&dyn Source> = vec![&*narrow];
    if effort.bytes && width != Width::U5 {
        stages.push(&*bytes);
    }
    for source in stages {
        let checked: Vec<&TypedLaw> = laws.iter().collect();
        let outcomes = strategy::check(&checked, source, options)?;
        let mut passed = outcomes.iter().map(strategy::CheckOutcome::passed);
        laws.retain(|_| passed.next().unwrap_or(false));
    }
    let wide = witnessed(types, 1, effort.witnesses);
    let checked: Vec<&TypedLaw> = laws.iter().collect();
    let outcomes = strategy::check(&checked, &wide, options)?;
    let cases = bytes.len() + wide.len();
    let tried = outcomes
        .into_iter()
        .map(|outcome| match outcome.tally.first {
            None => LawTrial::Holds(cases),
            Some(broken) => LawTrial::Small(broken.inputs),
        });
    Ok(laws.into_iter().zip(tried).collect())
}
