//! Calls of authors' functions on a detachable thread, because they may never return.
//!
//! Nothing can stop such a function. Its thread runs until the process ends, and the results of the work are lost; but
//! the caller learns the function and its input, and the run continues.

use super::options::Settings;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{SuiteDigests, SuiteTexts, engine_texts};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::calls::{
    CalledFunction, EngineCall, OpenCall, RunningCall, Watch,
};
use vyre_conform_suite::strategy::quietly;

/// Default time limit of a call of a host function.
pub(super) const LIMIT: Duration = Duration::from_secs(60);

/// Divisor of the limit for single inputs during the search for the one that does not end.
const SINGLE_INPUT_DIVISOR: u32 = 4;

/// A function that did not return.
#[derive(Clone, Debug)]
pub(super) struct CallTimeout {
    pub(super) stuck: StuckCall,
    pub(super) limit: Duration,
}

/// Function that did not return, and its input.
#[derive(Clone, Debug)]
pub(super) enum StuckCall {
    /// A function of values.
    Op(StuckOpCall),
    /// A function of an engine.
    Engine(EngineCall),
}

/// A function of values that did not return.
#[derive(Clone, Debug)]
pub(super) struct StuckOpCall {
    pub(super) callee: CalledFunction,
    /// The operands of the input on which it does not return. If it returns on each input alone, the first of the
    /// batch.
    pub(super) inputs: Vec<Value>,
    /// The size of the batch, if it returns on each input alone.
    pub(super) batch_size: Option<usize>,
}

impl CallTimeout {
    /// The message.
    pub(super) fn message(&self) -> String {
        let limit = self.limit.as_secs_f64();
        let of = match &self.stuck {
            StuckCall::Op(on) => on.batch_size,
            StuckCall::Engine(_) => None,
        };
        match of {
            None => format!("it did not return within {limit} s (VYRE_LIMIT extends it)"),
            Some(of) => format!(
                "it did not return within {limit} s for {of} inputs that begin with this one, but does for each of \
                 them alone (VYRE_LIMIT extends it)"
            ),
        }
    }
}

/// A function that does not return while the digests of a suite are computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{called}, does not return: {elapsed}")]
pub struct EndlessDigest {
    /// The function, and its input if it belongs to an engine.
    called: String,
    /// The elapsed time, in words.
    elapsed: String,
}

/// The digests of the selected ops and engines, with the time limit of the settings for each call of an engine's
/// function.
///
/// # Errors
///
/// The function that does not return, with its input.
pub fn suite_digests(
    catalog: &Catalog,
    settings: &Settings,
) -> Result<SuiteDigests, EndlessDigest> {
    let selected = catalog.engines().iter().copied();
    let selected = selected.filter(|engine| settings.plan.takes_engine(engine));
    let engines: Vec<&'static EngineDef> = selected.collect();
    let limit = settings.limit.unwrap_or(LIMIT);
    let planned = engines.clone();
    let texts = call_with_limit(limit, move || engine_texts(&planned)).map_err(|hung| {
        let called = match &hung.stuck {
            StuckCall::Op(on) => format!("the function `{}`", (on.callee.key.path)()),
            StuckCall::Engine(call) => format!(
                "the function `{}` of `{}`, on input {}",
                call.function, call.engine, call.source
            ),
        };
        let message = hung.message();
        EndlessDigest {
            called,
            elapsed: message,
        }
    })?;
    Ok(SuiteTexts::with(catalog, &engines, texts).taken(&settings.plan))
}

