//! Engines: composed programs with global behaviour, such as a scan, a sort or a hash table.
//!
//! An author writes one function from an input and a workgroup size to a [`Plan`]: programs and the
//! launch that runs them. The annotation `#[vyre_engine(..)]` registers it with its invariants, its
//! CPU reference, its inputs and its corpus; the suite runs every plan on the interpreter and on
//! every adapter, at several workgroup sizes, and judges the *logical output*: a list of records.

pub mod linear;

mod accumulation;
mod cases;
mod check;
mod staged;
mod steps;

pub use accumulation::{Accumulation, LENGTHS, Sums};
pub use cases::Cases;
pub use check::{Check, InputSource, SIZES, SkippedSize, UnknownSkipReason};
pub use staged::{Staged, StagedBuffer, Usage};
pub use steps::most_steps;

use crate::registry::Place;
use std::cmp::Ordering;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::{AtomicOp, Program};
use vyre_conform_spec::{EngineKind, Invariant};

/// One logical output: a sum, a match, a key with its value.
pub type Record = Vec<u32>;

/// What an engine gives: records, in the order the engine puts them.
pub type Output = Vec<Record>;

/// What an engine works on: columns of words whose meaning the engine defines.
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
    /// Their dispatches, the buffers, and what is read back.
    pub launch: Launch,
    /// The logical output, from the words of the buffers that are read back. It is given whatever a broken backend
    /// leaves, and words that the suite has changed to see whether its checks can fail. It may panic, which is reported
    /// as a violation where a run left the words, but it allocates and loops by no word of them without a bound.
    pub decode: fn(&Input, &[Vec<u32>]) -> Output,
    /// The most steps that the launch may take on the interpreter, all invocations of all dispatches
    /// together: a node that runs is a step, and so is the end of a list of nodes. `Termination`. [`most_steps`]
    /// computes those of one invocation.
    pub most_steps: u64,
    /// Words that must not change: `BoundedResources`.
    pub guards: Vec<Guard>,
    /// Queues with their bounds: `BoundedResources`.
    pub queues: Vec<Queue>,
    /// What atomics were observed to do, from the words that are read back, as they are given to `decode`:
    /// `AtomicLinearizable`.
    pub histories: fn(&Input, &[Vec<u32>]) -> Vec<History>,
    /// Which of [`Launch::read_back`] hold words that the order of invocations decides, such as what
    /// atomics returned or the slots of a hash table. They are evidence, not output: two right runs
    /// may differ in them, so `Deterministic` and parity compare the other words and the logical
    /// output.
    pub order_dependent: Vec<usize>,
}

impl Plan {
    /// A plan without guards, queues and histories, all of whose words are determined.
    pub fn new(
        programs: Vec<Program>,
        launch: Launch,
        most_steps: u64,
        decode: fn(&Input, &[Vec<u32>]) -> Output,
    ) -> Self {
        Self {
            programs,
            launch,
            decode,
            most_steps,
            guards: vec![],
            queues: vec![],
            histories: |_, _| vec![],
            order_dependent: vec![],
        }
    }
}

/// Words of a buffer that is read back which a run leaves as they were: what lies beyond the
/// elements that the engine may write for this input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Which of [`Launch::read_back`].
    pub read_back: usize,
    /// The first guarded word; all after it are guarded as well.
    pub from: usize,
}

/// A queue: a word that counts what was put into it, and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// Which of [`Launch::read_back`] holds the counter.
    pub read_back: usize,
    /// Its word in that buffer.
    pub word: usize,
    /// The most it may count.
    pub bound: u32,
}

/// All atomic steps on one element of a buffer. Steps of one invocation stand in the order in which
/// it made them; nothing else is known of their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The element's value before.
    pub initial: u32,
    /// The steps.
    pub events: Vec<AtomicEvent>,
    /// The element's value after.
    pub last: u32,
}

/// One atomic step as it was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicEvent {
    /// Who made it: any number that tells invocations apart.
    pub invocation: u32,
    /// What was done.
    pub op: AtomicOp,
    /// The operand.
    pub value: u32,
    /// The expected value of a compare-exchange, else 0.
    pub expected: u32,
    /// The value it returned.
    pub before: u32,
}

/// An input with a known output and where both are written down.
#[derive(Clone, Copy, Debug)]
pub struct CorpusCase {
    /// The citation.
    pub source: &'static str,
    /// The input.
    pub input: fn() -> Input,
    /// The output.
    pub output: fn() -> Output,
}

/// One registered engine: everything its suite is generated from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineDef {
    /// Unique id: `engine::scan_inclusive`.
    pub id: &'static str,
    /// Name of the function.
    pub name: &'static str,
    /// Version of the definition.
    pub version: u32,
    /// What stands in `#[deprecated(note = "..")]` above the function; of an older version also what superseded it.
    pub deprecated: Option<&'static str>,
    /// The author's documentation.
    pub docs: &'static str,
    /// Where the function stands.
    pub place: Place,
    /// What it computes: integers, or floats by one operation or by several.
    pub kind: EngineKind,
    /// The order in which it adds floats, where that is declared.
    pub accumulation: Option<Accumulation>,
    /// The invariants it keeps.
    pub invariants: &'static [Invariant],
    /// The engine: its plan for an input at a workgroup size.
    pub plan: fn(&Input, u32) -> Plan,
    /// The CPU reference.
    pub reference: Option<fn(&Input) -> Output>,
    /// Input number `n` of the generated ones, for every `n`: small and ragged shapes first, then
    /// larger ones, the same input for the same number on every machine.
    pub inputs: fn(u64) -> Input,
    /// Inputs with cited outputs.
    pub corpus: &'static [CorpusCase],
    /// The order of `OutputOrdered`, of any two records that `decode` can make.
    pub order: Option<fn(&Record, &Record) -> Ordering>,
}

impl EngineDef {
    /// An engine that declares nothing else yet.
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
    /// An output as it is compared: in the engine's order where it has one, else sorted, because the records of an
    /// engine without `OutputOrdered` are a multiset.
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
