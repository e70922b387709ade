//! Backends: implementations that turn an op and input words into output words.
//!
//! A backend implements two small traits. [`Backend`] provides its identity and prepares ops; [`LoadedOp`] runs batches
//! of cases. Everything else ([`parity()`], [laws](law), [`determinism()`]) is built on them and works for any backend;
//! a backend with a better way overrides a provided method.

mod availability;
mod check;
mod code;
mod contract;
mod determinism;
pub mod digest;
mod error;
mod guard;
mod hardware;
mod kernel_rust;
mod language;
pub mod law;
pub mod layout;
mod loaded;
mod losses;
mod native;
mod parity;
mod race;
mod registered;
mod slug;
#[doc(hidden)]
pub mod testing;
mod units;

pub use availability::{MissingSupport, Runnable, availability};
pub use check::check;
pub use code::{
    Code, Native, OpCode, claimed_missing_support, is_claimed_by_backend, larger_limits,
};
pub use contract::{Clause, ContractViolation};
pub use determinism::{ChangedResult, Determinism, determinism};
pub use error::{BackendError, ParityError};
pub use guard::{GuardedBackend, PATIENCE};
pub use hardware::{
    has_hardware, is_feature_of_op, missing_called_hardware, missing_hardware, text_of_op,
};
pub use kernel_rust::{KernelRust, kernel_rust, missing_function};
pub use language::{Language, WGSL_TEXTS, wgsl_unsupported_error};
pub use law::{BackendLaw, LawCheck, LawOperand};
pub use loaded::{LoadedOp, SourceCases};
pub use losses::{Losses, REQUESTS_PER_LOSS};
pub use native::{
    ChosenTexts, ExpressionText, NativeCall, NativeMeasurement, NativeMeasurements,
    correct_native_calls, hand_written_kernel, lacks_native_c, lacks_text, measure, native_calls,
    refused,
};
pub use parity::{parity, parity_fixed};
pub use race::{RateExclusion, SpeedComparison, SpeedMeasurement, race_cases, race_words};
#[doc(hidden)]
pub use registered::inventory;
pub use registered::{
    AbsentBackend, BackendDef, BackendEntry, BackendOpener, BackendsDef, OpenedBackends,
    Unavailable, is_request, opened, registered, requested, requests,
};
pub use slug::{adapter_slug, compiles_expressions, is_adapter, is_slug};
pub use units::{UnitCache, check_operands, missing_text_message, revalidated_for_limits};
pub use vyre_conform_spec::Profile;

use std::ops::Range;
use std::time::Duration;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_spec::{Capabilities, ValueType};

/// Identity of a backend, for the evidence in a certificate.
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
    /// Hardware features that Category C ops may request, sorted.
    pub features: Vec<String>,
    /// Limits of dispatches, as (name, value), sorted.
    pub limits: Vec<(String, u64)>,
}

impl Identity {
    /// A backend without features, with the same name in all fields.
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

/// Feature of a device that generates inputs and digests results itself; a program on the processor receives inputs.
pub const INPUT_GENERATION: &str = "makes-inputs";

impl Identity {
    /// The identity of the same device in a profile.
    #[must_use]
    pub fn in_profile(self, profile: Profile) -> Self {
        Self {
            kind: profile.on(&self.kind).to_string(),
            slug: profile.on(&self.slug).to_string(),
            ..self
        }
    }

    /// Its profile of an adapter or of the processor; `None` for a backend without one.
    pub fn profile(&self) -> Option<Profile> {
        let (_, profile) = Profile::of(&self.slug)?;
        Some(profile)
    }
}

impl Capabilities for Identity {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }
}

/// The names in a list such as `VYRE_ADAPTER` or `VYRE_REQUIRE_ADAPTERS`, in lower case, separated by commas;
/// surrounding blanks and empty names are ignored.
pub fn names(list: &str) -> Vec<String> {
    let parts = list.split(',').map(|part| part.trim().to_lowercase());
    parts.filter(|part| !part.is_empty()).collect()
}

/// One operand of a dispatch. Constant, uniform and storage operands can take different paths
/// through a compiler, so parity tries each.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// One value per case, in the canonical layout: the words of case 0, then of case 1, ...
    Storage(&'a [u32]),
    /// One value for all cases, in a uniform buffer.
    Uniform(Value),
    /// One value for all cases, as a literal in the shader.
    Literal(Value),
}

