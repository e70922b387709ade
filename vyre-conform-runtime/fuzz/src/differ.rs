//! Comparison of all runners on a case.

use super::Case;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_interp::{Options, Order, ProgramFault, Race, certain_races, report_launch};
use vyre_conform_ir::Library;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Invalid, ValidProgram};
use vyre_conform_ir::wire::{self, WireError};
use vyre_conform_suite::backend::{Backend, BackendError, missing_hardware};

/// A disagreement between runners, or the reason why a case cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// Decoding the encoding yields another program.
    #[error("the wire format loses the program: {}", match .0 { Some(e) => e.to_string(), None => "another one comes \
        back".to_owned() })]
    Wire(Option<WireError>),
    /// Validation rejects the program.
    #[error("validation refuses the program: {0}")]
    Invalid(Box<Invalid>),
    /// The interpreter reports a fault.
    #[error("the interpreter stops: {0}")]
    Fault(Box<ProgramFault>),
    /// Two invocations race in every run, by static analysis.
    #[error("the program races whatever its buffers hold: {0}")]
    CertainRace(Box<Race>),
    /// Two invocations race.
    #[error("the program races: {0}")]
    Race(Box<Race>),
    /// The interpreter returns other words in another order.
    #[error(
        "word {word} of buffer {buffer} is {expected:#010x} in ascending order and {actual:#010x} in {order}"
    )]
    Order {
        /// The order.
        order: Order,
        /// Index of the buffer read back.
        buffer: usize,
        /// The word.
        word: usize,
        /// The word in ascending order.
        expected: u32,
        /// The word in this order.
        actual: u32,
    },
    /// A backend returns other words than the interpreter.
    #[error(
        "word {word} of buffer {buffer} is {expected:#010x} in the interpreter and {actual:#010x} on {backend}"
    )]
    Words {
        /// The backend.
        backend: String,
        /// Index of the buffer read back.
        buffer: usize,
        /// The word.
        word: usize,
        /// The interpreter's word.
        expected: u32,
        /// The backend's word.
        actual: u32,
    },
    /// A backend returns buffers of the wrong sizes.
    #[error("{backend} returns buffers of other sizes than the interpreter")]
    Sizes {
        /// The backend.
        backend: String,
    },
    /// A backend fails.
    #[error("{backend}: {error}")]
    Backend {
        /// The backend.
        backend: String,
        /// The reason.
        error: BackendError,
    },
}

impl Disagreement {
    /// True if both have the same kind and backend, so that a smaller case shows the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let backend = |d: &Self| match d {
            Self::Words { backend, .. }
            | Self::Sizes { backend }
            | Self::Backend { backend, .. } => Some(backend.clone()),
            _ => None,
        };
        // A smaller case may show a data-dependent race as certain.
        let races = |d: &Self| matches!(d, Self::Race(_) | Self::CertainRace(_));
        let one_kind = std::mem::discriminant(self) == std::mem::discriminant(other)
            || races(self) && races(other);
        one_kind && backend(self) == backend(other)
    }
}

/// True if a backend runs programs; a backend only for ops reports that, which is not a disagreement.
pub fn runs_programs(backend: &dyn Backend) -> bool {
    !matches!(
        backend.load_programs(&[]),
        Err(BackendError::Programs { .. })
    )
}

/// The number of cases that each backend ran: a backend that runs none never disagrees.
#[derive(Debug, Default)]
pub struct ComparisonCounts(Vec<AtomicU64>);

impl ComparisonCounts {
    /// Counters for these backends. The default counts nothing.
    pub fn on(backends: &[&dyn Backend]) -> Self {
        Self(backends.iter().map(|_| AtomicU64::new(0)).collect())
    }

    /// Number of cases that the backend at this index ran.
    pub fn ran(&self, backend: usize) -> u64 {
        self.0.get(backend).map_or(0, |n| n.load(Ordering::Relaxed))
    }

