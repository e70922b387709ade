//! Failures that the host survives: the message names each violation of the protocol, and each costs only its case.

use super::{PATIENCE, open};
use std::fs;
use std::time::Instant;
use vyre_conform_process::ProcessBackend;
use vyre_conform_runtime::ir::{BinaryOp, Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Valid, validate};
use vyre_conform_runtime::value::Value;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, LoadedOp, OpCode, Operand, PATIENCE as WHOLE, check,
};

/// The word for which broken backends fail.
const BAD: u32 = 0xBAD_BAD;

pub(super) const SUM: Signature = Signature {
    operands: &[ValueType::U32, ValueType::U32],
    result: ValueType::U32,
};

/// The sum of two words.
pub(super) fn sum() -> Valid {
    let mut f = FunctionBuilder::new("sum", vec![Type::U32]);
    let (a, b) = (f.param("a", Type::U32), f.param("b", Type::U32));
    let value = Expr::binary(BinaryOp::Add, f.read(a), f.read(b));
    validate(f.module(vec![Node::Return(vec![value])])).expect("a function of one line")
}

pub(super) fn load<'b>(backend: &'b ProcessBackend, module: &Valid) -> Box<dyn LoadedOp + 'b> {
    let code = OpCode {
        id: "test::sum",
        name: "sum",
        signature: SUM,
        category: Category::A,
        code: Code::Module(module),
        native: None,
        host: None,
    };
    backend.load(&code).expect("it loads")
}

/// Sums of 1000 to 1999 and their halves; one operand may be replaced.
fn operands(bad: Option<usize>) -> [Vec<u32>; 2] {
    let mut a: Vec<u32> = (1000..2000).collect();
    if let Some(case) = bad {
        a[case] = BAD;
    }
    [a, (1000..2000).map(|n| n / 2).collect()]
}

fn run(op: &dyn LoadedOp, bad: Option<usize>) -> Result<(), BackendError> {
    let [a, b] = operands(bad);
    let operand_words = [Operand::Storage(&a), Operand::Storage(&b)];
    let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(op.run(&operand_words, a.len())?, expected);
    Ok(())
}

/// The error of a run with a bad word; the cases before and after it are right.
fn run_error(mode: &str, file: Option<&str>) -> (Vec<Value>, String) {
    let arguments: Vec<&str> = [mode].into_iter().chain(file).collect();
    let backend = open(&arguments).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    run(&*op, None).expect("right before");
    let error = run(&*op, Some(437)).expect_err(mode);
    run(&*op, None).expect("right after");
    match error {
        BackendError::Unanswered {
            inputs,
            said: message,
        } => (inputs, message),
        other => panic!("{mode}: {other}"),
    }
}

/// Oracle: the kinds of faults in `tests/broken`, each of which occurs for one of 1000 cases.
#[test]
#[ignore = "a long run: seconds"]
fn each_failure_is_reported_and_loses_only_its_case() {
    for (mode, expected) in [
        (
            "dies",
            "it closed its output without an answer; it ended with exit status: 3; its standard error:\nthe device burnt",
        ),
        (
            "half",
            "its output ends within a frame; it ended with exit status: 0",
        ),
        ("huge", "a frame of 4294967295 bytes comes where at most "),
        ("other_id", "it answered request "),
        (
            "other_kind",
            "its answer to `run` is a frame of kind 0x03, and 0x83 is expected",
        ),
        (
            "fewer",
            "its answer to `run` has 999 words, and 1000 are expected",
        ),
        (
            "more",
            "its answer to `run` has 1001 words, and 1000 are expected",
        ),
    ] {
        let (inputs, message) = run_error(mode, None);
        assert_eq!(inputs, [Value::of(BAD), Value::of(1437_u32 / 2)], "{mode}");
        let begins = format!("`process-broken` was lost: {expected}");
        assert!(message.starts_with(&begins), "{mode}: {message}");
    }
}

