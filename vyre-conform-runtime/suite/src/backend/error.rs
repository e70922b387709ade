//! Errors of backends.

/// Reason why a backend gave no output. A trial with such an error fails; the rest of the suite continues.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// A Category C op whose hardware feature the backend lacks, or a program beyond its limits: a
    /// listed outcome, not a failure.
    #[error("`{op}` is unsupported by backend `{backend}`: it needs {hardware}")]
    UnsupportedByBackend {
        /// The op or program.
        op: String,
        /// The backend.
        backend: String,
        /// The feature, or the limits.
        hardware: String,
    },
    /// The backend's compiler refused the shader.
    #[error("the shader of `{op}` was refused: {message}")]
    Compile {
        /// The op.
        op: String,
        /// The compiler's message, with the shader's text.
        message: String,
    },
    /// The device was lost.
    #[error("the device was lost: {0}")]
    DeviceLost(String),
    /// A buffer could not be allocated.
    #[error("out of device memory: {0}")]
    OutOfMemory(String),
    /// The backend's own validation refused the request.
    #[error("the backend refused the request: {0}")]
    Validation(String),
    /// The output has the wrong size.
    #[error("the backend returned {found} words where {expected} were expected")]
    ShortOutput {
        /// Number of words expected.
        expected: usize,
        /// Words returned.
        found: usize,
    },
    /// The backend's code panicked, which only code on the processor does.
    #[error("the function that `lower` names panicked on {inputs:?}: {detail}")]
    Panicked {
        /// The operands.
        inputs: Vec<vyre_conform_ir::value::Value>,
        /// The message of the panic.
        detail: String,
    },
    /// A check moved more bytes per second than the memory can: its shaders did not run as written.
    #[error(
        "the check is not credible: it would move {found} bytes a second through a memory that moves {bandwidth}"
    )]
    Implausible {
        /// Bytes per second of the check.
        found: u64,
        /// Bytes per second of a copy.
        bandwidth: u64,
    },
    /// The backend runs ops and no programs: a listed outcome, not a failure.
    #[error("backend `{backend}` runs no whole programs")]
    Programs {
        /// The backend.
        backend: String,
    },
    /// The backend panicked, did not return or changed its identity, and is abandoned: a fault of the backend.
    #[error("backend `{backend}` was given up: {reason}")]
    GivenUp {
        /// The backend.
        backend: String,
        /// Its behaviour, and the call.
        reason: String,
    },
    /// A backend out of process was lost on a request, and again on the request alone: it ended, did not reply, or sent
    /// an invalid reply.
    #[error("{said}")]
    Unanswered {
        /// The operands on which it is lost; empty for a launch.
        inputs: Vec<vyre_conform_ir::value::Value>,
        /// Its behaviour.
        said: String,
    },
    /// A launch does not fit its programs.
    #[error(transparent)]
    Launch(#[from] vyre_conform_ir::dispatch::LaunchError),
    /// Any other failure.
    #[error("{0}")]
    Other(String),
}

/// Reason why results were not compared with those of the reference. Backends can only return their own errors, not the
/// lack of a reference result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParityError {
    /// The backend gave no output.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The CPU reference has no result to compare with: not a fault of the backend.
    #[error(
        "the CPU reference panicked on {inputs:?} (case {case}): {detail}. It needs a result for every \
         input"
    )]
    ReferencePanicked {
        /// Number of the case in its source.
        case: u64,
        /// The operands; empty if no case of the batch panics alone.
        inputs: Vec<vyre_conform_ir::value::Value>,
        /// The message of the panic.
        detail: String,
    },
}
