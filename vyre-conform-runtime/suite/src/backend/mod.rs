//! Backends: what turns an op and input words into output words.
//!
//! A backend implements two small traits. [`Backend`] says who it is and prepares an op once;
//! [`LoadedOp`] runs batches of cases. Everything else ([`parity()`], [laws](law), [`determinism()`])
//! is built on them, so that it works for any backend; a backend that can do better by itself
//! overrides a provided method.

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
pub use code::{Code, Native, OpCode, is_by_its_word, lacks_by_its_word, larger_limits};
pub use contract::{Clause, ContractViolation};
pub use determinism::{ChangedResult, Determinism, determinism};
pub use error::{BackendError, ParityError};
pub use guard::{GuardedBackend, PATIENCE};
pub use hardware::{has_hardware, is_feature_of_op, lacks_called, lacks_hardware, text_of_op};
pub use kernel_rust::{KernelRust, kernel_rust, lacks_function};
pub use language::{Language, WGSL_TEXTS, lacks_wgsl};
pub use law::{BackendLaw, LawCheck, LawOperand};
pub use losses::{Losses, REQUESTS_PER_LOSS};
pub use native::{
    ChosenTexts, ExpressionText, NativeCall, NativeMeasurement, NativeMeasurements, earned_calls,
    kernel_by_hand, lacks_native_c, lacks_text, measure, native_calls, refused,
};
pub use parity::{Parity, parity, parity_fixed};
pub use race::{NoRates, Race, Turns, race_cases, race_words};
#[doc(hidden)]
pub use registered::inventory;
pub use registered::{
    AbsentBackend, BackendDef, BackendEntry, BackendsDef, Open, OpenedBackends, Unavailable,
    is_request, opened, registered, requested, requests,
};
pub use slug::{adapter_slug, compiles_expressions, is_adapter, is_slug};
pub use units::{Units, fitted, no_text, operands_are_due};
pub use vyre_conform_spec::Profile;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::kernel_text::KernelByHand;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::{Capabilities, ValueType};

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

/// The feature of a device that makes inputs and digests results by itself; a program on the processor sends them.
pub const MAKES_INPUTS: &str = "makes-inputs";

impl Identity {
    /// Who the same device is in a profile.
    #[must_use]
    pub fn in_profile(self, profile: Profile) -> Self {
        Self {
            kind: profile.on(&self.kind).to_string(),
            slug: profile.on(&self.slug).to_string(),
            ..self
        }
    }

