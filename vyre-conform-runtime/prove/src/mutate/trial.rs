//! The two checks of every mutant of an op.

use super::equal::{self, Equivalence};
use super::mutant::{Mutant, mutants};
use super::row::Row;
use crate::claim::{ClaimError, DeclaredLaw, bits, inputs};
use crate::solver::Solvers;
use crate::term::{Cone, TermId, Terms};
use crate::translate::{AppliedOp, apply};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::time::Duration;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{
    Block, InputError, Source, Width, Witnesses, adversarial, boundary, case, edges, exhaustive,
    values,
};
use vyre_conform_runtime::registry::Polarity;
use vyre_conform_spec::ValueType;

/// Number of witnesses, tried after the edge set.
const WITNESSES: u64 = 1 << 14;
/// The most edge cases tried before a solver runs.
const EDGES: u64 = 1 << 16;
/// Number of cases of a law from each source: small ones, the edge set, and witnesses.
const CASES_PER_LAW: u64 = 1 << 12;
/// Number of consecutive cases in a sample.
const RUN: u64 = 64;
/// The number of terms kept from one mutant to the next.
const MAX_CACHED_TERMS: usize = 1 << 16;

/// The reason why an op's mutants cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MutationError {
    /// The op or a law has no term.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// Its declared inputs cannot be run.
    #[error("{0}")]
    Inputs(String),
}

/// The result for a mutant. Mutants equal to the op or to another mutant have none: see [`OpMutants`].
#[derive(Clone, Debug)]
pub struct MutantResult {
    /// The mutant.
    pub mutant: Mutant,
    /// The row or law that rejects it as the reference; `None` if it survives.
    pub killed_by: Option<String>,
    /// True if parity rejects it as a lowering, on declared inputs, edge set and witnesses.
    pub parity: bool,
    /// The smallest input at which it differs from the op, as a row of its table; `None` if no such
    /// input is known.
    pub row: Option<Row>,
    /// The reason why it is unknown whether it differs.
    pub undecided: Option<String>,
}

/// The mutants of an op.
#[derive(Clone, Debug, Default)]
pub struct OpMutants {
    /// The mutants that differ, or may differ, from the op and from each other.
    pub results: Vec<MutantResult>,
    /// Number of mutants proved equal to the op.
    pub equivalent: usize,
    /// Number of mutants proved equal to another one that counts.
    pub repeated: usize,
}

