//! Native expressions of the C family, used if the backend computes them correctly.

use super::super::{BackendError, Identity, LoadedOp, OpCode};
use super::{NativeCall, NativeMeasurements, measure, native_calls, refused};
use vyre_conform_ir::valid::ValidProgram;

/// The lack of an op as a native expression, according to its registration.
pub fn lacks_native_c(op: &OpCode<'_>) -> Option<String> {
    let id = op.id;
    match &op.native {
        Some(native) if native.c.is_some() => None,
        Some(_) => Some(format!(
            "a native expression in C, and `{id}` declares none"
        )),
        None => Some(format!("a native implementation, and `{id}` declares none")),
    }
}

/// A backend of the C family in the profile of native floats.
pub trait ExpressionText {
    /// Its identity.
    fn identity(&self) -> &Identity;
    /// The measurements so far.
    fn earned(&self) -> &NativeMeasurements;
    /// The text of an op with this expression.
    fn text(&self, op: &OpCode<'_>, expression: &str) -> String;
    /// The op with this text, compiled.
    ///
    /// # Errors
    ///
    /// Errors of the backend.
    fn compiled<'s>(
        &'s self,
        op: &OpCode<'_>,
        text: &str,
    ) -> Result<Box<dyn LoadedOp + 's>, BackendError>;

    /// The text of an op's native expression, after the backend passed its measurement.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] for an op without one, and for one that the backend computes wrongly or
    /// whose text its compiler rejects.
    fn earned_text(&self, op: &OpCode<'_>) -> Result<String, BackendError> {
        let unsupported = |hardware: String| BackendError::UnsupportedByBackend {
            op: op.id.to_owned(),
            backend: self.identity().slug.clone(),
            hardware,
        };
        let declared = op.native.and_then(|native| Some((native, native.c?)));
        let Some((native, expression)) = declared else {
            return Err(unsupported(lacks_native_c(op).unwrap_or_default()));
        };
        let text = self.text(op, expression);
        let measured = self.earned().or_measure(op.id, &text, || {
            let loaded = self.compiled(op, &text)?;
            measure(&*loaded, native.reference)
        });
        match measured {
            Ok(None) => Ok(text),
            Ok(Some(wrong)) => Err(unsupported(refused(op.id, &wrong))),
            Err(BackendError::Compile { message, .. }) => Err(unsupported(format!(
                "what the native expression of `{}` asks of the compiler: {message}",
                op.id
            ))),
            Err(error) => Err(error),
        }
    }
}

/// For each program, the called ops whose native expressions the backend computes correctly; empty for other profiles.
///
/// # Errors
///
/// Errors of a measurement.
pub fn correct_native_calls(
    native: Option<&impl ExpressionText>,
    programs: &[ValidProgram],
) -> Result<Vec<Vec<NativeCall>>, BackendError> {
    let of_program = |program: &ValidProgram| {
        let mut earned = vec![];
        let Some(native) = native else {
            return Ok(earned);
        };
        for call in native_calls(program) {
            match native.earned_text(&call.code) {
                Ok(_) => earned.push(call),
                Err(BackendError::UnsupportedByBackend { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(earned)
    };
    programs.iter().map(of_program).collect()
}
