//! Backends: what turns an op and input words into output words.
//!
//! A backend implements two small traits. [`Backend`] says who it is and prepares an op once;
//! [`LoadedOp`] runs batches of cases. Everything else ([`parity()`], [laws](law), [`determinism()`])
//! is built on them, so that it works for any backend; a backend that can do better by itself
//! overrides a provided method.

mod determinism;
pub mod digest;
mod error;
mod kernel_rust;
pub mod law;
mod layout;
mod parity;
mod registered;
#[cfg(test)]
mod testing;
#[cfg(feature = "wgpu")]
pub mod wgpu;

pub use determinism::{Determinism, Difference, determinism};
pub use error::BackendError;
pub use kernel_rust::{KernelRust, kernel_rust};
pub use law::{BackendLaw, LawCheck, LawFailure, LawOperand};
pub use parity::{Mismatch, Parity, parity, parity_fixed};
#[doc(hidden)]
pub use registered::inventory;
pub use registered::{BackendDef, Registered, registered};

pub use crate::spec::{KERNEL_PROFILE, PROFILE_MARK};

use crate::dispatch::Launch;
use crate::generate::Source;
use crate::registry::{AlternateDef, Lowering, NativeDef, OpDef, OpRef, Scalar, Signature};
use crate::spec::{Capabilities, Category, ValueType, adapter_and_profile};
use crate::valid::{Limits, Valid, ValidProgram};
use crate::value::{Passing, Value};
use std::ops::Range;

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

impl Identity {
    /// A backend without features of its own, which is called like this everywhere.
    pub fn named(name: &str) -> Self {
        Self {
            kind: name.into(),
            slug: name.into(),
            device: name.into(),
            driver: "none".into(),
            features: vec![],
            limits: vec![],
        }
    }
}

impl Identity {
    /// The profile that it is of an adapter, such as `native`; none of a backend that is no such profile.
    pub fn profile(&self) -> Option<&str> {
        let (_, profile) = adapter_and_profile(&self.slug)?;
        Some(profile)
    }
}

impl Capabilities for Identity {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }
}

/// The names in a list such as `VYRE_ADAPTER` or `VYRE_REQUIRE_ADAPTERS`, in lower case: separated by
/// commas, blanks around them and empty ones ignored.
pub fn names(list: &str) -> Vec<String> {
    let parts = list.split(',').map(|part| part.trim().to_lowercase());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Where a backend's code for an op comes from.
#[non_exhaustive]
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
    /// How it reaches the hardware; a backend refuses a Category C op it lacks the feature for
    /// before it compiles anything.
    pub category: Category,
    /// Its code.
    pub code: Code<'a>,
    /// Its native implementation, for a backend that is held to the float instructions of the hardware;
    /// the others run `code`.
    pub native: Option<Native<'a>>,
    /// The function that its code is translated from, where that is another than the reference: for a backend that
    /// runs what rustc makes of it.
    pub host: Option<Scalar>,
}

/// The native implementation of an op, with what tells whether hardware does it right.
#[derive(Clone, Copy, Debug)]
pub struct Native<'a> {
    /// The WGSL of [`NativeDef`].
    pub wgsl: &'a str,
    /// What takes the operands and the result of the text, and gives the op's result.
    pub correction: Option<&'a Valid>,
    /// The CPU reference that it is measured against before anything relies on it.
    pub reference: &'a OpRef,
}

impl<'a> OpCode<'a> {
    /// What a backend runs for a registered op: its module, and the one that corrects its native
    /// implementation, if there is one.
    pub fn of(def: &'a OpDef, module: &'a Valid, correction: Option<&'a Valid>) -> Self {
        let code = match def.lowering {
            Lowering::Wgsl { source, .. } => Code::Wgsl(source),
            _ => Code::Module(module),
        };
        let host = match def.lowering {
            Lowering::Function(lowered) if (lowered.key.id)() != (def.op.key.id)() => {
                Some(lowered.scalar)
            }
            _ => None,
        };
        Self {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            category: def.category,
            code,
            native: native(def, correction),
            host,
        }
    }

    /// What a backend runs for another implementation of a registered op.
    pub fn alternate(def: &'a OpDef, alternate: &AlternateDef) -> Self {
        Self {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            category: def.category,
            code: Code::Wgsl(alternate.wgsl),
            native: None,
            host: None,
        }
    }

