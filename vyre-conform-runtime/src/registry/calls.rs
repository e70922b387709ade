//! Tracks the host functions that are running, for threads that wait for them.
//!
//! A function that does not return cannot be stopped and reports nothing. Therefore watched threads
//! note every call before it begins, and a waiting thread can report the function and its inputs. One
//! call covers at most [`MAX_CASES`] cases, so that a slow call means a slow input. Calls of engine
//! functions are noted as well, by name and input number.

use super::entry_point::{ColumnKernel, Scalar};
use crate::body::FnKey;
use crate::sync::lock;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard};
use vyre_conform_ir::Signature;
use vyre_conform_ir::value::Value;

/// Maximal number of cases of one call.
pub const MAX_CASES: usize = 4096;

/// A host function, with all that is needed to call it again.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CalledFunction {
    /// The function.
    pub key: FnKey,
    /// Its types.
    pub signature: Signature,
    /// Entry point for one case.
    pub scalar: Scalar,
}

impl CalledFunction {
    /// Evaluates one case: the words of all operands in order, and the words of the result.
    pub fn words(&self, operands: &[u32], out: &mut [u32]) {
        let current = || RunningFunction::new(*self, Inputs::Cases(operands));
        track_call(current, || (self.scalar)(operands, out));
    }

    /// Evaluates at most [`MAX_CASES`] cases in order, as one call, from the words of all operands of each
    /// to the words of its result. `at` is the number of the current case, for the handler of a panic.
    ///
    /// # Panics
    /// If there are more cases, or if column lengths differ.
    pub fn cases(&self, operands: &[u32], out: &mut [u32], at: &mut usize) {
        let words = [
            self.signature.operand_words(),
            self.signature.result.words(),
        ];
        let cases = operands.len() / words[0];
        assert!(
            cases <= MAX_CASES
                && operands.len() == cases * words[0]
                && out.len() == cases * words[1]
        );
        let current = || RunningFunction::new(*self, Inputs::Cases(operands));
        track_call(current, || {
            let cases = operands.chunks_exact(words[0]);
            for (case, (operands, out)) in cases.zip(out.chunks_exact_mut(words[1])).enumerate() {
                *at = case;
                (self.scalar)(operands, out);
            }
        });
    }
}

/// The role of a function in an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineFunction {
    /// Generates inputs.
    Inputs,
    /// Builds the programs for an input.
    Plan,
    /// Computes the expected output.
    Reference,
    /// Decodes the output from the words of the buffers.
    Decode,
    /// Decodes histories from these words.
    Histories,
    /// Compares records.
    Order,
    /// Generates inputs for sums.
    Sums,
}

impl EngineFunction {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Plan => "plan",
            Self::Reference => "reference",
            Self::Decode => "decode",
            Self::Histories => "histories",
            Self::Order => "order",
            Self::Sums => "sums",
        }
    }
}

impl std::fmt::Display for EngineFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A call of an engine function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCall {
    /// Id of the engine.
    pub engine: &'static str,
    /// The role of the function.
    pub function: EngineFunction,
    /// The input, in text form.
    pub source: String,
    /// The workgroup size, if the function takes one.
    pub size: Option<u32>,
}

/// Calls a function of an engine.
pub fn of_engine<R>(engine_call: impl FnOnce() -> EngineCall, call: impl FnOnce() -> R) -> R {
    // The function may do work on this thread under a watch of its own.
    let thread = NOTING.with_borrow(|noting| noting.as_ref().map(|noting| noting.thread.clone()));
    match thread {
        Some(thread) => thread.during(RunningFunction::Engine(engine_call()), call),
        None => call(),
    }
}

/// The inputs of an unfinished call, owned by its caller.
#[derive(Clone, Copy)]
enum Inputs {
    /// The words of one case after those of another.
    Cases(*const [u32]),
    Columns(*const [&'static [u32]]),
}

impl Inputs {
    #[allow(clippy::unnecessary_cast)] // Only the lifetime becomes another, which clippy does not see.
    fn of_columns(columns: &[&[u32]]) -> Self {
        Self::Columns(std::ptr::from_ref(columns) as *const [&'static [u32]])
    }
}

enum RunningFunction {
    Op {
        callee: CalledFunction,
        inputs: Inputs,
    },
    Engine(EngineCall),
}

impl RunningFunction {
    fn new(callee: CalledFunction, inputs: Inputs) -> Self {
        Self::Op { callee, inputs }
    }
}

// SAFETY: the pointees are shared and only read, and they live as long as the pointers are in a
// `Thread`: see `Thread::during`.
unsafe impl Send for RunningFunction {}

/// The activity of a thread.
#[derive(Default)]
struct ThreadActivity {
    /// Number of calls begun so far.
    calls: u64,
    current: Option<RunningFunction>,
}

#[derive(Default)]
struct Thread(Mutex<ThreadActivity>);

impl Thread {
    fn does(&self) -> MutexGuard<'_, ThreadActivity> {
        lock(&self.0)
    }

    fn during<R>(&self, current: RunningFunction, call: impl FnOnce() -> R) -> R {
        let before = {
            let mut does = self.does();
            does.calls += 1;
            does.current.replace(current)
        };
        // The caller holds the borrow of the inputs until after the note is removed. A reader holds the
        // lock that the removal waits for.
        let _ends = CallGuard(self, before);
        call()
    }
}

/// The watch of a thread, and the entry in which the thread notes its calls.
#[derive(Clone)]
struct WatchEntry {
    watch: Arc<Watch>,
    thread: Arc<Thread>,
}

thread_local! {
    static NOTING: RefCell<Option<WatchEntry>> = const { RefCell::new(None) };
}

/// Removes the note of a call on return or panic, and restores that of the enclosing call.
struct CallGuard<'a>(&'a Thread, Option<RunningFunction>);

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        self.0.does().current = self.1.take();
    }
}

