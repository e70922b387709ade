//! Tests of the notes on calls.

use super::*;
use crate::registry::op_ref;
use std::sync::mpsc;
use std::thread;

/// Oracle: the call that the test makes; its function waits until the test has looked.
#[test]
fn a_call_is_seen_with_its_inputs_until_it_ends() {
    static GATE: Mutex<()> = Mutex::new(());
    let waits = op_ref(|a: u64, b: bool| {
        drop(GATE.lock());
        a.wrapping_add(b.into())
    });
    let closed = GATE.lock().expect("open");
    let watch = Arc::new(Watch::default());
    let (tell, results) = mpsc::channel();
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
        .flat_map(|call| match watch.called(*call).expect("it waits") {
            OpenCall::Op { cases, .. } => cases,
            OpenCall::Engine(engine_call) => panic!("{engine_call:?}"),
        })
        .map(|case| (case[0].words().to_vec(), case[1].words().to_vec()))
        .collect();
    cases.sort();
    let expected = [([1, 3], [0]), ([2, 4], [1]), ([7, 0], [1])];
    assert_eq!(cases, expected.map(|(a, b)| (a.to_vec(), b.to_vec())));
    drop(closed);
    let (low, high, other) = results.recv().expect("told");
    assert_eq!((low, high, other), ([1, 3], [3, 4], Value::of(8u64)));
    thread.join().expect("it ends");
    assert!(watch.running().is_empty());
    assert!(running.iter().all(|call| watch.called(*call).is_none()));
}

/// Oracle: the documentation of [`MAX_CASES`], and the same sum one case at a time.
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

/// Oracle: the same sum one case at a time; the arguments of the test; the case at which the function
/// panics.
#[test]
fn some_cases_and_functions_of_engines_are_one_call() {
    let sum = op_ref(|a: u64, b: u32| {
        assert!(b != 9, "nine");
        a.wrapping_add(b.into())
    });
    let watch = Arc::new(Watch::default());
    let (mut out, mut at) = ([0; 4], 0);
    let sum = sum.callee();
    watch.over(|| sum.cases(&[1, 2, 3, u32::MAX, 0, 5], &mut out, &mut at));
    assert_eq!((out, at), ([4, 2, 4, 1], 1));
    let calls = watch.threads()[0].does().calls;
    assert_eq!(calls, 1);
    let nine = || sum.cases(&[1, 0, 9, 1, 0, 1], &mut [0; 4], &mut at);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(nine)).is_err());
    assert_eq!(at, 0);
    let engine_call = EngineCall {
        engine: "engine::e",
        function: EngineFunction::Decode,
        source: "corpus:1".into(),
        size: Some(32),
    };
    let results = watch.over(|| {
        of_engine(
            || engine_call.clone(),
            || {
                let running = watch.running();
                assert_eq!(running.len(), 1);
                watch.called(running[0])
            },
        )
    });
    assert!(matches!(results, Some(OpenCall::Engine(found)) if found == engine_call));
    assert!(watch.running().is_empty());
}
