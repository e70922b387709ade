//! The reference interpreter: plain, sequential, obviously right.
//!
//! A value is the bits of its type, zero-extended to 128; [`arithmetic`](self) implements the
//! operators, written from `docs/spec/ir.md` and shared with no lowering. Element accesses are total,
//! as the IR requires: a read out of bounds returns 0, a write does nothing. Rust panics there, so a
//! run that is compared with a Rust function is made [strict](Interpreter::strict) and reports such an
//! access as a [`Fault`].

mod arithmetic;
mod environment;
mod evaluate;
mod frames;
mod machine;
mod narrow;
mod places;
mod program;
mod race;
mod stop;
mod trace;

#[cfg(test)]
mod tests;

/// Operators and casts on the bits of values, for other evaluators of the representation.
pub mod operators {
    pub use crate::arithmetic::{binary, cast, unary};
}

pub use program::{
    AtomicModel, BarrierModel, MAX_INPUT_BYTES, MAX_LOCAL_BYTES, MAX_WORKGROUP_BYTES, Options,
    Order, OutOfBounds, Preemption, ProgramFault, Report, Schedule, Schedules, WriteSet,
    report_launch, run_launch, schedules,
};
pub use race::{Kind, OrderDifference, Race, Races, RacingAccess, certain_races, races};
pub use trace::{MAX_STEPS, TraceStep, trace};

use environment::OpEnvironment;
use frames::{FrameLayouts, Thread};
use machine::{Machine, Pause};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_ir::{Function, Type};
use vyre_conform_spec::ValueType;

/// The reason why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A loop exceeded its stated bound.
    #[error("a loop of `{function}` ran more than its stated bound of {bound} times")]
    BoundExceeded {
        /// The function.
        function: String,
        /// The bound.
        bound: u64,
    },
    /// An out-of-bounds access in a strict run.
    #[error("`{function}` accesses element {index} of `{array}`, which has {len} elements")]
    IndexOutOfBounds {
        /// The function.
        function: String,
        /// Name of the array or table.
        array: String,
        /// The index.
        index: u64,
        /// Number of elements.
        len: u64,
    },
    /// The operands or the result do not match the signature of the op.
    #[error("`{function}` takes {operands} words and gives {results}, not {actual}")]
    Signature {
        /// The function.
        function: String,
        /// Number of words of all operands.
        operands: usize,
        /// Number of words of the result.
        results: usize,
        /// The actual numbers of words, as text.
        actual: String,
    },
}

/// Runs the op on one case.
pub fn call(op: &Valid, operands: &[Value], result: ValueType) -> Result<Value, Fault> {
    Interpreter::new(op).call(operands, result)
}

/// An op prepared to run many cases: frames are laid out once, and a case allocates nothing.
#[derive(Debug)]
pub struct Interpreter<'a> {
    entry: &'a Function,
    code: FrameLayouts<'a>,
    thread: Thread<'a>,
    surroundings: OpEnvironment,
    operand_words: usize,
    result_words: usize,
}

impl<'a> Interpreter<'a> {
    /// An interpreter of the op.
    pub fn new(op: &'a Valid) -> Self {
        let module = op.module();
        let entry = module.entry();
        let params = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
        let code = FrameLayouts::new(module);
        Self {
            entry,
            thread: Thread::new(&code),
            code,
            surroundings: OpEnvironment { strict: false },
            operand_words: params.map(Type::words).sum(),
            result_words: entry.results.iter().map(|t| t.words()).sum(),
        }
    }

    /// Makes an out-of-bounds access a fault, as it is a panic in Rust.
    pub fn strict(mut self) -> Self {
        self.surroundings.strict = true;
        self
    }

    /// Runs one case.
    pub fn call(&mut self, operands: &[Value], result: ValueType) -> Result<Value, Fault> {
        let mut words = [0; 4 * MAX_WORDS];
        let mut n = 0;
        for word in operands.iter().flat_map(Value::words) {
            match words.get_mut(n) {
                Some(slot) => *slot = *word,
                None => return Err(self.signature(n + 1, result.words())),
            }
            n += 1;
        }
        let mut out = [0; MAX_WORDS];
        self.call_words(&words[..n], &mut out[..result.words()])?;
        Ok(Value::from_words(result, &out))
    }

    /// Runs one case, from the words of all operands in order to the words of the result, low first. A
    /// Bool operand is true if its word is nonzero; a Bool result is 0 or 1.
    pub fn call_words(&mut self, operands: &[u32], result: &mut [u32]) -> Result<(), Fault> {
        if operands.len() != self.operand_words || result.len() != self.result_words {
            return Err(self.signature(operands.len(), result.len()));
        }
        self.thread.enter(&self.code, operands);
        let mut machine = Machine {
            code: &self.code,
            thread: &mut self.thread,
            environment: &mut self.surroundings,
        };
        loop {
            match machine.run(u64::MAX) {
                Pause::Ended => break,
                Pause::Stopped(stop) => return Err(stop.fault(self.code.module)),
                Pause::Turn | Pause::Barrier => {}
            }
        }
        self.thread.leave(&self.code, result);
        Ok(())
    }

    fn signature(&self, operands: usize, results: usize) -> Fault {
        Fault::Signature {
            function: self.entry.name.clone(),
            operands: self.operand_words,
            results: self.result_words,
            actual: format!("{operands} and {results}"),
        }
    }
}
