//! Native expressions of the C family on a backend: used where the backend does them right.

use super::super::{BackendError, Identity, LoadedOp, OpCode};
use super::{NativeCall, NativeMeasurements, measure, native_calls, refused};
use vyre_conform_ir::valid::ValidProgram;

/// The missing features of an op to run as a native expression; known from its registration alone.
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
    /// What was measured so far.
    fn earned(&self) -> &NativeMeasurements;
    /// The text that stands for an op with this expression.
    fn text(&self, op: &OpCode<'_>, expression: &str) -> String;
    /// The op with this text, compiled.
    ///
    /// # Errors
    /// Whatever goes wrong.
    fn compiled<'s>(
        &'s self,
        op: &OpCode<'_>,
        text: &str,
    ) -> Result<Box<dyn LoadedOp + 's>, BackendError>;

    /// The text of an op's native expression, which the backend was seen to do right.
    ///
    /// # Errors
    /// [`BackendError::UnsupportedByBackend`] of an op without one, and of one that the backend does wrong or whose
    /// text its compiler refuses.
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

/// For each program the ops that it calls whose native expressions the backend does right; none of a backend in another
/// profile.
///
/// # Errors
/// Whatever goes wrong while one is measured.
pub fn earned_calls(
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
