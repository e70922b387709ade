//! Which functions of the host run right now, for whoever waits for them.
//!
//! A function that does not come back cannot be stopped and says nothing any more. So every call of one is noted
//! before it begins, on threads that are watched: who waits can then say which function it is, and on which inputs.
//! No more than [`MOST`] cases are one call, so that a call that takes long is one that takes long for an input.
//! Functions of engines are noted as well, by their names and the number of the input.

use super::kernel::{OpRef, Scalar};
use crate::body::FnKey;
use crate::sync::lock;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard};
use vyre_conform_ir::Signature;
use vyre_conform_ir::value::Value;

/// The most cases of one call.
pub const MOST: usize = 4096;

/// A function of the host: what it takes to call it again.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CalledFunction {
    /// The function.
    pub key: FnKey,
    /// Its types.
    pub signature: Signature,
    /// One case.
    pub scalar: Scalar,
}

impl CalledFunction {
    pub(super) fn of(op: &OpRef) -> Self {
        Self {
            key: op.key,
            signature: op.signature,
            scalar: op.scalar,
        }
    }

    /// Evaluates one case: the words of all operands in order, and the words of the result.
    pub fn words(&self, operands: &[u32], out: &mut [u32]) {
        let current = || Current::of(*self, Inputs::Cases(operands));
        noted(current, || (self.scalar)(operands, out));
    }

    /// Evaluates some cases in order, no more than [`MOST`], as one call: the words of all operands of each, and the
    /// words of its result. `at` is the one that is evaluated, for who hears a panic of it.
    ///
    /// # Panics
    /// Where there are more cases, or the columns have other lengths.
    pub fn cases(&self, operands: &[u32], out: &mut [u32], at: &mut usize) {
        let words = [
            self.signature.operand_words(),
            self.signature.result.words(),
        ];
        let cases = operands.len() / words[0];
        assert!(
            cases <= MOST && operands.len() == cases * words[0] && out.len() == cases * words[1]
        );
        let current = || Current::of(*self, Inputs::Cases(operands));
        noted(current, || {
            let cases = operands.chunks_exact(words[0]);
            for (case, (operands, out)) in cases.zip(out.chunks_exact_mut(words[1])).enumerate() {
                *at = case;
                (self.scalar)(operands, out);
            }
        });
    }
}

/// What an engine has a function as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineFunction {
    /// It makes inputs.
    Inputs,
    /// It makes the programs for an input.
    Plan,
    /// It gives what is expected.
    Reference,
    /// It reads the output from the words of the buffers.
    Decode,
    /// It reads histories from these.
    Histories,
    /// It reads an order from these.
    Order,
    /// It makes inputs of sums.
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

/// A function of an engine, and what it is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCall {
    /// Id of the engine.
    pub engine: &'static str,
    /// What the engine has it as.
    pub function: EngineFunction,
    /// Which input, as it is written.
    pub source: String,
    /// The workgroup size, where it is asked about one.
    pub size: Option<u32>,
}

/// Calls a function of an engine.
pub fn of_engine<R>(asked: impl FnOnce() -> EngineCall, call: impl FnOnce() -> R) -> R {
    // The function may do work on this thread that is watched by itself.
    let thread = NOTING.with_borrow(|noting| noting.as_ref().map(|noting| noting.thread.clone()));
    match thread {
        Some(thread) => thread.during(Current::Engine(asked()), call),
        None => call(),
    }
}

/// The inputs of a call that has not ended, where the caller has them.
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

enum Current {
    Op {
        callee: CalledFunction,
        inputs: Inputs,
    },
    Engine(EngineCall),
}

impl Current {
    fn of(callee: CalledFunction, inputs: Inputs) -> Self {
        Self::Op { callee, inputs }
    }
}

// SAFETY: what the pointers lead to is shared and only read, and it is there for as long as they are in a `Thread`:
// see `Thread::during`.
unsafe impl Send for Current {}

/// What a thread does.
#[derive(Default)]
struct Does {
    /// The number of calls that have begun.
    calls: u64,
    current: Option<Current>,
}

#[derive(Default)]
struct Thread(Mutex<Does>);

impl Thread {
    fn does(&self) -> MutexGuard<'_, Does> {
        lock(&self.0)
    }

    fn during<R>(&self, current: Current, call: impl FnOnce() -> R) -> R {
        let before = {
            let mut does = self.does();
            does.calls += 1;
            does.current.replace(current)
        };
        // The inputs are borrowed by whoever called this, until after the note is gone; who reads them holds the lock
        // that its end waits for.
        let _ends = Ends(self, before);
        call()
    }
}

