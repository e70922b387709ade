//! The profile of native floats.

use super::CBackend;
use vyre_conform_lower_c::{Dialect, native_text};
use vyre_conform_suite::backend::{
    BackendError, ExpressionText, Identity, LoadedOp, NativeMeasurements, OpCode,
};

/// The backend in the profile.
pub(super) struct Native<'b> {
    pub(super) backend: &'b CBackend,
    pub(super) earned: &'b NativeMeasurements,
}

impl ExpressionText for Native<'_> {
    fn identity(&self) -> &Identity {
        &self.backend.identity
    }

    fn earned(&self) -> &NativeMeasurements {
        self.earned
    }

    fn text(&self, op: &OpCode<'_>, expression: &str) -> String {
        native_text(expression, &op.signature, op.name, Dialect::C11)
    }

    fn compiled<'s>(
        &'s self,
        op: &OpCode<'_>,
        text: &str,
    ) -> Result<Box<dyn LoadedOp + 's>, BackendError> {
        let op = op.with_text(Dialect::C11.target(), text);
        Ok(Box::new(self.backend.compiled(&op)?))
    }
}
