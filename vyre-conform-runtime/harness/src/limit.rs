//! Work that calls functions of authors is done on a thread that can be left: one of them may never come back.
//!
//! Nothing can stop such a function. Its thread goes on until the process ends, and whatever the work had shown by then
//! is lost; but who waited for it learns which function it is and on which input, and the run goes on.

use super::Settings;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{SuiteDigests, SuiteTexts, engine_texts};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::calls::{
    CalledFunction, EngineCall, OpenCall, RunningCall, Watch,
};
use vyre_conform_suite::strategy::quietly;

/// The time that a call of a function of the host may take where nothing is said.
pub(super) const LIMIT: Duration = Duration::from_secs(60);

/// The part of the limit that one input has by itself, when the one of many is looked for that does not end.
const ALONE: u32 = 4;

/// A function that did not come back.
#[derive(Clone, Debug)]
pub(super) struct Hung {
    pub(super) stuck: Stuck,
    pub(super) limit: Duration,
}

/// Which function that is, and on what.
#[derive(Clone, Debug)]
pub(super) enum Stuck {
    /// A function of values.
    Op(OnValues),
    /// A function of an engine.
    Engine(EngineCall),
}

/// A function of values that did not come back.
#[derive(Clone, Debug)]
pub(super) struct OnValues {
    pub(super) callee: CalledFunction,
    /// The operands: of the input on which it does not come back, or, where it does for each of them alone, of the
    /// first of those that it was given at once.
    pub(super) inputs: Vec<Value>,
    /// The number of inputs it was given at once, where it comes back for each of them alone.
    pub(super) of: Option<usize>,
}

impl Hung {
    /// What is reported of it.
    pub(super) fn said(&self) -> String {
        let limit = self.limit.as_secs_f64();
        let of = match &self.stuck {
            Stuck::Op(on) => on.of,
            Stuck::Engine(_) => None,
        };
        match of {
            None => format!("it did not come back within {limit} s (VYRE_LIMIT gives it more)"),
            Some(of) => format!(
                "it did not come back within {limit} s for {of} inputs of which this is the first, and does for \
                 each of them alone (VYRE_LIMIT gives it more)"
            ),
        }
    }
}

/// A function that is called for the digest of a suite and does not come back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{called}, does not come back: {said}")]
pub struct EndlessDigest {
    /// The function, and the input where it is a function of an engine.
    called: String,
    /// The time that it was waited for.
    said: String,
}

/// The digests of what the settings take of a suite, where each call of a function of an engine comes back within the
/// limit of the settings.
///
/// # Errors
/// The function that does not, and on which input.
pub fn suite_digests(
    catalog: &Catalog,
    settings: &Settings,
) -> Result<SuiteDigests, EndlessDigest> {
    let engines = catalog.engines().to_vec();
    let limit = settings.limit.unwrap_or(LIMIT);
    let texts = within(limit, move || engine_texts(&engines)).map_err(|hung| {
        let called = match &hung.stuck {
            Stuck::Op(on) => format!("the function `{}`", (on.callee.key.path)()),
            Stuck::Engine(asked) => format!(
                "the function `{}` of `{}`, on input {}",
                asked.function, asked.engine, asked.source
            ),
        };
        let said = hung.said();
        EndlessDigest { called, said }
    })?;
    Ok(SuiteTexts::with(catalog, texts).taken(&settings.plan))
}

/// What some work gives, every call in which comes back within the limit.
///
/// # Errors
/// The function that does not; the thread that called it is left behind.
///
/// # Panics
/// Where the work does.
pub(super) fn within<R: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Box<Hung>> {
    match waited(limit, work) {
        Ok(result) => Ok(result),
        Err(called) => Err(Box::new(hung(called, limit))),
    }
}

fn waited<R: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, OpenCall> {
    let watch = Arc::new(Watch::default());
    let (tell, told) = mpsc::channel();
    let watched = watch.clone();
    let thread = thread::Builder::new().name("trial".to_owned());
    let spawned = thread.spawn(move || {
        let ended = catch_unwind(AssertUnwindSafe(|| watched.over(work)));
        // Where nobody waits any more, the result is dropped here.
        let _ = tell.send(ended);
    });
    if let Err(error) = spawned {
        panic!("there is no thread for this trial: {error}");
    }
    let look = (limit / 8).clamp(Duration::from_millis(1), Duration::from_millis(500));
    let mut since: HashMap<RunningCall, Instant> = HashMap::new();
    loop {
        match told.recv_timeout(look) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => panic!("the thread of this trial ended"),
        }
        let running = watch.running();
        since.retain(|call, _| running.contains(call));
        let now = Instant::now();
        for call in running {
            let began = *since.entry(call).or_insert(now);
            if now - began >= limit
                && let Some(called) = watch.called(call)
            {
                return Err(called);
            }
        }
    }
}

