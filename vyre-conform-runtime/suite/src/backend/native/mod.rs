//! Native implementations of ops: their requirements, known without a backend; their calls in programs; and their
//! measurement on backends.

mod callees;
mod expression;
mod kernel;
mod measurement;

pub use callees::{NativeCall, native_calls};
pub use expression::{ExpressionText, correct_native_calls, lacks_native_c};
pub use kernel::{ChosenTexts, hand_written_kernel};
pub use measurement::{NativeMeasurement, NativeMeasurements, measure, refused};

use super::{Identity, OpCode};
use vyre_conform_spec::{Capabilities, FloatFormat};

/// The directive of native texts with 16-bit floats, which need the feature of the same name.
const ENABLE_F16: &str = "enable f16;";
const F16: &str = "shader-f16";

/// The type of 64-bit floats in native texts, which needs the feature of the same name.
const DOUBLE: &str = "f64";
const F64: &str = "shader-f64";

/// The lack of an op's native text on a backend, according to its registration and the listed features.
pub fn lacks_text(op: &OpCode<'_>, backend: &Identity) -> Option<String> {
    let Some(native) = &op.native else {
        let types = op.signature.operands.iter().chain([&op.signature.result]);
        let mut floats = types.filter_map(|ty| ty.float());
        let known = [FloatFormat::F32, FloatFormat::F16];
        return Some(match floats.find(|format| !known.contains(format)) {
            Some(format) => format!(
                "a type for {}: WGSL has none, whatever the hardware has",
                format.name()
            ),
            None => format!("a native implementation, and `{}` declares none", op.id),
        });
    };
    let needs_f16 = native.wgsl.contains(ENABLE_F16);
    let words = vyre_conform_ir::words(native.wgsl);
    let needs_f64 = words.iter().any(|(_, word)| *word == DOUBLE);
    let needed = [(needs_f16, F16), (needs_f64, F64)];
    let mut lacking = needed
        .into_iter()
        .filter(|(needs, feature)| *needs && !backend.has(feature));
    lacking.next().map(|(_, feature)| feature.to_owned())
}