/// Shared data for all mutants of an op.
struct Classifier<'a, 'c> {
    op: &'c Op,
    /// Each law with its cases, built on demand.
    laws: Vec<(DeclaredLaw<'c>, OnceCell<Vec<Vec<u128>>>)>,
    rows: Vec<(Vec<u128>, Vec<u128>)>,
    /// The inputs of parity, declared ones first.
    cases: Vec<Vec<u128>>,
    operands: Vec<TermId>,
    original: AppliedOp,
    solvers: &'a Solvers,
    time: Duration,
}

/// The body to mutate; only integer ops with a body have one.
fn body_of(op: &Op) -> Result<&Valid, MutationError> {
    let floats = |ty: &ValueType| ty.float().is_some();
    let signature = op.def.op.signature;
    if signature.operands.iter().any(floats) || floats(&signature.result) {
        return Err(ClaimError::Floats.into());
    }
    let body = op.module().as_ref();
    body.map_err(|_| ClaimError::NoBody(op.def.id.to_owned()).into())
}

/// The body as terms of its operands.
fn applied(
    op: &Op,
    body: &Valid,
    terms: &mut Terms,
) -> Result<(Vec<TermId>, AppliedOp), MutationError> {
    let types = op.def.op.signature.operands.iter();
    let operands: Vec<TermId> = types.flat_map(|ty| inputs(terms, *ty)).collect();
    let original = apply(terms, body, &operands).map_err(|reason| ClaimError::Untranslatable {
        op: op.def.id.to_owned(),
        reason,
    })?;
    Ok((operands, original))
}

/// The number of mutants of an op: all that [`try_mutants()`] reports, plus those equal to the op or to
/// each other.
///
/// # Errors
/// The reason why they cannot be checked.
pub fn total(op: &Op) -> Result<usize, MutationError> {
    let body = body_of(op)?;
    applied(op, body, &mut Terms::default())?;
    boundary(op.def).map_err(|e| MutationError::Inputs(e.to_string()))?;
    Ok(mutants(body).len())
}

/// Makes and checks the mutants of an op. `time` is the solver's limit for each.
///
/// # Errors
/// The reason why they cannot be checked.
pub fn try_mutants(
    catalog: &Catalog,
    op: &Op,
    solvers: &Solvers,
    time: Duration,
) -> Result<OpMutants, MutationError> {
    let body = body_of(op)?;
    let mut terms = Terms::default();
    let (operands, original) = applied(op, body, &mut terms)?;
    let mut laws = vec![];
    for def in op.def.laws {
        // A law that also involves floats is skipped.
        if let Ok(law) = DeclaredLaw::new(catalog, op, def) {
            laws.push((law, OnceCell::new()));
        }
    }
    let of_row = |row: &vyre_conform_runtime::registry::RowDef| {
        (DeclaredLaw::bits(&(row.inputs)()), bits(&(row.expected)()))
    };
    let classifier = Classifier {
        op,
        laws,
        rows: op.def.rows.iter().map(of_row).collect(),
        cases: of_parity(op).map_err(|e| MutationError::Inputs(e.to_string()))?,
        operands,
        original,
        solvers,
        time,
    };
    Ok(classifier.all(terms, body))
}

/// The inputs of parity: declared and adversarial inputs, witnesses, and an even sample of the edge
/// set, which may be long. If they do not distinguish a mutant, the whole edge set runs.
fn of_parity(op: &Op) -> Result<Vec<Vec<u128>>, InputError> {
    let types = op.def.op.signature.operands;
    let sources: [Box<dyn Source>; 4] = [
        Box::new(boundary(op.def)?),
        Box::new(adversarial(types)),
        Box::new(Witnesses::new(types, 1, WITNESSES)),
        edges(types),
    ];
    Ok(sources
        .iter()
        .flat_map(|s| sample_cases(&**s, EDGES))
        .collect())
}

/// At most this many cases of a source, in evenly spread runs.
fn sample_cases(source: &dyn Source, max: u64) -> Vec<Vec<u128>> {
    let runs = source.len().div_ceil(RUN).max(1);
    let step = runs.div_ceil(max.div_ceil(RUN)).max(1);
    let mut cases = vec![];
    for run in (0..runs).step_by(step as usize) {
        let start = run * RUN;
        let len = RUN.min(source.len() - start) as usize;
        let mut block = Block::new(source.types(), len);
        source.fill(start, &mut block);
        let case = |i| DeclaredLaw::bits(&values(&block, source.types(), i));
        cases.extend((0..len).map(case));
    }
    cases
}

/// The cases of a law: small values, some of the edge set, and some witnesses.
fn of_law(law: &DeclaredLaw<'_>) -> Vec<Vec<u128>> {
    let types = &law.variables;
    let small = exhaustive(types, Width::U5).ok();
    let small = small.map(|source| sample_cases(&*source, CASES_PER_LAW));
    let mut cases = small.unwrap_or_default();
    cases.extend(sample_cases(&*edges(types), CASES_PER_LAW));
    cases.extend(sample_cases(
        &Witnesses::new(types, 1, CASES_PER_LAW),
        CASES_PER_LAW,
    ));
    cases
}

impl Classifier<'_, '_> {
    fn all(&self, mut terms: Terms, body: &Valid) -> OpMutants {
        let base = terms.clone();
        let mut judged = OpMutants::default();
        let mut known: HashMap<(Vec<TermId>, TermId), ()> = HashMap::new();
        for mutant in mutants(body) {
            if terms.len() > MAX_CACHED_TERMS {
                terms = base.clone();
                known.clear();
            }
            let applied = match apply(&mut terms, &mutant.body, &self.operands) {
                Ok(applied) => applied,
                Err(reason) => {
                    judged.results.push(MutantResult {
                        mutant,
                        killed_by: None,
                        parity: false,
                        row: None,
                        undecided: Some(reason.to_string()),
                    });
                    continue;
                }
            };
            let same = |a: &AppliedOp, b: &AppliedOp| a.results == b.results && a.fault == b.fault;
            if same(&applied, &self.original) {
                judged.equivalent += 1;
                continue;
            }
            let key = (applied.results.clone(), applied.fault);
            if known.insert(key, ()).is_some() {
                judged.repeated += 1;
                continue;
            }
            match self.fate(&mut terms, mutant, &applied) {
                Some(fate) => judged.results.push(fate),
                None => judged.equivalent += 1,
            }
        }
        judged
    }

