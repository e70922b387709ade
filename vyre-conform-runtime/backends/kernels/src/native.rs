//! The profile of native floats: expressions of floats in place of integer bodies, if the device computes them
//! correctly.

use super::{Device, KernelBackend, op};
use vyre_conform_lower_c::native_text;
use vyre_conform_suite::backend::{
    BackendError, ExpressionText, Identity, LoadedOp, NativeMeasurements, OpCode,
};

/// A backend in the profile.
pub(super) struct Native<'b, D: Device> {
    pub(super) backend: &'b KernelBackend<D>,
    pub(super) earned: &'b NativeMeasurements,
}

impl<D: Device> ExpressionText for Native<'_, D> {
    fn identity(&self) -> &Identity {
        &self.backend.identity
    }

    fn earned(&self) -> &NativeMeasurements {
        self.earned
    }

    fn text(&self, op: &OpCode<'_>, expression: &str) -> String {
        native_text(expression, &op.signature, op.name, D::DIALECT)
    }

    fn compiled<'s>(
        &'s self,
        op: &OpCode<'_>,
        text: &str,
    ) -> Result<Box<dyn LoadedOp + 's>, BackendError> {
        let op = op.with_text(D::DIALECT.target(), text);
        Ok(Box::new(self.backend.compiled(&op)?))
    }
}

impl<D: Device> KernelBackend<D> {
    /// The runner of native expressions, in that profile.
    pub(super) fn in_profile(&self) -> Option<Native<'_, D>> {
        let earned = self.native.as_ref()?;
        Some(Native {
            backend: self,
            earned,
        })
    }

    /// Compiles the code of an op.
    pub(super) fn compiled(&self, op: &OpCode<'_>) -> Result<op::KernelOp<'_, D>, BackendError> {
        let limits = self.device.limits();
        let source = op.source_for(&self.identity, &limits, D::DIALECT.target())?;
        op::KernelOp::new(self, op, source)
    }
}
