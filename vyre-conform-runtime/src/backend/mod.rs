//! Backends: what turns an op and input words into output words.
//!
//! A backend implements two small traits. [`Backend`] says who it is and prepares an op once;
//! [`LoadedOp`] runs batches of cases. Everything else (parity, laws, determinism) is built on them.

use crate::registry::{OpDef, Signature};
use crate::spec::Capabilities;
use crate::valid::Valid;
use crate::value::Value;

/// Who a backend is: names the evidence in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Kind of backend, such as `wgpu-vulkan`.
    pub kind: String,
    /// Short stable name for trial names, such as `llvmpipe` or `swiftshader#2`.
    pub slug: String,
    /// Device name as the driver reports it.
    pub device: String,
    /// Driver and its version.
    pub driver: String,
    /// Hardware features a Category C op may ask for, sorted.
    pub features: Vec<String>,
    /// Limits that shape a dispatch, as (name, value), sorted.
    pub limits: Vec<(String, u64)>,
}

impl Capabilities for Identity {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }
}

/// Why a backend gave no output. A trial that meets one fails; the rest of the suite goes on.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// A Category C op whose hardware feature the backend lacks: a listed outcome, not a failure.
    #[error("op `{op}` is unsupported by backend `{backend}`: it needs {hardware}")]
    UnsupportedByBackend {
        /// The op.
        op: String,
        /// The backend.
        backend: String,
        /// The feature.
        hardware: String,
    },
    /// The backend's compiler refused the shader.
    #[error("the shader of `{op}` was refused: {message}")]
    Compile {
        /// The op.
        op: String,
        /// What the compiler said, with the shader's text.
        message: String,
    },
    /// The device is gone.
    #[error("the device was lost: {0}")]
    DeviceLost(String),
    /// A buffer could not be had.
    #[error("out of device memory: {0}")]
    OutOfMemory(String),
    /// The backend's own validation refused what it was asked to do.
    #[error("the backend refused the request: {0}")]
    Validation(String),
    /// The output has the wrong size.
    #[error("the backend returned {found} words where {expected} were due")]
    ShortOutput {
        /// Words due.
        expected: usize,
        /// Words returned.
        found: usize,
    },
    /// Any other failure.
    #[error("{0}")]
    Other(String),
}

/// Where a backend's code for an op comes from.
#[derive(Clone, Debug)]
pub enum Code<'a> {
    /// The validated module, to be lowered by the backend.
    Module(&'a Valid),
    /// WGSL functions, the last of them named after the op (Category C, alternates).
    Wgsl(&'a str),
}

/// An op as a backend is asked to load it.
#[derive(Clone, Debug)]
pub struct OpCode<'a> {
    /// The op, for messages.
    pub id: &'a str,
    /// Name of the function in WGSL text.
    pub name: &'a str,
    /// Its types.
    pub signature: Signature,
    /// Its code.
    pub code: Code<'a>,
}

impl<'a> OpCode<'a> {
    /// What a backend runs for a registered op.
    pub fn of(def: &'a OpDef, module: &'a Valid) -> Self {
        let code = match def.lowering {
            crate::registry::Lowering::Wgsl { source, .. } => Code::Wgsl(source),
            _ => Code::Module(module),
        };
        Self {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            code,
        }
    }
}

/// One operand of a dispatch. Constant, uniform and storage operands can take different paths
/// through a compiler, so parity tries each.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// One value a case, in the canonical layout: the words of case 0, then of case 1, ...
    Storage(&'a [u32]),
    /// One value for all cases, in a uniform buffer.
    Uniform(Value),
    /// One value for all cases, written into the shader.
    Literal(Value),
}

/// Something that runs ops.
pub trait Backend: Send + Sync {
    /// Who it is.
    fn identity(&self) -> &Identity;
    /// Prepares an op once.
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError>;
}

/// A prepared op.
pub trait LoadedOp: Send + Sync {
    /// Runs `cases` cases and returns the results in the canonical layout.
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError>;
}