    /// The profile that it is of an adapter, or of the processor; none of a backend without one.
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

/// The names in a list such as `VYRE_ADAPTER` or `VYRE_REQUIRE_ADAPTERS`, in lower case: separated by
/// commas, blanks around them and empty ones ignored.
pub fn names(list: &str) -> Vec<String> {
    let parts = list.split(',').map(|part| part.trim().to_lowercase());
    parts.filter(|part| !part.is_empty()).collect()
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
///
/// # Contract
/// [`check`] holds a backend to all of it but what only a whole suite shows; the name of the [`Clause`] stands before
/// each.
///
/// - `Opens`, `Slug`, `Identity`: who it is does not change, from the first answer to the end of the process, and is
///   that of all its [peers](Self::peers) as well. The slug, which stands in names of trials and files, has ASCII
///   letters, digits, `-`, `_` and `#`, at least one and at most 64. [`limits`](Self::limits), [`place`](Self::place),
///   [`patience`](Self::patience) and peers are asked once.
/// - `Panics`, `Returns`: no call panics, and each comes back within the [patience](Self::patience). A registered
///   backend that does otherwise, or becomes another, is given up: whatever is left of its trials fails with
///   [`BackendError::GivenUp`], and the trials of others go on. Against a call that ends the process, by `exit`, an
///   abort or a stack that overflows, nothing is done.
/// - `Threads`: as many threads as a run has call any of these functions at once, also [`LoadedOp::run`] of one
///   loaded op. They are not always the same threads, and a backend outlives every one of them.
/// - `Loads`, `Signature`, `Ops`: what [`lacks`](Self::lacks) does not name is loaded, with its types; hundreds of ops
///   are loaded at once, and each may be loaded several times.
/// - `Batch`, `Length`, `Repeats`: a run has from 1 to 2^18 cases (2^20 where the backend [makes](LoadedOp::generates)
///   them, and 2^28 of [digests](LoadedOp::digests)) and gives the words of one result a case; the same ones whenever
///   it is asked again.
/// - `Results`, `Layout`: operands and results are in the canonical layout, one case after the other: a
///   [`ValueType::U64`] is its low word and then its high word, a vector its lanes from lane 0 on.
/// - `Bool`: a Bool is a word that is 0 or 1, and nothing else is given or due.
/// - `Floats`: a float is its bits, in one word; of 16 bits the low half, and the high half is 0. What only moves
///   keeps every bit, subnormal numbers and NaNs with their payloads too. What strict ops make of floats is in the
///   ops, which are made of integers, so that a backend needs no float arithmetic.
/// - `Passing`: a uniform and a literal are one value for all cases, and count as that value in storage.
/// - `Errors`: [`BackendError::UnsupportedByBackend`] is for what a backend lacks, [`Compile`](BackendError::Compile),
///   [`DeviceLost`](BackendError::DeviceLost), [`OutOfMemory`](BackendError::OutOfMemory),
///   [`Validation`](BackendError::Validation), [`Launch`](BackendError::Launch), [`Programs`](BackendError::Programs),
///   [`Unanswered`](BackendError::Unanswered) and [`Other`](BackendError::Other) for what goes wrong in it. The others
///   are the suite's: [`PanicReport`](BackendError::Panicked) is about the author's code, which no backend calls. A
///   trial that meets an error fails with it; none is repeated.
/// - `Programs`: [`load_programs`](Self::load_programs) gives what runs launches by [`Launch::check`], or
///   [`BackendError::Programs`]; nothing of one launch is left in the next.
pub trait Backend: Send + Sync {
    /// Its identity.
    fn identity(&self) -> &Identity;
    /// Prepares an op once.
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError>;
    /// The missing features of the code of an op needs that this backend, told without compiling anything; nothing by
    /// default. Trials of such an op are listed as unsupported instead of run: so a backend says of [`Code::Texts`]
    /// without one in the language that it compiles ([`OpCode::lacks_target`]).
    fn lacks(&self, _op: &OpCode<'_>) -> Option<String> {
        None
    }
    /// The same of an op of one hardware feature that a program calls: a profile of native floats, which runs no other
    /// code of an op alone, has texts by hand in its programs.
    fn lacks_called(&self, op: &OpCode<'_>) -> Option<String> {
        self.lacks(op)
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
    /// The language that the lowering to this backend makes; none where it takes the IR itself or is lowered to by its
    /// author. A table of several backends tells by it what those that differ have in common.
    fn language(&self) -> Option<Language> {
        None
    }
    /// Other devices that this backend has as well: their identity is the same, so that evidence from any
    /// of them is evidence about the backend. A long run shares its work between all.
    fn peers(&self) -> Vec<&dyn Backend> {
        vec![]
    }
    /// The package and version of the code that calls the device. The verdicts of a backend are kept for later runs
    /// only if it names its code: nobody else can say when that changes.
    fn implementation(&self) -> Option<&str> {
        None
    }
    /// Where this device is, such as its PCI address; empty where that is not known.
    fn place(&self) -> &str {
        ""
    }
    /// The time that one call may take before a run gives the backend up, where that is more than the run's own
    /// patience (`VYRE_PATIENCE`, 120 s where nothing is said). The cases that a law or a digest asks for later than
    /// ever before give such a call its whole time again.
    fn patience(&self) -> Option<Duration> {
        None
    }
    /// The reason why a run asks this backend nothing more; a [guard](GuardedBackend) alone has an answer.
    fn given_up(&self) -> Option<&str> {
        None
    }
    /// Requests sent and lost since it was opened, of a backend that is another program; nothing of one in this
    /// process. It is answered at once, also while the program is at work.
    fn losses(&self) -> Option<Losses> {
        None
    }
    /// The reason why no [race](Self::race) on it is a baseline: a software adapter shares the processor with
    /// everything else.
    fn no_rates(&self) -> Option<NoRates> {
        Some(NoRates::Unmeasured)
    }
    /// Has two things take this many turns each.
    ///
    /// # Errors
    /// Whatever goes wrong with either; [`BackendError::Validation`] where it has no races.
    fn race(&self, _race: &Race<'_>, _turns: usize) -> Result<Turns, BackendError> {
        Err(BackendError::Validation(NoRates::Unmeasured.to_string()))
    }
    /// What it can do: the limits to validate programs for.
    fn limits(&self) -> Limits {
        Limits::WEBGPU
    }
    /// The kernel by hand that [`load_programs`](Self::load_programs) takes in the place of each program; none where
    /// it takes what is lowered from it.
    ///
    /// # Errors
    /// Whatever goes wrong where the ops that a program calls are measured.
    fn kernels_by_hand(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<KernelByHand>>, BackendError> {
        Ok(vec![None; programs.len()])
    }
    /// Prepares programs, validated for [`limits`](Self::limits), for launches that name them by
    /// their place in the list.
    ///
    /// # Errors
    /// [`BackendError::UnsupportedByBackend`] of a program that was validated for more and exceeds the limits of this
    /// backend ([`ValidProgram::within`] tells), and of one that calls an op of one hardware feature which the backend
    /// lacks, or which has no text in its language ([`has_hardware`] tells). [`BackendError::Programs`] where the
    /// backend runs ops alone.
    fn load_programs<'a>(
        &'a self,
        _programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Err(BackendError::Programs {
            backend: self.identity().slug.clone(),
        })
    }
    /// Prepares a shader with the entry point `vyre_main` in the place of a program, whose buffers it has in group 0.
    ///
    /// # Errors
    /// [`BackendError::UnsupportedByBackend`] of [`WGSL_TEXTS`] where it takes none, and what its compiler says.
    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        _text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Err(lacks_wgsl(self.identity(), program))
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
    /// The same of a launch that takes at most this many steps of the interpreter: a backend that can end a launch
    /// draws its deadline from them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn run_within(&self, launch: &Launch, _most_steps: u64) -> Result<Vec<Vec<u32>>, BackendError> {
        self.run(launch)
    }
}

/// A prepared op.
pub trait LoadedOp: Send + Sync {
    /// Its types.
    fn signature(&self) -> Signature;
    /// Runs `cases` cases and returns the results in the canonical layout.
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError>;
    /// The same into memory that is there already, whatever it holds, so that none has to be made.
    fn run_into(
        &self,
        operands: &[Operand<'_>],
        cases: usize,
        results: &mut Vec<u32>,
    ) -> Result<(), BackendError> {
        *results = self.run(operands, cases)?;
        Ok(())
    }
    /// What is behind a [guard](GuardedBackend), for whoever stands behind a wall of its own: calls of it cost no thread and
    /// no copies, a panic is not caught, and a call that hangs is not abandoned. `None` where there is no guard.
    #[doc(hidden)]
    fn unguarded(&self) -> Option<Arc<dyn LoadedOp>> {
        None
    }
    /// Says that operand `operand` will be passed as each of these values as a literal and from a uniform, the others
    /// from storage: a backend may compile all of these at once.
    fn expect_fixed(&self, _operand: usize, _values: &[Value]) {}
    /// True if it pays to let the backend make the cases of `source` by itself, from
    /// [`Source::recipe`], instead of sending them.
    fn generates(&self, _source: &dyn Source) -> bool {
        false
    }
    /// Runs `cases` cases of `source` from number `start` on, made by the backend itself; `None` if
    /// it cannot make them. `start + cases` is at most [`Source::len`]; `cases` may be 0, which asks whether it can.
    fn run_generated(
        &self,
        _source: &dyn Source,
        _start: u64,
        _cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        None
    }
    /// True if it makes the cases of `source` and digests their results by itself, so that
    /// [`digests`](Self::digests) can be asked.
    fn digests_of(&self, _source: &dyn Source) -> bool {
        false
    }
    /// The digests of the results of the cases `range` of `source`: one for every
    /// [`BLOCK_CASES`](digest::BLOCK_CASES) cases that start at a multiple of this many, fewer in the
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
