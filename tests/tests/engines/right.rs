//! The gates of engines, and their corpus.

use super::support::{INPUTS, check_on, engine, holds, inputs, violation};
use std::sync::atomic::{AtomicU32, Ordering};
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Check, CorpusCase, EngineDef, Guard, Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::Runner;
use vyre_conform_tests::changed;

/// Adds one to every word.
pub(crate) fn increment(input: &Input, size: u32) -> Plan {
    let words = input.columns[0].clone();
    let mut k = Kernel::new("increment", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) + 1));
    let workgroups = (words.len() as u32).div_ceil(size);
    let max = 8 * u64::from(workgroups * size);
    let launch = Launch {
        buffers: vec![Contents::Words(words)],
        steps: vec![Step {
            program: 0,
            workgroups: [workgroups, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    Plan::new(vec![k.finish()], launch, max, |_, words| {
        words[0].iter().map(|w| vec![*w]).collect()
    })
}

pub(crate) fn incremented(input: &Input) -> Output {
    input.columns[0].iter().map(|w| vec![*w + 1]).collect()
}

fn right() -> EngineDef {
    engine(&[Invariant::Deterministic], increment, incremented)
}

fn gates(def: &EngineDef) -> String {
    violation(check_on(def, Runner::Interpreter, Check::Gates))
}

/// Oracle: the documentation of the gates; each engine violates one of them.
#[test]
fn ill_defined_engine_is_refused_by_the_gates() {
    assert_eq!(
        holds(check_on(&right(), Runner::Interpreter, Check::Gates)),
        5 * INPUTS
    );
    let with = |plan| changed!(right(), plan: plan);
    let invalid = with(|input, size| {
        let mut plan = increment(input, size);
        plan.programs[0].workgroup_size = [0, 1, 1];
        plan
    });
    let actual = gates(&invalid);
    assert!(
        actual.contains("is not valid") && actual.contains("V003"),
        "{actual}"
    );
    let misfit = with(|input, size| {
        let mut plan = increment(input, size);
        plan.launch.buffers.clear();
        plan
    });
    assert!(gates(&misfit).contains("does not fit"));
    let outside = with(|input, size| {
        let mut plan = increment(input, size);
        plan.guards.push(Guard {
            read_back: 1,
            first_word: 0,
        });
        plan
    });
    assert!(gates(&outside).contains("read back"));
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let fickle = with(|input, size| Plan {
        max_steps: 9_000 + u64::from(CALLS.load(Ordering::Relaxed)),
        launch: Launch {
            read_back: vec![0; 1 + CALLS.fetch_add(1, Ordering::Relaxed) as usize % 2],
            ..increment(input, size).launch
        },
        ..increment(input, size)
    });
    assert!(gates(&fickle).contains("made again"));
    let alike = changed!(right(), inputs: |_| inputs(3));
    assert!(gates(&alike).contains("alike"));
}

const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Peano, Arithmetices principia (1889), axiom 6",
    input: || Input {
        columns: vec![vec![0, 1]],
    },
    output: || vec![vec![1], vec![2]],
}];

/// Oracle: the corpus above: cited outputs are right; the reference and the engine may be wrong.
#[test]
fn the_corpus_judges_reference_and_engine() {
    let def = changed!(right(), corpus: CORPUS);
    assert_eq!(holds(check_on(&def, Runner::Interpreter, Check::Corpus)), 5);
    holds(check_on(&def, Runner::Interpreter, Check::Gates));
    let wrong = changed!(right(), reference: Some(|input| {
            let mut output = incremented(input);
            output.rotate_left(usize::from(input.columns[0][0] == 0));
            output[0][0] += u32::from(input.columns[0][0] == 0);
            output
        }), corpus: CORPUS);
    assert!(
        gates(&wrong).contains("expected (2), found (3)"),
        "{}",
        gates(&wrong)
    );
    let lost = changed!(right(), plan: |input, size| Plan {
            decode: |_, words| vec![vec![words[0][0]]],
            ..increment(input, size)
        }, corpus: CORPUS);
    let actual = violation(check_on(&lost, Runner::Interpreter, Check::Corpus));
    assert!(actual.contains("expected (2), found absent"), "{actual}");
}
