//! Earning: an op's native implementation on a backend is compared with the CPU reference before use.

use crate::backend::{BackendError, LoadedOp, Operand, ParityError, parity, parity_fixed};
use crate::failing::FailingCase;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::{Source, Width, Witnesses, adversarial, edges, exhaustive};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::FloatFormat;

/// Edge-biased cases of a measurement, in addition to the adversarial and the edge sets.
const CASES: u64 = 1 << 20;
/// Seed of these cases; suites use others.
const SEED: u64 = 0x6e61_7469_7665;
/// Cases per operand that is in the shader's text or in a uniform.
const FIXED_CASES: u64 = 1 << 12;

/// Values of such operands with special rules in compilers: zeros, ones, an infinity, a subnormal number.
fn telling(format: FloatFormat) -> [u32; 6] {
    let (sign, one) = (format.sign(), format.integer(1));
    [0, sign, one, one | sign, format.greatest(), 1]
}

/// Measurements on a device, by op and text.
#[derive(Debug, Default)]
pub struct NativeMeasurements(Mutex<HashMap<(String, String), MeasurementCell>>);

/// The measurement of one op, locked while it is in progress. It may record that a compiler rejects the text.
type MeasurementCell = Arc<Mutex<Option<Result<NativeMeasurement, BackendError>>>>;

/// The first disagreeing case; `None` if every case agreed.
pub type NativeMeasurement = Option<FailingCase>;

impl NativeMeasurements {
    /// The measurement of the op with this text, made by the first call; others wait.
    ///
    /// # Errors
    ///
    /// Errors of the measurement, which the next call repeats, unless the text does not compile.
    pub fn or_measure(
        &self,
        op: &str,
        text: &str,
        measure: impl FnOnce() -> Result<NativeMeasurement, BackendError>,
    ) -> Result<NativeMeasurement, BackendError> {
        let mut all = lock(&self.0);
        let one = all
            .entry((op.to_owned(), text.to_owned()))
            .or_default()
            .clone();
        drop(all);
        let mut known = lock(&one);
        if let Some(measured) = &*known {
            return measured.clone();
        }
        let measured = measure();
        if matches!(measured, Ok(_) | Err(BackendError::Compile { .. })) {
            *known = Some(measured.clone());
        }
        measured
    }
}

/// The first case in which the loaded op differs from its reference: over the adversarial and the edge cases, 2^20
/// edge-biased ones, every pattern of one 16-bit operand and many of several, and some with one operand in a uniform
/// and in the text, which a compiler may fold.
///
/// # Errors
///
/// Errors of the backend.
pub fn measure(
    loaded: &dyn LoadedOp,
    reference: &OpRef,
) -> Result<Option<FailingCase>, BackendError> {
    let types = reference.signature.operands;
    let witnesses = Witnesses::new(types, SEED, CASES);
    let small = exhaustive(types, Width::small(types.len())).ok();
    let sources: [&dyn Source; 3] = [&adversarial(types), &*edges(types), &witnesses];
    for source in sources.into_iter().chain(small.as_deref()) {
        let found = parity(loaded, reference, source, 0..source.len()).map_err(unmeasured)?;
        if found.first.is_some() {
            return Ok(found.first);
        }
    }
    let floats = types.iter().enumerate();
    for (k, format) in floats.filter_map(|(k, ty)| Some((k, ty.float()?))) {
        for bits in telling(format) {
            let value = Value::from_words(types[k], &[bits]);
            for operand in [Operand::Uniform(value), Operand::Literal(value)] {
                let mut fixed = vec![Operand::Storage(&[]); types.len()];
                fixed[k] = operand;
                let cases = 0..FIXED_CASES;
                let found = parity_fixed(loaded, reference, &witnesses, cases, &fixed)
                    .map_err(unmeasured)?;
                if found.first.is_some() {
                    return Ok(found.first);
                }
            }
        }
    }
    Ok(None)
}

/// The error of a failed measurement.
fn unmeasured(error: ParityError) -> BackendError {
    match error {
        ParityError::Backend(error) => error,
        error => BackendError::Other(format!("the native text cannot be measured: {error}")),
    }
}

/// The lack of an op on an adapter that gave a wrong result.
pub fn refused(op: &str, wrong: &FailingCase) -> String {
    let input = |(k, v): (usize, &Value)| match wrong.passing_modes.get(k) {
        None | Some(Passing::Storage) => format!("{v:?}"),
        Some(way) => format!("{} {v:?}", way.name()),
    };
    let inputs: Vec<String> = wrong.inputs.iter().enumerate().map(input).collect();
    let found = wrong.found().unwrap_or_default().iter();
    let found: Vec<String> = found.map(|w| format!("0x{w:08x}")).collect();
    let expected = wrong.expected().map(|value| format!("{value:?}"));
    format!(
        "native strict `{op}`: ({}) gave {}, not {}",
        inputs.join(", "),
        found.join(" "),
        expected.unwrap_or_default()
    )
}
