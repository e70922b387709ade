//! Which cases the parts run: what a harness runs and what a verifier computes again are the same numbers.

use super::Domain;
use crate::strategy::TypedLaw;
use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_runtime::generate::{self, DomainError, Set, Source};
use vyre_conform_spec::{Evidence, ValueType};

/// A parity check of this many witnesses compares them by digests, where a backend makes them itself: to send
/// their results and compare word by word costs more than to make them. Fewer are compared word by word.
pub const DIGESTED_WITNESSES: u64 = 1_000_000_000;

/// Times a batch is repeated on a backend.
pub const REPEATS: u32 = 4;

/// Threads that ask the reference at once.
pub const THREADS: usize = 2;

/// Cases of the batch that is asked again and again.
pub const REPEATED_CASES: u64 = 1 << 16;

/// Edge cases that run for each value tried from a uniform and as a literal.
pub const EDGES_PER_VALUE: u64 = 4096;

/// Witnesses the interpreter runs beside boundaries, classes, adversarial cases and edges. It is the
/// slowest evaluation; its subject is the translation of one text, where edges find what is wrong.
const INTERPRETED_WITNESSES: u64 = 20_000;

/// Most edge cases the interpreter runs.
const INTERPRETED_EDGES: u64 = 60_000;

/// The number of cases of a set the interpreter runs at most; `None` of a set that is left to backends.
pub const fn interpreted(set: Set) -> Option<u64> {
    match set {
        Set::ExhaustiveU8 | Set::ExhaustiveU5 => None,
        Set::Witnessed => Some(INTERPRETED_WITNESSES),
        _ => Some(INTERPRETED_EDGES),
    }
}

/// Values of an operand that compilers treat specially when they are constant: zero, one, all bits (of a
/// float NaN), the sign bit.
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

/// The cases of a law's domain, in the order they run.
///
/// # Errors
/// The domain has too many cases, or none.
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