/// Runs work with a time limit per call.
///
/// # Errors
///
/// The function that does not return; its thread is abandoned.
///
/// # Panics
///
/// If the work panics.
pub(super) fn call_with_limit<R: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Box<CallTimeout>> {
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
    let (sender, receiver) = mpsc::channel();
    let watched = watch.clone();
    let thread = thread::Builder::new().name("trial".to_owned());
    let spawned = thread.spawn(move || {
        let ended = catch_unwind(AssertUnwindSafe(|| watched.over(work)));
        // If the caller no longer waits, the result is dropped here.
        let _ = sender.send(ended);
    });
    if let Err(error) = spawned {
        panic!("there is no thread for this trial: {error}");
    }
    let look = (limit / 8).clamp(Duration::from_millis(1), Duration::from_millis(500));
    let mut since: HashMap<RunningCall, Instant> = HashMap::new();
    loop {
        match receiver.recv_timeout(look) {
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

fn hung(called: OpenCall, limit: Duration) -> CallTimeout {
    let stuck = match called {
        OpenCall::Op { callee, cases } => StuckCall::Op(alone(callee, cases, limit)),
        OpenCall::Engine(call) => StuckCall::Engine(call),
    };
    CallTimeout { stuck, limit }
}

/// Finds the input on which the function does not return by trying each alone, in order.
fn alone(callee: CalledFunction, cases: Vec<Vec<Value>>, limit: Duration) -> StuckOpCall {
    let of = cases.len();
    let first = cases.first().cloned().unwrap_or_default();
    let one = |inputs, batch_size| StuckOpCall {
        callee,
        inputs,
        batch_size,
    };
    if of <= 1 {
        return one(first, None);
    }
    let each = move || {
        for case in cases {
            let words: Vec<u32> = case.iter().flat_map(Value::words).copied().collect();
            let mut out = [0; vyre_conform_ir::value::MAX_WORDS];
            // A panic is reported elsewhere; the call returned.
            let _ = quietly(|| callee.words(&words, &mut out));
        }
    };
    match waited(limit / SINGLE_INPUT_DIVISOR, each) {
        Err(OpenCall::Op { cases, .. }) => one(cases.into_iter().next().unwrap_or(first), None),
        Err(OpenCall::Engine(_)) => one(first, None),
        Ok(()) => one(first, Some(of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::registry::op_ref;

    /// Loops forever on one input. The external call keeps the optimiser from assuming that the loop ends.
    #[allow(clippy::while_immutable_condition)]
    fn stuck(x: u32) -> u32 {
        while x == 700 {
            thread::sleep(Duration::from_millis(1));
        }
        x
    }

    fn on_values(hung: &CallTimeout) -> &StuckOpCall {
        match &hung.stuck {
            StuckCall::Op(on) => on,
            StuckCall::Engine(call) => panic!("{call:?}"),
        }
    }

    /// Oracle: the one input on which `stuck` does not end, by its text.
    #[test]
    fn endless_function_is_named_with_its_input() {
        let limit = Duration::from_millis(200);
        let op = op_ref(stuck);
        let block = move || {
            let inputs: Vec<u32> = (0..1000).collect();
            let mut out = vec![0; 1000];
            op.block(&[&inputs], &mut [&mut out]);
        };
        let found = call_with_limit(limit, block).expect_err("700 is among them");
        let on = on_values(&found);
        assert_eq!(
            (on.inputs.clone(), on.batch_size),
            (vec![Value::of(700u32)], None)
        );
        assert!(
            found.message().contains("within 0.2 s (VYRE_LIMIT"),
            "{}",
            found.message()
        );
        let one = move || op.call(&[Value::of(700u32)]);
        let found = call_with_limit(limit, one).expect_err("it is the one");
        assert_eq!((on_values(&found).callee.key.path)(), (op.key.path)());
        let others = move || op.call(&[Value::of(3u32)]);
        assert_eq!(
            call_with_limit(limit, others).expect("it ends"),
            Value::of(3u32)
        );
    }

    /// Oracle: time between calls belongs to no function.
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
        call_with_limit(limit, work).expect("every call comes back");
        let slow = op_ref(|x: u32| {
            thread::sleep(Duration::from_millis(5));
            x
        });
        let many = move || {
            let inputs = [0; 300];
            slow.block(&[&inputs], &mut [&mut [0; 300]]);
        };
        let found = call_with_limit(Duration::from_secs(1), many).expect_err("1.5 s at once");
        assert_eq!(on_values(&found).batch_size, Some(300));
        assert!(catch_unwind(|| call_with_limit(limit, || panic!("heard"))).is_err());
    }
}
