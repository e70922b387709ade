//! Which functions of the host run right now, for whoever waits for them.
//!
//! A function that does not come back cannot be stopped and says nothing any more. So every call of one is noted
//! before it begins, on threads that are watched: who waits can then say which function it is, and on which inputs.
//! No more than [`MOST`] cases are one call, so that a call that takes long is one that takes long for an input.

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
pub struct CalledFunction {
    /// Which function.
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
        noted(*self, Inputs::Words(operands), || {
            (self.scalar)(operands, out)
        });
    }
}

/// The inputs of a call that has not ended, where the caller has them.
#[derive(Clone, Copy)]
enum Inputs {
    Words(*const [u32]),
    Columns(*const [&'static [u32]]),
}

impl Inputs {
    #[allow(clippy::unnecessary_cast)] // Only the lifetime becomes another, which clippy does not see.
    fn of_columns(columns: &[&[u32]]) -> Self {
        Self::Columns(std::ptr::from_ref(columns) as *const [&'static [u32]])
    }
}

#[derive(Clone, Copy)]
struct Current {
    callee: CalledFunction,
    inputs: Inputs,
}

// SAFETY: what the pointers lead to is shared and only read, and it is there for as long as they are in a `Thread`:
// see `noted`.
unsafe impl Send for Current {}

/// What a thread does.
#[derive(Default)]
struct Does {
    /// How many calls have begun.
    calls: u64,
    current: Option<Current>,
}

#[derive(Default)]
struct Thread(Mutex<Does>);

impl Thread {
    fn does(&self) -> MutexGuard<'_, Does> {
        lock(&self.0)
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
        self.0.does().current = self.1;
    }
}

fn noted(callee: CalledFunction, inputs: Inputs, call: impl FnOnce()) {
    NOTING.with_borrow(|noting| {
        let Some(noting) = noting else {
            return call();
        };
        let current = Some(Current { callee, inputs });
        let before = {
            let mut does = noting.thread.does();
            does.calls += 1;
            std::mem::replace(&mut does.current, current)
        };
        // The inputs are borrowed by whoever called this, until after the note is gone; who reads them holds the lock
        // that its end waits for.
        let _ends = Ends(&noting.thread, before);
        call();
    });
}

/// Evaluates a block of cases, of columns as [`ColumnKernel`](super::kernel::ColumnKernel) has them.
pub(super) fn block(op: &OpRef, operands: &[&[u32]], out: &mut [&mut [u32]]) {
    let callee = CalledFunction::of(op);
    let call = |operands: &[&[u32]], out: &mut [&mut [u32]]| {
        noted(callee, Inputs::of_columns(operands), || {
            (op.kernel)(operands, out)
        });
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
pub struct Called {
    /// The function.
    pub callee: CalledFunction,
    /// The operands of every case of the call.
    pub cases: Vec<Vec<Value>>,
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
            does.current.map(|_| RunningCall { thread, number })
        };
        threads.iter().enumerate().filter_map(call).collect()
    }

    /// What a call is about, unless it has ended.
    pub fn called(&self, call: RunningCall) -> Option<Called> {
        let thread = self.threads().get(call.thread)?.clone();
        let does = thread.does();
        let Current { callee, inputs } = does.current.filter(|_| does.calls == call.number)?;
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
            Inputs::Words(words) => {
                // SAFETY: see above.
                let words = unsafe { &*words };
                vec![values(&mut words.iter().copied())]
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
        Some(Called { callee, cases })
    }
}

/// The work, to be done on another thread, whose calls are noted with those of this one.
pub fn inherited<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let watch = NOTING.with_borrow(|noting| noting.as_ref().map(|noting| noting.watch.clone()));
    move || match watch {
        Some(watch) => watch.over(work),
        None => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::op_ref;
    use std::sync::mpsc;
    use std::thread;

    /// Oracle: what the test calls; a function that waits until the test has looked.
    #[test]
    fn a_call_is_seen_with_its_inputs_until_it_ends() {
        static GATE: Mutex<()> = Mutex::new(());
        let waits = op_ref(|a: u64, b: bool| {
            drop(GATE.lock());
            a.wrapping_add(b.into())
        });
        let closed = GATE.lock().expect("open");
        let watch = Arc::new(Watch::default());
        let (tell, told) = mpsc::channel();
        let watched = watch.clone();
        let thread = thread::spawn(move || {
            watched.over(|| {
                let both = inherited(move || waits.call(&[Value::of(7u64), Value::of(true)]));
                let other = thread::spawn(both);
                let (low, high, on) = ([1, 2], [3, 4], [0, 1]);
                let (mut a, mut b) = ([0; 2], [0; 2]);
                waits.block(&[&low, &high, &on], &mut [&mut a, &mut b]);
                tell.send((a, b, other.join().expect("it ends")))
                    .expect("heard");
            });
        });
        let mut running = watch.running();
        while running.len() < 2 {
            thread::yield_now();
            running = watch.running();
        }
        let mut cases: Vec<_> = running
            .iter()
            .flat_map(|call| watch.called(*call).expect("it waits").cases)
            .map(|case| (case[0].words().to_vec(), case[1].words().to_vec()))
            .collect();
        cases.sort();
        let due = [([1, 3], [0]), ([2, 4], [1]), ([7, 0], [1])];
        assert_eq!(cases, due.map(|(a, b)| (a.to_vec(), b.to_vec())));
        drop(closed);
        let (low, high, other) = told.recv().expect("told");
        assert_eq!((low, high, other), ([1, 3], [3, 4], Value::of(8u64)));
        thread.join().expect("it ends");
        assert!(watch.running().is_empty());
        assert!(running.iter().all(|call| watch.called(*call).is_none()));
    }

    /// Oracle: the documentation of [`MOST`], and the same sum one case at a time.
    #[test]
    fn a_long_block_is_several_calls() {
        let add = op_ref(u32::wrapping_add);
        let a: Vec<u32> = (0..10_000).collect();
        let mut out = vec![0; a.len()];
        let watch = Arc::new(Watch::default());
        watch.over(|| add.block(&[&a, &a], &mut [&mut out]));
        assert!(a.iter().zip(&out).all(|(a, sum)| 2 * a == *sum));
        assert_eq!(watch.threads()[0].does().calls, 3);
    }
}
