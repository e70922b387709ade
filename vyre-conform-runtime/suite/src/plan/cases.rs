//! Cases of the parts, common to the harness that runs them and the verifier that counts them.

use super::Domain;
use crate::strategy::TypedLaw;
use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_runtime::generate::{self, DomainError, Set, Source};
use vyre_conform_spec::{Evidence, ValueType};

/// From this number of witnesses on, a parity check compares by digests if a backend generates the cases: sending
/// results and comparing word by word would cost more than generating them.
pub const DIGESTED_WITNESSES: u64 = 1_000_000_000;

/// Number of runs of a repeated batch on a backend.
pub const REPEATS: u32 = 4;

/// Number of threads that call the reference concurrently.
pub const THREADS: usize = 2;

/// Number of cases in a repeated batch.
pub const REPEATED_CASES: u64 = 1 << 16;

/// Number of edge cases per value from a uniform and as a literal.
pub const EDGES_PER_VALUE: u64 = 4096;

/// Number of witnesses for the interpreter, in addition to boundaries, classes, adversarial cases and edges. It is the
/// slowest evaluator; its subject is the translation of one text, whose faults edges find.
const INTERPRETED_WITNESSES: u64 = 20_000;

/// Maximal number of edge cases for the interpreter.
const INTERPRETED_EDGES: u64 = 60_000;

/// Maximal number of cases of a set for the interpreter; `None` for a set that only backends run.
pub const fn interpreted(set: Set) -> Option<u64> {
    match set {
        Set::ExhaustiveU8 | Set::ExhaustiveU5 => None,
        Set::Witnessed => Some(INTERPRETED_WITNESSES),
        _ => Some(INTERPRETED_EDGES),
    }
}

/// Values of an operand that compilers treat specially as constants: zero, one, all bits (NaN for a float), the sign
/// bit.
pub fn telling_values(ty: ValueType) -> Vec<Value> {
    let all = [u32::MAX; MAX_WORDS];
    if let Some(format) = ty.float() {
        let bits = [0, format.integer(1), format.canonical_nan(), format.sign()];
        return bits.map(|bits| Value::from_words(ty, &[bits])).into();
    }
    match ty {
        ValueType::Bool => vec![Value::of(false), Value::of(true)],
        ty => {
            let mut sign = [0; MAX_WORDS];
            sign[ty.words() - 1] = 1 << 31;
            [[0; MAX_WORDS], [1, 0, 0, 0], all, sign]
                .iter()
                .map(|words| Value::from_words(ty, words))
                .collect()
        }
    }
}

/// The cases of a law's domain, in order.
///
/// # Errors
///
/// If the domain has too many cases, or none.
pub fn sources(
    law: &TypedLaw,
    domain: Domain,
    seed: u64,
    witnesses: u64,
) -> Result<Vec<Box<dyn Source>>, DomainError> {
    match domain.evidence() {
        None | Some(Evidence::Proved) => Ok(vec![]),
        Some(Evidence::Witnessed) => {
            Ok(generate::witnessed_parts(&law.variables, seed, witnesses).into())
        }
        Some(evidence) => Ok(vec![law.domain(evidence, seed, witnesses)?]),
    }
}