fn track_call<R>(current: impl FnOnce() -> RunningFunction, call: impl FnOnce() -> R) -> R {
    NOTING.with_borrow(|noting| match noting {
        Some(noting) => noting.thread.during(current(), call),
        None => call(),
    })
}

/// Evaluates a block of cases, with columns as in [`ColumnKernel`].
pub(super) fn block(
    callee: CalledFunction,
    kernel: ColumnKernel,
    operands: &[&[u32]],
    out: &mut [&mut [u32]],
) {
    let call = |operands: &[&[u32]], out: &mut [&mut [u32]]| {
        let current = || RunningFunction::new(callee, Inputs::of_columns(operands));
        track_call(current, || kernel(operands, out));
    };
    let cases = out.first().map_or(0, |column| column.len());
    if cases <= MAX_CASES {
        return call(operands, out);
    }
    for start in (0..cases).step_by(MAX_CASES) {
        let part = start..cases.min(start + MAX_CASES);
        let operands: Vec<&[u32]> = operands.iter().map(|c| &c[part.clone()]).collect();
        let mut out: Vec<&mut [u32]> = out.iter_mut().map(|c| &mut c[part.clone()]).collect();
        call(&operands, &mut out);
    }
}

/// An unfinished call: its thread, and its number on that thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningCall {
    thread: usize,
    number: u64,
}

/// An unfinished call, with its inputs.
#[derive(Clone, Debug)]
pub enum OpenCall {
    /// A call of a function on values.
    Op {
        /// The function.
        callee: CalledFunction,
        /// The operands of every case of the call.
        cases: Vec<Vec<Value>>,
    },
    /// A call of an engine function.
    Engine(EngineCall),
}

/// A watch over the calls of some threads.
#[derive(Default)]
pub struct Watch {
    threads: Mutex<Vec<Arc<Thread>>>,
}

impl Watch {
    fn threads(&self) -> MutexGuard<'_, Vec<Arc<Thread>>> {
        lock(&self.threads)
    }

    /// Runs work on this thread and notes its calls in this watch.
    pub fn over<R>(self: &Arc<Self>, work: impl FnOnce() -> R) -> R {
        /// Restores the previous watch of the thread.
        struct WatchGuard(Option<WatchEntry>);
        impl Drop for WatchGuard {
            fn drop(&mut self) {
                NOTING.set(self.0.take());
            }
        }
        let thread = Arc::new(Thread::default());
        self.threads().push(thread.clone());
        let noting = WatchEntry {
            watch: self.clone(),
            thread,
        };
        let _over = WatchGuard(NOTING.replace(Some(noting)));
        work()
    }

    /// The unfinished calls.
    pub fn running(&self) -> Vec<RunningCall> {
        let threads = self.threads();
        let call = |(thread, of): (usize, &Arc<Thread>)| {
            let does = of.does();
            let number = does.calls;
            does.current
                .as_ref()
                .map(|_| RunningCall { thread, number })
        };
        threads.iter().enumerate().filter_map(call).collect()
    }

    /// The function and inputs of a call, unless it has ended.
    pub fn called(&self, call: RunningCall) -> Option<OpenCall> {
        let thread = self.threads().get(call.thread)?.clone();
        let does = thread.does();
        let current = does
            .current
            .as_ref()
            .filter(|_| does.calls == call.number)?;
        let (callee, inputs) = match current {
            RunningFunction::Op { callee, inputs } => (*callee, *inputs),
            RunningFunction::Engine(engine_call) => {
                return Some(OpenCall::Engine(engine_call.clone()));
            }
        };
        let types = callee.signature.operands;
        let values = |words: &mut dyn Iterator<Item = u32>| {
            let value = |ty: &vyre_conform_spec::ValueType| {
                let words: Vec<u32> = words.take(ty.words()).collect();
                Value::from_words(*ty, &words)
            };
            types.iter().map(value).collect()
        };
        // The call has not ended, and cannot before the lock of `does` is released: its caller keeps
        // its inputs until `CallGuard` has had that lock.
        let cases = match inputs {
            Inputs::Cases(words) => {
                // SAFETY: see above.
                let words = unsafe { &*words };
                let cases = words.chunks_exact(callee.signature.operand_words());
                cases
                    .map(|case| values(&mut case.iter().copied()))
                    .collect()
            }
            Inputs::Columns(columns) => {
                // SAFETY: see above.
                let columns = unsafe { &*columns };
                let cases = columns.first().map_or(0, |column| column.len());
                (0..cases)
                    .map(|k| values(&mut columns.iter().map(|column| column[k])))
                    .collect()
            }
        };
        Some(OpenCall::Op { callee, cases })
    }
}

/// The watch of this thread, if any, to extend it to work on other threads.
#[derive(Clone)]
pub struct WatchHandle(Option<Arc<Watch>>);

impl WatchHandle {
    /// The watch of this thread.
    pub fn current() -> Self {
        Self(NOTING.with_borrow(|noting| noting.as_ref().map(|noting| noting.watch.clone())))
    }

    /// Runs work on this thread under the watch.
    pub fn over<R>(&self, work: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(watch) => watch.over(work),
            None => work(),
        }
    }
}

/// Wraps work for another thread, so that its calls are noted in the watch of this one.
pub fn inherited<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let watched = WatchHandle::current();
    move || watched.over(work)
}

#[cfg(test)]
mod tests;
