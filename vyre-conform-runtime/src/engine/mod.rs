//! Engines: composed programs with global behaviour, such as a scan, a sort or a hash table.
//!
//! An author writes one function from an input and a workgroup size to a [`Plan`]: programs and the
//! launch that runs them. The attribute `#[vyre_engine(..)]` registers it with its invariants, its CPU
//! reference, its inputs and its corpus. The suite runs every plan on the interpreter and on every
//! adapter, at several workgroup sizes, and checks the *logical output*: a list of records.

pub mod linear;

mod accumulation;
mod cases;
mod check;
mod staged;

pub use accumulation::{Accumulation, LENGTHS, Sums};
pub use cases::Cases;
pub use check::{Check, InputSource, SIZES, SkippedSize, UnknownSkipReason};
pub use staged::{Staged, StagedBuffer, Usage};

use crate::registry::Place;
use std::cmp::Ordering;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::{AtomicOp, Program};
use vyre_conform_spec::{EngineKind, Invariant};

/// One logical output: a sum, a match, a key with its value.
pub type Record = Vec<u32>;

/// The output of an engine: records, in the engine's order.
pub type Output = Vec<Record>;

/// The input of an engine: columns of words whose meaning the engine defines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The columns.
    pub columns: Vec<Vec<u32>>,
}

/// An engine's work on one input at one workgroup size.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The programs.
    pub programs: Vec<Program>,
    /// Their dispatches, the buffers, and the list of buffers to read back.
    pub launch: Launch,
    /// Decodes the logical output from the words of the buffers that are read back. It must cope with
    /// any words: those of a broken backend, and those that the suite changes to test its own checks.
    /// It may panic, which is reported as a violation if a run produced the words, but it must not use
    /// an unchecked word as a size or a loop bound.
    pub decode: fn(&Input, &[Vec<u32>]) -> Output,
    /// The most steps that the launch may take on the interpreter, summed over all invocations of all
    /// dispatches: each executed node is a step, and so is the end of a list of nodes. Checked by
    /// `Termination`; [`max_steps`](crate::catalog::max_steps) computes those of one invocation.
    pub max_steps: u64,
    /// Words that must not change: `BoundedResources`.
    pub guards: Vec<Guard>,
    /// Queues with their bounds: `BoundedResources`.
    pub queues: Vec<Queue>,
    /// Decodes the observed histories of atomics from the same words as `decode`. Checked by
    /// `AtomicLinearizable`.
    pub histories: fn(&Input, &[Vec<u32>]) -> Vec<History>,
    /// Indices into [`Launch::read_back`] of buffers whose words depend on the order of invocations,
    /// such as results of atomics or the slots of a hash table. They are evidence, not output: two
    /// correct runs may differ in them, so `Deterministic` and parity compare the other words and the
    /// logical output.
    pub order_dependent: Vec<usize>,
}

impl Plan {
    /// A plan without guards, queues and histories, whose words are all deterministic.
    pub fn new(
        programs: Vec<Program>,
        launch: Launch,
        max_steps: u64,
        decode: fn(&Input, &[Vec<u32>]) -> Output,
    ) -> Self {
        Self {
            programs,
            launch,
            decode,
            max_steps,
            guards: vec![],
            queues: vec![],
            histories: |_, _| vec![],
            order_dependent: vec![],
        }
    }
}

/// Words of a buffer that a run must leave unchanged: those beyond the elements that the engine may
/// write for this input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Index into [`Launch::read_back`].
    pub read_back: usize,
    /// The first guarded word; all later ones are guarded as well.
    pub first_word: usize,
}

/// A queue: a word that counts its insertions, and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// Index into [`Launch::read_back`] of the buffer with the counter.
    pub read_back: usize,
    /// Index of the counter in that buffer.
    pub word: usize,
    /// The highest permitted count.
    pub bound: u32,
}

/// All atomic steps on one element of a buffer. Steps of one invocation are in program order; no other
/// order is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The element's value before.
    pub initial: u32,
    /// The steps.
    pub events: Vec<AtomicEvent>,
    /// The element's value after.
    pub last: u32,
}

/// One observed atomic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicEvent {
    /// The invocation: any number that distinguishes invocations.
    pub invocation: u32,
    /// The operation.
    pub op: AtomicOp,
    /// The operand.
    pub value: u32,
    /// The expected value of a compare-exchange, otherwise 0.
    pub expected: u32,
    /// The returned value.
    pub before: u32,
}

/// An input with a known output and the source of both.
#[derive(Clone, Copy, Debug)]
pub struct CorpusCase {
    /// The citation.
    pub source: &'static str,
    /// The input.
    pub input: fn() -> Input,
    /// The output.
    pub output: fn() -> Output,
}

/// One registered engine: the definition from which its suite is generated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineDef {
    /// Unique id: `engine::scan_inclusive`.
    pub id: &'static str,
    /// Name of the function.
    pub name: &'static str,
    /// Version of the definition.
    pub version: u32,
    /// The note in `#[deprecated(note = "..")]` above the function; for an older version it also names
    /// the successor.
    pub deprecated: Option<&'static str>,
    /// The author's documentation.
    pub docs: &'static str,
    /// Place of the function.
    pub place: Place,
    /// Integers, or floats by one operation or by several.
    pub kind: EngineKind,
    /// The order in which it adds floats, if declared.
    pub accumulation: Option<Accumulation>,
    /// The invariants it keeps.
    pub invariants: &'static [Invariant],
    /// The engine: its plan for an input at a workgroup size.
    pub plan: fn(&Input, u32) -> Plan,
    /// The CPU reference.
    pub reference: Option<fn(&Input) -> Output>,
    /// Generated input number `n`, for every `n`: small and ragged shapes first, then larger ones. A
    /// number gives the same input on every machine.
    pub inputs: fn(u64) -> Input,
    /// Inputs with cited outputs.
    pub corpus: &'static [CorpusCase],
    /// The order of `OutputOrdered`, defined on any two records that `decode` can return.
    pub order: Option<fn(&Record, &Record) -> Ordering>,
}

impl EngineDef {
    /// An engine with only the required declarations.
    #[doc(hidden)]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        place: Place,
        plan: fn(&Input, u32) -> Plan,
        inputs: fn(u64) -> Input,
    ) -> Self {
        Self {
            id,
            name,
            version: 1,
            deprecated: None,
            docs: "",
            place,
            kind: EngineKind::Integer,
            accumulation: None,
            invariants: &[],
            plan,
            reference: None,
            inputs,
            corpus: &[],
            order: None,
        }
    }
}

setters! {
    EngineDef {
        version: u32,
        deprecated: Option<&'static str>,
        docs: &'static str,
        kind: EngineKind,
        accumulation: Option<Accumulation>,
        invariants: &'static [Invariant],
        reference: Option<fn(&Input) -> Output>,
        corpus: &'static [CorpusCase],
        order: Option<fn(&Record, &Record) -> Ordering>,
    }
}

impl EngineDef {
    /// The canonical form of an output for comparison: in the engine's order if it has `OutputOrdered`,
    /// otherwise sorted, because the records are a multiset.
    pub fn compared(&self, output: &Output) -> Output {
        let mut records = output.clone();
        if !self.invariants.contains(&Invariant::OutputOrdered) {
            records.sort_unstable();
        }
        records
    }
}

inventory::collect!(EngineDef);

/// Every engine linked into this program, in no particular order.
pub fn engines() -> Vec<&'static EngineDef> {
    inventory::iter::<EngineDef>.into_iter().collect()
}
