//! Availability of an implementation of an op on a backend: determined here alone, and required for loading.

use super::{Backend, BackendError, LoadedOp, OpCode};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::registry::AlternateDef;

/// An implementation of an op that lacks nothing on a backend. Only [`availability`] creates it.
pub struct Runnable<'a, 'b> {
    backend: &'b dyn Backend,
    code: OpCode<'a>,
}

impl<'a, 'b> Runnable<'a, 'b> {
    /// The code to load.
    pub fn code(&self) -> &OpCode<'a> {
        &self.code
    }

    /// Loads it.
    ///
    /// # Errors
    ///
    /// Errors of the backend.
    pub fn load(&self) -> Result<Box<dyn LoadedOp + 'b>, BackendError> {
        self.backend.load(&self.code)
    }
}

/// The reason why an implementation of an op cannot run on a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingSupport {
    /// The backend lacks this: the feature of a Category C op, memory for tables and arrays of a body, or anything that
    /// it reports itself.
    Hardware(String),
    /// The body has no translation, for these reasons.
    Translation(Vec<String>),
}

/// The loadable implementation of an op on a backend (one of its alternates, if named). Nothing is compiled.
///
/// # Errors
///
/// [`MissingSupport`].
pub fn availability<'a, 'b>(
    op: &'a Op,
    alternate: Option<&AlternateDef>,
    backend: &'b dyn Backend,
) -> Result<Runnable<'a, 'b>, MissingSupport> {
    let code = match (alternate, op.module()) {
        // An alternate has a text of its own.
        (Some(alternate), _) => OpCode::alternate(op.def, alternate),
        (None, Ok(module)) => OpCode::of(op.def, module, op.correction()),
        (None, Err(problems)) => {
            OpCode::registered(op.def).has_feature(backend)?;
            let lines = problems.iter().map(ToString::to_string);
            return Err(MissingSupport::Translation(lines.collect()));
        }
    };
    code.has_feature(backend)?;
    match code.fits(backend.identity(), &backend.limits()) {
        Err(BackendError::UnsupportedByBackend { hardware, .. }) => {
            Err(MissingSupport::Hardware(hardware))
        }
        _ => match backend.missing_support(&code) {
            Some(hardware) => Err(MissingSupport::Hardware(hardware)),
            None => Ok(Runnable { backend, code }),
        },
    }
}

impl OpCode<'_> {
    fn has_feature(&self, backend: &dyn Backend) -> Result<(), MissingSupport> {
        match self.available_on(backend.identity()) {
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => {
                Err(MissingSupport::Hardware(hardware))
            }
            _ => Ok(()),
        }
    }
}