/// Oracle: the deadline, and the process table: the processes that a backend started are killed with it.
#[test]
#[ignore = "a long run: seconds"]
fn hanging_backend_is_killed_with_its_children() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("child");
    let file = &file;
    let one = &|mode: &str| {
        let started = Instant::now();
        let (inputs, message) = run_error(mode, file.to_str());
        assert_eq!(inputs[0], Value::of(BAD), "{mode}");
        let expected = "it gave no answer to `run` within 1.8 s (VYRE_PATIENCE extends it)";
        assert!(message.contains(expected), "{mode}: {message}");
        // Twice the whole time, and then parts of it.
        assert!(started.elapsed() < 20 * PATIENCE, "{mode}");
    };
    std::thread::scope(|scope| {
        for mode in ["hangs", "half_and_stays", "leaves_a_child"] {
            scope.spawn(move || one(mode));
        }
    });
    let child = fs::read_to_string(file).expect("it left a child");
    let status = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    assert!(status.is_empty() || status.contains(") Z "), "{status}");
}

/// Oracle: the rule that a lost case is retried once, alone.
#[test]
fn lost_case_is_retried_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("died");
    let backend = open(&["dies_once", file.to_str().expect("a name")]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    run(&*op, Some(3)).expect("right when it is asked again");
    assert!(file.exists(), "it died");
    // Ops loaded before are loaded again.
    run(&*op, Some(4)).expect("right");
}

/// Oracle: the rule that a backend keeps its identity.
#[test]
fn backend_with_a_changed_identity_is_abandoned() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("died");
    let backend = open(&["another", file.to_str().expect("a name")]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    run(&*op, None).expect("right before");
    for bad in [Some(3), None] {
        let error = run(&*op, bad).expect_err("another one");
        let BackendError::DeviceLost(message) = &error else {
            panic!("{error}");
        };
        let expected = "answers `hello` differently after a restart";
        assert!(
            message.contains(expected) && message.contains("mended"),
            "{message}"
        );
    }
}

/// Oracle: full pipes: 200 lines of 16,000 characters to the log for each request, whose ends are kept.
#[test]
fn full_log_causes_no_deadlock() {
    let backend = open(&["floods"]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    run(&*op, None).expect("right");
    drop(op);
}

/// Oracle: requests that fill the pipe to a program that does not read it.
#[test]
fn unresponsive_backend_is_reported() {
    let message = open(&["deaf"]).expect_err("no answer").to_string();
    assert!(
        message.contains("it gave no answer to `hello` within 1"),
        "{message}"
    );
    let message = open(&["silent"]).expect_err("no answer").to_string();
    assert!(
        message.contains("it gave no answer to `hello`"),
        "{message}"
    );
}

/// Oracle: the text of each message, which names the remedy.
#[test]
fn invalid_handshake_prevents_opening() {
    let message = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let opened = ProcessBackend::open("process-x", words, PATIENCE);
        opened.expect_err("it does not open").to_string()
    };
    let missing = message(&["/nowhere/backend"]);
    assert!(missing.contains("no such program. Give its path"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backend.py");
    fs::write(&file, "#!/usr/bin/env python3\n").expect("writable");
    let plain = message(&[file.to_str().expect("a name")]);
    assert!(
        plain.contains(
            "it is not executable. Make it executable (chmod +x), or name its interpreter"
        ),
        "{plain}"
    );
    for (mode, expected) in [
        (
            "exits",
            "it closed its output without an answer; it ended with exit status: 7; its standard error:\nno device in slot 3",
        ),
        (
            "prints",
            "it writes text to its standard output, which is for frames: `Loading the device, please wait ...`",
        ),
        (
            "version",
            "it speaks `vyre-backend/2`, but this host speaks vyre-backend/1: use a backend of that version",
        ),
        ("misspelt", "unknown field `limit`, expected one of"),
        ("takes_nothing", "`accepts` is empty: name a form of code"),
        (
            "no_json",
            "the head of its answer to `hello` cannot be used: expected value",
        ),
        ("refuses", "answers `hello` with an error: not today"),
    ] {
        let message = open(&[mode]).expect_err(mode).to_string();
        assert!(message.contains(expected), "{mode}: {message}");
    }
}

/// Oracle: the clauses of the contract.
#[test]
#[ignore = "a long run: seconds"]
fn correct_backend_keeps_the_contract() {
    let open = || open(&["right"]).map_err(|error| error.to_string());
    assert_eq!(check(open, WHOLE), Ok(()));
}

/// Oracle: the fault: a second answer, which would be wrong for the next sums.
#[test]
fn surplus_answer_is_not_matched_to_the_next_request() {
    let backend = open(&["twice"]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    for case in 0..8 {
        run(&*op, Some(case)).expect("right, as the first answer of each time is");
        run(&*op, None).expect("right, though an answer was there before it was asked");
    }
}