    /// The result for a mutant; `None` if it equals the op.
    fn fate(&self, terms: &mut Terms, mutant: Mutant, applied: &AppliedOp) -> Option<MutantResult> {
        // A loop that exceeds its bound is a fault that every executor reports.
        let mut differs = applied.fault;
        for (new, old) in applied.results.iter().zip(&self.original.results) {
            let same = terms.equal(*new, *old);
            let other = terms.not(same);
            differs = terms.or(differs, other);
        }
        let cone = Cone::of(terms, &[differs]);
        let mut space = vec![];
        let mut cases = self.cases.iter();
        let first = cases
            .find(|case| cone.value(terms, case, &mut space) == 1)
            .cloned();
        let mut parity = first.is_some();
        let (input, undecided) = match first {
            Some(input) => (Some(input), None),
            None => match equal::decide(terms, differs, &self.cases, self.solvers, self.time) {
                Equivalence::Equal => return None,
                Equivalence::Differ(input) => {
                    parity = self.any_edge(|case| cone.value(terms, case, &mut space) == 1);
                    (Some(input), None)
                }
                Equivalence::Unknown(reason) => (None, Some(reason)),
            },
        };
        let killed_by = self.refused(terms, &mutant.body, applied);
        let row = match (&killed_by, parity, input) {
            // A mutant that both checks reject needs no row.
            (Some(_), true, _) | (_, _, None) => None,
            (_, _, Some(input)) => {
                let differs = |case: &[u128]| cone.value(terms, case, &mut space) == 1;
                Some(Row::smallest(self.op, input, differs))
            }
        };
        Some(MutantResult {
            mutant,
            killed_by,
            parity,
            row,
            undecided,
        })
    }

    /// True if the predicate holds for a case of the whole edge set.
    fn any_edge(&self, mut holds: impl FnMut(&[u128]) -> bool) -> bool {
        let edges = edges(self.op.def.op.signature.operands);
        (0..edges.len()).any(|number| holds(&DeclaredLaw::bits(&case(&*edges, number))))
    }

    /// The row or law that rejects a body as the reference.
    fn refused(&self, terms: &Terms, body: &Valid, applied: &AppliedOp) -> Option<String> {
        let mut roots = applied.results.clone();
        roots.push(applied.fault);
        let cone = Cone::of(terms, &roots);
        let mut space = vec![];
        for (k, (inputs, expected)) in self.rows.iter().enumerate() {
            let outcome = cone.values(terms, inputs, &mut space);
            let (fault, results) = outcome.split_last()?;
            if results != expected || *fault == 1 {
                return Some(format!("row {}", k + 1));
            }
        }
        for (law, cases) in &self.laws {
            if self.breaks(law, cases.get_or_init(|| of_law(law)), body) {
                return Some(law.text.clone());
            }
        }
        None
    }

    /// True if a body, in place of the op's, breaks a declared law.
    fn breaks(&self, law: &DeclaredLaw<'_>, cases: &[Vec<u128>], body: &Valid) -> bool {
        let mut terms = Terms::default();
        let Ok(broken) = law.in_place(body).broken(&mut terms) else {
            return false;
        };
        if let Some(bits) = terms.constant_value(broken) {
            return match law.polarity {
                Polarity::Holds => bits == 1,
                Polarity::Refuted { .. } => bits == 0,
            };
        }
        let cone = Cone::of(&terms, &[broken]);
        let mut space = vec![];
        match law.polarity {
            Polarity::Holds => cases
                .iter()
                .any(|case| cone.value(&terms, case, &mut space) == 1),
            Polarity::Refuted { witness } => {
                let witness: Vec<Value> = witness();
                cone.value(&terms, &DeclaredLaw::bits(&witness), &mut space) == 0
            }
        }
    }
}