    /// `Ok` unless this is a Category C op whose feature `backend` lacks.
    pub fn available_on(&self, backend: &Identity) -> Result<(), BackendError> {
        match self.category {
            Category::C {
                hardware,
                available,
            } if !available(backend) => Err(BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware: hardware.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}

impl OpCode<'_> {
    /// `Ok` unless the body takes more memory than a target with these limits has. A profile of an adapter
    /// runs the native text, which has no such body.
    pub fn fits(&self, backend: &Identity, limits: &Limits) -> Result<(), BackendError> {
        let exceeded = match self.code {
            Code::Module(module) if backend.profile().is_none() => module.exceeds(limits),
            _ => None,
        };
        match exceeded {
            None => Ok(()),
            Some(exceeded) => Err(BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware: larger_limits(&exceeded),
            }),
        }
    }
}

/// What a backend lacks that has less memory than an op or a program takes.
pub fn larger_limits(exceeded: &str) -> String {
    format!("larger limits: {exceeded}")
}

/// The native implementation of an op; none where its correction could not be translated, which the gates
/// refuse.
fn native<'a>(def: &'a OpDef, correction: Option<&'a Valid>) -> Option<Native<'a>> {
    let declared: &NativeDef = def.native.as_ref()?;
    let whole = declared.correct.is_none() || correction.is_some();
    whole.then_some(Native {
        wgsl: declared.wgsl,
        correction,
        reference: &def.op,
    })
}

/// One operand of a dispatch. Constant, uniform and storage operands can take different paths
/// through a compiler, so parity tries each.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// One value a case, in the canonical layout: the words of case 0, then of case 1, ...
    Storage(&'a [u32]),
    /// One value for all cases, in a uniform buffer.
    Uniform(Value),
    /// One value for all cases, written into the shader.
    Literal(Value),
}

impl Operand<'_> {
    /// Which of the three it is.
    pub fn passing(&self) -> Passing {
        match self {
            Self::Storage(_) => Passing::Storage,
            Self::Uniform(_) => Passing::Uniform,
            Self::Literal(_) => Passing::Literal,
        }
    }

    /// The words of its value in a case, in the canonical layout.
    ///
    /// # Panics
    /// Panics where [`Storage`](Self::Storage) has fewer cases.
    pub fn words(&self, case: usize, ty: ValueType) -> &[u32] {
        match self {
            Self::Storage(all) => &all[case * ty.words()..][..ty.words()],
            Self::Uniform(value) | Self::Literal(value) => value.words(),
        }
    }
}

/// Something that runs ops.
pub trait Backend: Send + Sync {
    /// Who it is.
    fn identity(&self) -> &Identity;
    /// Prepares an op once.
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError>;
    /// What the code of an op needs that this backend lacks, told without compiling anything; nothing by
    /// default. Trials of such an op are listed as unsupported instead of run: so a backend that compiles no
    /// WGSL names its compiler for [`Code::Wgsl`].
    fn lacks(&self, _op: &OpCode<'_>) -> Option<String> {
        None
    }
    /// Checks a law on the cases `range` of `source`, whose values are the law's variables. Every
    /// application of an op is one run of its own whose results pass through memory.
    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        law::term_by_term(self, law, source, range)
    }
    /// Other devices that this backend has as well: their identity is the same, so that evidence from any
    /// of them is evidence about the backend. A long run shares its work between all.
    fn peers(&self) -> Vec<&dyn Backend> {
        vec![]
    }
    /// Where this device is, such as its PCI address; empty where that is not known.
    fn place(&self) -> &str {
        ""
    }
    /// What it can do: the limits to validate programs for.
    fn limits(&self) -> Limits {
        Limits::WEBGPU
    }
    /// Prepares programs, validated for [`limits`](Self::limits), for launches that name them by
    /// their place in the list.
    ///
    /// # Errors
    /// [`BackendError::UnsupportedByBackend`] of a program that was validated for more and exceeds the
    /// limits of this backend ([`ValidProgram::within`] tells).
    /// [`BackendError::Programs`] where the backend runs ops alone.
    fn load_programs<'a>(
        &'a self,
        _programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Err(BackendError::Programs {
            backend: self.identity().slug.clone(),
        })
    }
}

/// Prepared programs.
pub trait LoadedPrograms: Send + Sync {
    /// Runs a launch and returns the words of every buffer of [`Launch::read_back`].
    ///
    /// # Errors
    /// [`BackendError::Launch`] where [`Launch::check`] refuses it, and whatever goes wrong on the
    /// device.
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError>;
}

/// A prepared op.
pub trait LoadedOp: Send + Sync {
    /// Its types.
    fn signature(&self) -> Signature;
    /// Runs `cases` cases and returns the results in the canonical layout.
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError>;
    /// Says that operand `operand` will be passed as each of these values as a literal and from a uniform, the others
    /// from storage: a backend may compile all of these at once.
    fn expect_fixed(&self, _operand: usize, _values: &[Value]) {}
    /// Whether it pays to let the backend make the cases of `source` by itself, from
    /// [`Source::recipe`], instead of sending them.
    fn generates(&self, _source: &dyn Source) -> bool {
        false
    }
    /// Runs `cases` cases of `source` from number `start` on, made by the backend itself; `None` if
    /// it cannot make them. `start + cases` is at most [`Source::len`].
    fn run_generated(
        &self,
        _source: &dyn Source,
        _start: u64,
        _cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        None
    }
    /// Whether it makes the cases of `source` and digests their results by itself, so that
    /// [`digests`](Self::digests) can be asked.
    fn digests_of(&self, _source: &dyn Source) -> bool {
        false
    }
    /// The digests of the results of the cases `range` of `source`: one for every
    /// [`BLOCK_CASES`](digest::BLOCK_CASES) cases that start at a multiple of so many, fewer in the
    /// first and the last where the range cuts them.
    ///
    /// # Errors
    /// [`BackendError::Validation`] where [`digests_of`](Self::digests_of) says no.
    fn digests(
        &self,
        _source: &dyn Source,
        _range: Range<u64>,
        _key: u64,
    ) -> Result<Vec<digest::Digest>, BackendError> {
        Err(BackendError::Validation(
            "this backend digests no results".to_owned(),
        ))
    }
}