impl Operand<'_> {
    /// The passing mode.
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
    ///
    /// If [`Storage`](Self::Storage) has fewer cases.
    pub fn words(&self, case: usize, ty: ValueType) -> &[u32] {
        match self {
            Self::Storage(all) => &all[case * ty.words()..][..ty.words()],
            Self::Uniform(value) | Self::Literal(value) => value.words(),
        }
    }
}

/// A backend that runs ops.
///
/// # Contract
/// [`check`] tests all of it except what needs a whole suite. Each item starts with the name of its [`Clause`].
///
/// - `Opens`, `Slug`, `Identity`: the identity does not change until the process ends, and all [peers](Self::peers)
///   share it. The slug, which is part of names of trials and files, has ASCII letters, digits, `-`, `_` and `#`, at
///   least one and at most 64. [`limits`](Self::limits), [`device_location`](Self::device_location),
///   [`call_time_limit`](Self::call_time_limit) and peers are queried once.
/// - `Panics`, `Returns`: no call panics, and each returns within the [time limit](Self::call_time_limit). A registered
///   backend that breaks this, or changes its identity, is abandoned: its remaining trials fail with
///   [`BackendError::GivenUp`], and the trials of others continue. Nothing protects against a call that ends the
///   process by `exit`, an abort or a stack overflow.
/// - `Threads`: all threads of a run call any of these functions concurrently, including [`LoadedOp::run`] of one
///   loaded op. The threads may change, and a backend outlives each of them.
/// - `Loads`, `Signature`, `Ops`: an op for which [`missing_support`](Self::missing_support) returns nothing loads,
///   with its types; hundreds of ops are loaded at once, some of them several times.
/// - `Batch`, `Length`, `Repeats`: a run has from 1 to 2^18 cases (2^20 if the backend [generates](LoadedOp::generates)
///   them, and 2^28 for [digests](LoadedOp::digests)) and returns the words of one result per case, the same in every
///   repetition.
/// - `Results`, `Layout`: operands and results are in the canonical layout, one case after the other: a
///   [`ValueType::U64`] is its low word and then its high word, a vector its lanes from lane 0 on.
/// - `Bool`: a Bool is a word that is 0 or 1, as operand and as result.
/// - `Floats`: a float is its bits, in one word; a 16-bit float is in the low half, and the high half is 0. Moving a
///   value preserves every bit, including subnormal numbers and payloads of NaNs. Strict ops implement floats with
///   integers, so that a backend needs no float arithmetic.
/// - `Passing`: a uniform and a literal are one value for all cases, equivalent to that value in storage.
/// - `Errors`: [`BackendError::UnsupportedByBackend`] is for what a backend lacks, [`Compile`](BackendError::Compile),
///   [`DeviceLost`](BackendError::DeviceLost), [`OutOfMemory`](BackendError::OutOfMemory),
///   [`Validation`](BackendError::Validation), [`Launch`](BackendError::Launch), [`Programs`](BackendError::Programs),
///   [`Unanswered`](BackendError::Unanswered) and [`Other`](BackendError::Other) for its own failures. The others
///   belong to the suite: [`PanicReport`](BackendError::Panicked) is about the author's code, which no backend calls. A
///   trial with an error fails with it; none is repeated.
/// - `Programs`: [`load_programs`](Self::load_programs) returns prepared programs that run launches accepted by
///   [`Launch::check`], or [`BackendError::Programs`]; no data of one launch is visible in the next.
pub trait Backend: Send + Sync {
    /// Its identity.
    fn identity(&self) -> &Identity;
    /// Prepares an op once.
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError>;
    /// The missing features of this backend for an op, determined without compiling; `None` by default. Trials of such
    /// an op are listed as unsupported instead of run. Backends report [`Code::Texts`] without a text in their language
    /// this way ([`OpCode::missing_target`]).
    fn missing_support(&self, _op: &OpCode<'_>) -> Option<String> {
        None
    }
    /// The missing features for an op of one hardware feature that a program calls. A profile of native floats, which
    /// runs only native code for single ops, has hand-written texts in its programs.
    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        self.missing_support(op)
    }
    /// Checks a law on the cases `range` of `source`, whose values are the law's variables. Every application of an op
    /// is a separate run whose results pass through memory.
    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        law::term_by_term(self, law, source, range)
    }
    /// Language of the lowering to this backend; `None` if it runs the IR itself or its author lowers it. Tables of
    /// several backends use it to find what differing ones have in common.
    fn language(&self) -> Option<Language> {
        None
    }
    /// Further devices of this backend with the same identity, so that evidence from any of them is evidence about the
    /// backend. A long run distributes its work over all.
    fn peers(&self) -> Vec<&dyn Backend> {
        vec![]
    }
    /// Package and version of the code that calls the device. The verdicts of a backend are stored only if it names its
    /// code, because a change would otherwise be unnoticed.
    fn implementation(&self) -> Option<&str> {
        None
    }
    /// Location of the device, such as its PCI address; empty if unknown.
    fn device_location(&self) -> &str {
        ""
    }
    /// Time limit of one call, if it is longer than the run's own (`VYRE_PATIENCE`, 120 s by default). Such a call
    /// restarts its limit when a law or digest requests later cases than ever before.
    fn call_time_limit(&self) -> Option<Duration> {
        None
    }
    /// The reason why a run abandoned this backend; only a [guard](GuardedBackend) has one.
    fn abandonment_reason(&self) -> Option<&str> {
        None
    }
    /// Requests sent and lost so far by a backend out of process; `None` within this process. It never waits.
    fn losses(&self) -> Option<Losses> {
        None
    }
    /// The reason why its [races](Self::race) do not count as baselines, such as a shared processor.
    fn rate_exclusion(&self) -> Option<RateExclusion> {
        Some(RateExclusion::Unmeasured)
    }
    /// Runs a race of two competitors with this many turns each.
    ///
    /// # Errors
    ///
    /// Errors of either; [`BackendError::Validation`] for a backend without races.
    fn race(
        &self,
        _race: &SpeedComparison<'_>,
        _turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        Err(BackendError::Validation(
            RateExclusion::Unmeasured.to_string(),
        ))
    }
    /// True for a recorder of requests, whose results are placeholders: checks run its calls and compare nothing.
    fn is_recorder(&self) -> bool {
        false
    }
    /// Limits for the validation of programs.
    fn limits(&self) -> Limits {
        Limits::WEBGPU
    }
    /// The hand-written kernel that [`load_programs`](Self::load_programs) uses in place of each program; `None` for a
    /// lowered program.
    ///
    /// # Errors
    ///
    /// Errors of the measurement of the ops that a program calls.
    fn hand_written_kernels(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        Ok(vec![None; programs.len()])
    }
    /// Prepares programs, validated for [`limits`](Self::limits), for launches that refer to them by index.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] for a program that was validated for larger limits and exceeds those of
    /// this backend (see [`ValidProgram::within`]), and for one that calls an op of one hardware feature which the
    /// backend lacks, or which has no text in its language (see [`has_hardware`]). [`BackendError::Programs`] if the
    /// backend runs only ops.
    fn load_programs<'a>(
        &'a self,
        _programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Err(BackendError::Programs {
            backend: self.identity().slug.clone(),
        })
    }
    /// Prepares a shader with the entry point `vyre_main` in place of a program; the program's buffers are in group 0.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] with [`WGSL_TEXTS`] if it accepts none, and errors of its compiler.
    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        _text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Err(wgsl_unsupported_error(self.identity(), program))
    }
}

/// Prepared programs.
pub trait LoadedPrograms: Send + Sync {
    /// Runs a launch and returns the words of every buffer of [`Launch::read_back`].
    ///
    /// # Errors
    ///
    /// [`BackendError::Launch`] if [`Launch::check`] refuses it, and errors of the device.
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError>;
    /// [`run`](Self::run) of a launch with at most this many steps of the interpreter: a backend that can abort a
    /// launch derives its deadline from them.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    fn run_within(&self, launch: &Launch, _max_steps: u64) -> Result<Vec<Vec<u32>>, BackendError> {
        self.run(launch)
    }
}