/// What a watched thread notes its calls in, and whose watch it is.
#[derive(Clone)]
struct Noting {
    watch: Arc<Watch>,
    thread: Arc<Thread>,
}

thread_local! {
    static NOTING: RefCell<Option<Noting>> = const { RefCell::new(None) };
}

/// Ends the note of a call, by a panic as well; a call that it was made in goes on.
struct Ends<'a>(&'a Thread, Option<Current>);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.does().current = self.1.take();
    }
}

fn noted<R>(current: impl FnOnce() -> Current, call: impl FnOnce() -> R) -> R {
    NOTING.with_borrow(|noting| match noting {
        Some(noting) => noting.thread.during(current(), call),
        None => call(),
    })
}

/// Evaluates a block of cases, of columns as [`ColumnKernel`](super::kernel::ColumnKernel) has them.
pub(super) fn block(op: &OpRef, operands: &[&[u32]], out: &mut [&mut [u32]]) {
    let callee = CalledFunction::of(op);
    let call = |operands: &[&[u32]], out: &mut [&mut [u32]]| {
        let current = || Current::of(callee, Inputs::of_columns(operands));
        noted(current, || (op.kernel)(operands, out));
    };
    let cases = out.first().map_or(0, |column| column.len());
    if cases <= MOST {
        return call(operands, out);
    }
    for start in (0..cases).step_by(MOST) {
        let part = start..cases.min(start + MOST);
        let operands: Vec<&[u32]> = operands.iter().map(|c| &c[part.clone()]).collect();
        let mut out: Vec<&mut [u32]> = out.iter_mut().map(|c| &mut c[part.clone()]).collect();
        call(&operands, &mut out);
    }
}

/// A call that has not ended: the thread that made it, and which of its calls it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningCall {
    thread: usize,
    number: u64,
}

/// A call that has not ended, with its inputs.
#[derive(Clone, Debug)]
pub enum OpenCall {
    /// Of a function of values.
    Op {
        /// The function.
        callee: CalledFunction,
        /// The operands of every case of the call.
        cases: Vec<Vec<Value>>,
    },
    /// Of a function of an engine.
    Engine(EngineCall),
}

/// What some threads call.
#[derive(Default)]
pub struct Watch {
    threads: Mutex<Vec<Arc<Thread>>>,
}

impl Watch {
    fn threads(&self) -> MutexGuard<'_, Vec<Arc<Thread>>> {
        lock(&self.threads)
    }

    /// Does some work on this thread, whose calls are noted here.
    pub fn over<R>(self: &Arc<Self>, work: impl FnOnce() -> R) -> R {
        /// Gives the thread back to what watched it before.
        struct Over(Option<Noting>);
        impl Drop for Over {
            fn drop(&mut self) {
                NOTING.set(self.0.take());
            }
        }
        let thread = Arc::new(Thread::default());
        self.threads().push(thread.clone());
        let noting = Noting {
            watch: self.clone(),
            thread,
        };
        let _over = Over(NOTING.replace(Some(noting)));
        work()
    }

    /// The calls that have not ended.
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

    /// What a call is about, unless it has ended.
    pub fn called(&self, call: RunningCall) -> Option<OpenCall> {
        let thread = self.threads().get(call.thread)?.clone();
        let does = thread.does();
        let current = does
            .current
            .as_ref()
            .filter(|_| does.calls == call.number)?;
        let (callee, inputs) = match current {
            Current::Op { callee, inputs } => (*callee, *inputs),
            Current::Engine(asked) => return Some(OpenCall::Engine(asked.clone())),
        };
        let types = callee.signature.operands;
        let values = |words: &mut dyn Iterator<Item = u32>| {
            let value = |ty: &vyre_conform_spec::ValueType| {
                let words: Vec<u32> = words.take(ty.words()).collect();
                Value::from_words(*ty, &words)
            };
            types.iter().map(value).collect()
        };
        // The call has not ended, and cannot before the lock of `does` is released: whoever made it holds on to its
        // inputs until `Ends` has had that lock.
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

/// Who watches this thread, if somebody does: for work on other threads, whose calls are noted with those of this one.
#[derive(Clone)]
pub struct Watcher(Option<Arc<Watch>>);

impl Watcher {
    /// Who watches this thread.
    pub fn here() -> Self {
        Self(NOTING.with_borrow(|noting| noting.as_ref().map(|noting| noting.watch.clone())))
    }

    /// Does some work on this thread.
    pub fn over<R>(&self, work: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(watch) => watch.over(work),
            None => work(),
        }
    }
}

/// The work, to be done on another thread, whose calls are noted with those of this one.
pub fn inherited<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let watched = Watcher::here();
    move || watched.over(work)
}

#[cfg(test)]
mod tests;