fn hung(called: OpenCall, limit: Duration) -> Hung {
    let stuck = match called {
        OpenCall::Op { callee, cases } => Stuck::Op(alone(callee, cases, limit)),
        OpenCall::Engine(asked) => Stuck::Engine(asked),
    };
    Hung { stuck, limit }
}

/// The input on which the function does not come back: each is tried by itself, in order.
fn alone(callee: CalledFunction, cases: Vec<Vec<Value>>, limit: Duration) -> OnValues {
    let of = cases.len();
    let first = cases.first().cloned().unwrap_or_default();
    let one = |inputs, of| OnValues { callee, inputs, of };
    if of <= 1 {
        return one(first, None);
    }
    let each = move || {
        for case in cases {
            let words: Vec<u32> = case.iter().flat_map(Value::words).copied().collect();
            let mut out = [0; vyre_conform_ir::value::MAX_WORDS];
            // An input on which it panics is another matter, and it comes back there.
            let _ = quietly(|| callee.words(&words, &mut out));
        }
    };
    match waited(limit / ALONE, each) {
        Err(OpenCall::Op { cases, .. }) => one(cases.into_iter().next().unwrap_or(first), None),
        Err(OpenCall::Engine(_)) => one(first, None),
        Ok(()) => one(first, Some(of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::registry::op_ref;

    /// For ever on one input. A call of something outside, so that no optimiser takes it that the loop ends.
    #[allow(clippy::while_immutable_condition)]
    fn stuck(x: u32) -> u32 {
        while x == 700 {
            thread::sleep(Duration::from_millis(1));
        }
        x
    }

    fn on_values(hung: &Hung) -> &OnValues {
        match &hung.stuck {
            Stuck::Op(on) => on,
            Stuck::Engine(asked) => panic!("{asked:?}"),
        }
    }

    /// Oracle: the one input on which `stuck` does not end, by its text.
    #[test]
    fn what_does_not_come_back_is_named_with_the_input() {
        let limit = Duration::from_millis(200);
        let op = op_ref(stuck);
        let block = move || {
            let inputs: Vec<u32> = (0..1000).collect();
            let mut out = vec![0; 1000];
            op.block(&[&inputs], &mut [&mut out]);
        };
        let found = within(limit, block).expect_err("700 is among them");
        let on = on_values(&found);
        assert_eq!((on.inputs.clone(), on.of), (vec![Value::of(700u32)], None));
        assert!(
            found.said().contains("within 0.2 s (VYRE_LIMIT"),
            "{}",
            found.said()
        );
        let one = move || op.call(&[Value::of(700u32)]);
        let found = within(limit, one).expect_err("it is the one");
        assert_eq!((on_values(&found).callee.key.path)(), (op.key.path)());
        let others = move || op.call(&[Value::of(3u32)]);
        assert_eq!(within(limit, others).expect("it ends"), Value::of(3u32));
    }

    /// Oracle: time that passes between calls and in no call of a function is nobody's.
    #[test]
    fn work_may_take_longer_than_any_call() {
        let limit = Duration::from_millis(300);
        let work = move || {
            let op = op_ref(u32::wrapping_add);
            for _ in 0..2 {
                thread::sleep(limit);
                op.call(&[Value::of(1u32), Value::of(2u32)]);
            }
        };
        within(limit, work).expect("every call comes back");
        let slow = op_ref(|x: u32| {
            thread::sleep(Duration::from_millis(5));
            x
        });
        let many = move || {
            let inputs = [0; 300];
            slow.block(&[&inputs], &mut [&mut [0; 300]]);
        };
        let found = within(Duration::from_secs(1), many).expect_err("1.5 s at once");
        assert_eq!(on_values(&found).of, Some(300));
        assert!(catch_unwind(|| within(limit, || panic!("heard"))).is_err());
    }
}