    fn count(&self, backend: usize) {
        if let Some(ran) = self.0.get(backend) {
            ran.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Encodes and decodes a case, validates it, looks for certain races, runs it in four orders of the
/// interpreter with race detection, and on every backend. Returns the first disagreement. A program
/// beyond the limits of a backend is not a disagreement, and is not counted as run.
pub fn disagreement(
    case: &Case,
    library: &dyn Library,
    backends: &[&dyn Backend],
    compared: &ComparisonCounts,
) -> Option<Disagreement> {
    match run(case, library, backends) {
        Ok(beyond) => {
            let executed = beyond.iter().enumerate().filter(|(_, what)| what.is_none());
            executed.for_each(|(k, _)| compared.count(k));
            None
        }
        Err(best) => Some(best),
    }
}

/// Compares one backend: `None` if it returns the interpreter's words, and the exceeded limit if the
/// program is too large for it.
///
/// # Errors
/// The first disagreement.
pub fn agreement(
    case: &Case,
    library: &dyn Library,
    backend: &dyn Backend,
) -> Result<Option<String>, Disagreement> {
    Ok(run(case, library, &[backend])?.into_iter().flatten().next())
}

/// The limit of each backend that the program exceeds.
fn run(
    case: &Case,
    library: &dyn Library,
    backends: &[&dyn Backend],
) -> Result<Vec<Option<String>>, Disagreement> {
    let bytes = wire::encode(&case.program).map_err(|e| Disagreement::Wire(Some(e)))?;
    let program = wire::decode(&bytes).map_err(|e| Disagreement::Wire(Some(e)))?;
    if program != case.program {
        return Err(Disagreement::Wire(None));
    }
    let case = Case {
        program,
        ..case.clone()
    };
    let valid = case.valid(library).map_err(first)?;
    let launch = case.launch(&valid);
    if !case.workgroups.contains(&0)
        && let Some(race) = certain_races(&valid).into_iter().next()
    {
        return Err(Disagreement::CertainRace(Box::new(race)));
    }
    let programs = [valid];
    let interpreted = |order| {
        let options = Options {
            order,
            races: order == Order::Ascending,
            steps: 1 << 24,
            ..Options::default()
        };
        report_launch(&programs, &launch, &options)
            .map_err(|fault| Disagreement::Fault(Box::new(fault)))
    };
    let ascending = interpreted(Order::Ascending)?;
    if let Some(race) = ascending.races.into_iter().next() {
        return Err(Disagreement::Race(Box::new(race)));
    }
    for order in [
        Order::Seeded(1),
        Order::Interleaved(2),
        Order::Concurrent(3),
    ] {
        let actual = interpreted(order)?.words;
        if let Some((buffer, word, expected, actual)) = difference(&ascending.words, &actual) {
            return Err(Disagreement::Order {
                order,
                buffer,
                word,
                expected,
                actual,
            });
        }
    }
    let each = backends.iter();
    each.map(|backend| compare_backend(*backend, &programs, &launch, &ascending.words))
        .collect()
}

/// Compares the words of a backend with the interpreter's. The exceeded limit, if the program is too
/// large for the backend.
fn compare_backend(
    backend: &dyn Backend,
    programs: &[ValidProgram],
    launch: &Launch,
    expected_words: &[Vec<u32>],
) -> Result<Option<String>, Disagreement> {
    let name = backend.identity().slug.clone();
    // A backend that does not check would run the reference instead of the text.
    if let Some(missing) = missing_hardware(&programs[0], backend) {
        return Ok(Some(missing));
    }
    let loaded = backend.load_programs(programs);
    let words = match loaded.and_then(|loaded| loaded.run(launch)) {
        Ok(words) => words,
        Err(BackendError::UnsupportedByBackend { hardware, .. }) => return Ok(Some(hardware)),
        Err(error) => {
            let backend = name;
            return Err(Disagreement::Backend { backend, error });
        }
    };
    let sizes = |words: &[Vec<u32>]| words.iter().map(Vec::len).collect::<Vec<_>>();
    if sizes(&words) != sizes(expected_words) {
        return Err(Disagreement::Sizes { backend: name });
    }
    if let Some((buffer, word, expected, actual)) = difference(expected_words, &words) {
        return Err(Disagreement::Words {
            backend: name,
            buffer,
            word,
            expected,
            actual,
        });
    }
    Ok(None)
}

fn first(violations: Vec<Invalid>) -> Disagreement {
    let invalid = violations.into_iter().next();
    // A rejection has at least one violation.
    invalid.map_or(Disagreement::Wire(None), |invalid| {
        Disagreement::Invalid(Box::new(invalid))
    })
}

/// The first different word: buffer, word, expected and found.
fn difference(expected: &[Vec<u32>], actual: &[Vec<u32>]) -> Option<(usize, usize, u32, u32)> {
    for (buffer, (expected, actual)) in expected.iter().zip(actual).enumerate() {
        let pairs = expected.iter().zip(actual).enumerate();
        for (word, (expected, actual)) in pairs {
            if expected != actual {
                return Some((buffer, word, *expected, *actual));
            }
        }
    }
    None
}
