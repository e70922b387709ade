//! Decides if two bodies are equal for every input.

use crate::aig::BitCircuit;
use crate::cnf::Encoding;
use crate::lemmas::with_free_words;
use crate::ring;
use crate::solver::{Answer, Budget, Cadical, Solvers};
use crate::term::{Cone, TermId, Terms};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// The most bits of all inputs together for trying all of them.
const SMALL: u32 = 16;
/// Number of cases on which parts are compared before a solver compares them.
const SCREENING_CASES: usize = 512;
/// The maximum number of pairs of parts for the solver.
const PAIRS: usize = 24;

/// The decision about a bit that is 1 if two bodies differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Equivalence {
    /// It is never 1.
    Equal,
    /// The bodies differ at these inputs.
    Differ(Vec<u128>),
    /// Undecided, for this reason.
    Unknown(String),
}

/// Decides if a bit can be 1. `cases` are inputs at which the caller has seen 0.
pub(super) fn decide(
    terms: &mut Terms,
    goal: TermId,
    cases: &[Vec<u128>],
    solvers: &Solvers,
    time: Duration,
) -> Equivalence {
    let budget = Budget::of(time);
    let goal = ring::simplified(terms, goal);
    if let Some(outcome) = trivial(terms, goal) {
        return outcome;
    }
    let sample: Vec<Vec<u128>> = cases
        .iter()
        .step_by(cases.len().div_ceil(SCREENING_CASES).max(1))
        .cloned()
        .collect();
    let goal = match &solvers.cadical {
        Some(cadical) => swept(terms, goal, &sample, cadical, budget),
        None => goal,
    };
    if let Some(outcome) = trivial(terms, goal) {
        return outcome;
    }
    let Some(cadical) = &solvers.cadical else {
        return Equivalence::Unknown("cadical is not on the PATH".into());
    };
    if by_lemmas(terms, goal, cadical, budget.part(0.3)) {
        return Equivalence::Equal;
    }
    match refuted(terms, goal, &sample, cadical, budget) {
        Ok(None) => Equivalence::Equal,
        Ok(Some(inputs)) => {
            let cone = Cone::of(terms, &[goal]);
            match cone.value(terms, &inputs, &mut vec![]) {
                1 => Equivalence::Differ(inputs),
                _ => Equivalence::Unknown("cadical gives a solution that is none".into()),
            }
        }
        Err(reason) => Equivalence::Unknown(reason),
    }
}

/// The decision without a solver: a constant, or few inputs.
fn trivial(terms: &Terms, goal: TermId) -> Option<Equivalence> {
    if let Some(bits) = terms.constant_value(goal) {
        return Some(match bits {
            0 => Equivalence::Equal,
            _ => Equivalence::Differ(vec![0; terms.inputs().len()]),
        });
    }
    let cone = Cone::of(terms, &[goal]);
    let used = cone.inputs(terms);
    let width = |n: &u32| terms.width(terms.inputs()[*n as usize]);
    (used.iter().map(width).sum::<u32>() <= SMALL).then(|| all(terms, &cone, &used))
}

/// The goal after SAT sweeping: parts proved equal are merged, from the inputs on. Common parts of two
/// bodies become one node, and nothing remains to prove about parts that a change does not reach.
fn swept(
    terms: &mut Terms,
    goal: TermId,
    cases: &[Vec<u128>],
    cadical: &Cadical,
    budget: Budget,
) -> TermId {
    let cone = Cone::of(terms, &[goal]);
    let order = cone.order().to_vec();
    let all = Cone::of(terms, &order);
    let mut visited: HashMap<TermId, DefaultHasher> = HashMap::new();
    let mut space = vec![];
    for case in cases {
        let values = all.values(terms, case, &mut space);
        for (term, value) in order.iter().zip(values) {
            value.hash(visited.entry(*term).or_default());
        }
    }
    let mut first: HashMap<(u32, u64), TermId> = HashMap::new();
    let mut new: HashMap<TermId, TermId> = HashMap::new();
    let mut left = PAIRS;
    for term in order {
        let mut rebuilt = terms.rebuild(term, |t| new.get(&t).copied().unwrap_or(t));
        let key = (
            terms.width(term),
            visited.get(&term).map_or(0, DefaultHasher::finish),
        );
        let like = *first.entry(key).or_insert(rebuilt);
        if like != rebuilt && left > 0 && !budget.is_over() {
            left -= 1;
            let same = terms.equal(like, rebuilt);
            let differ = terms.not(same);
            let differ = ring::simplified(terms, differ);
            let equal = match terms.constant_value(differ) {
                Some(bits) => bits == 0,
                None => matches!(
                    refuted(terms, differ, cases, cadical, budget.part(0.2)),
                    Ok(None)
                ),
            };
            if equal {
                rebuilt = like;
            }
        }
        new.insert(term, rebuilt);
    }
    new.get(&goal).copied().unwrap_or(goal)
}

/// True if the bit is never 1, with quotients, remainders and products free except for their lemmas.
fn by_lemmas(terms: &Terms, goal: TermId, cadical: &Cadical, budget: Budget) -> bool {
    let mut terms = terms.clone();
    let freed = with_free_words(&mut terms, goal);
    freed.is_some_and(|freed| matches!(refuted(&terms, freed.goal, &[], cadical, budget), Ok(None)))
}

/// `None` if a bit is never 1, by a checked proof; otherwise inputs at which it is 1.
fn refuted(
    terms: &Terms,
    goal: TermId,
    cases: &[Vec<u128>],
    cadical: &Cadical,
    budget: Budget,
) -> Result<Option<Vec<u128>>, String> {
    let circuit = BitCircuit::new(terms, goal);
    let sample = &cases[..cases.len().min(64)];
    if !circuit.agrees(terms, goal, sample) {
        return Err("the gates do not give what the term means".into());
    }
    let encoded = Encoding::new(&circuit);
    let proof = match cadical.solve(&encoded.cnf, budget) {
        Ok(Answer::Solution(solution)) => {
            return Ok(Some(encoded.inputs(&solution, terms.inputs().len())));
        }
        Ok(Answer::None(proof)) => proof,
        Err(error) => return Err(error.to_string()),
    };
    let checked = proof.accepted(&encoded.cnf, &|| budget.is_over());
    checked.map_err(|reason| {
        if reason.is_of_time() {
            reason.to_string()
        } else {
            format!("its proof is refused: {reason}")
        }
    })?;
    Ok(None)
}

/// Tries every value of the inputs that matter, which must be few.
fn all(terms: &Terms, cone: &Cone, used: &[u32]) -> Equivalence {
    let widths: Vec<u32> = used
        .iter()
        .map(|n| terms.width(terms.inputs()[*n as usize]))
        .collect();
    let mut case = vec![0; terms.inputs().len()];
    let mut space = vec![];
    for number in 0..1u128 << widths.iter().sum::<u32>() {
        let mut rest = number;
        for (n, width) in used.iter().zip(&widths) {
            case[*n as usize] = rest & crate::term::ones(*width);
            rest >>= width;
        }
        if cone.value(terms, &case, &mut space) == 1 {
            return Equivalence::Differ(case);
        }
    }
    Equivalence::Equal
}
