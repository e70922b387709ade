//! One mutant for each invariant: an engine that copies or counts, with one change.

use super::support::{check_on, check_on_interpreter, engine, holds, violation};
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{
    AtomicEvent, Check, Guard, History, Input, Output, Plan, Queue,
};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::Runner;

/// The fault of a copy.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum CopyFault {
    Nothing,
    LosesLast,
    FirstTwice,
    Reversed,
    WritesBeyond,
    WritesTheSameBeyond,
    CountsTooFar,
    CountsTooFarForAWhile,
    NeverEnds,
    TakesLonger,
    KnowsItsSize,
    Races,
}

/// Copies the column: one dispatch, one word per invocation, a counter of words and one guarded word.
pub(super) fn copy(input: &Input, size: u32, wrong: CopyFault) -> Plan {
    let words = &input.columns[0];
    let n = words.len() as u32;
    let mut k = Kernel::new("copy", [size, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let count = k.read_write("count", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let last = if wrong == CopyFault::LosesLast {
        n - 1
    } else {
        n
    };
    k.when(i.less(last), |k| {
        let place: Expr = match wrong {
            CopyFault::Reversed => Expr::u32(n - 1) - i,
            _ => i.into(),
        };
        let source: Expr = match wrong {
            CopyFault::FirstTwice => i.equals(1).select(0, i),
            _ => i.into(),
        };
        let more = if wrong == CopyFault::KnowsItsSize {
            size / 64
        } else {
            0
        };
        k.store(to, place, from.at(source) + more);
        k.atomic(AtomicOp::Add, count, 0, 1);
        if wrong == CopyFault::CountsTooFar {
            k.atomic(AtomicOp::Add, count, 0, 1);
        }
        if wrong == CopyFault::CountsTooFarForAWhile {
            k.atomic(AtomicOp::Add, count, 0, 1000);
            k.atomic(AtomicOp::Add, count, 0, 0_u32.wrapping_sub(1000));
        }
    });
    match wrong {
        CopyFault::WritesBeyond => k.when(i.equals(0), |k| k.store(to, n, 7)),
        CopyFault::WritesTheSameBeyond => k.when(i.equals(0), |k| k.store(to, n, 0)),
        CopyFault::Races => k.store(to, 0, i),
        CopyFault::NeverEnds => k.repeat_while(u64::MAX, Expr::bool(true), |_| {}),
        CopyFault::TakesLonger => k.count("again", 0, 20, |k, again| _ = k.bind("x", again)),
        _ => {}
    }
    let groups = n.div_ceil(size);
    let launch = Launch {
        buffers: vec![
            Contents::Words(words.clone()),
            Contents::Zeros(words.len() + 1),
            Contents::Zeros(1),
        ],
        steps: vec![Step {
            program: 0,
            workgroups: [groups, 1, 1],
            buffers: vec![0, 1, 2],
        }],
        read_back: vec![1, 2],
    };
    let invocations = u64::from(groups) * u64::from(size);
    let mut plan = Plan::new(
        vec![k.finish()],
        launch,
        12 * invocations,
        |input, words| {
            let expected = &words[0][..input.columns[0].len()];
            expected
                .iter()
                .filter(|w| **w != 0)
                .map(|w| vec![*w])
                .collect()
        },
    );
    plan.guards.push(Guard {
        read_back: 0,
        first_word: words.len(),
    });
    plan.queues.push(Queue {
        read_back: 1,
        word: 0,
        bound: n,
    });
    plan
}

pub(super) fn column(input: &Input) -> Output {
    input.columns[0].iter().map(|w| vec![*w]).collect()
}

pub(super) const ALL: &[Invariant] = &[
    Invariant::Deterministic,
    Invariant::NoOutputLost,
    Invariant::NoDuplicateOutput,
    Invariant::OutputOrdered,
    Invariant::BoundedResources,
    Invariant::Termination,
    Invariant::WorkgroupInvariant,
];

/// Oracle: the definition of each invariant; the copy has no fault.
#[test]
fn a_right_copy_keeps_every_invariant() {
    let def = engine(ALL, |i, s| copy(i, s, CopyFault::Nothing), column);
    for invariant in ALL {
        assert_eq!(
            holds(check_on_interpreter(&def, *invariant)),
            40,
            "{invariant:?}"
        );
    }
    for check in [Check::Gates, Check::Reference] {
        assert_eq!(
            holds(check_on(&def, Runner::Interpreter, check)),
            40,
            "{check:?}"
        );
    }
}

/// Oracle: the definition of each invariant; each mutant has the fault in its name.
#[test]
fn each_mutant_is_caught_by_the_invariant_it_breaks() {
    use Invariant as I;
    type PlanOf = fn(&Input, u32) -> Plan;
    let mutants: [(PlanOf, I, &str); 11] = [
        (
            |i, s| copy(i, s, CopyFault::LosesLast),
            I::NoOutputLost,
            "(1) is lost",
        ),
        (
            |i, s| copy(i, s, CopyFault::FirstTwice),
            I::NoDuplicateOutput,
            "(1) is duplicated",
        ),
        (
            |i, s| copy(i, s, CopyFault::Reversed),
            I::OutputOrdered,
            "record 0",
        ),
        (
            |i, s| copy(i, s, CopyFault::WritesBeyond),
            I::BoundedResources,
            "word 1",
        ),
        (
            |i, s| copy(i, s, CopyFault::WritesTheSameBeyond),
            I::BoundedResources,
            "was written",
        ),
        (
            |i, s| copy(i, s, CopyFault::CountsTooFar),
            I::BoundedResources,
            "its bound is 1",
        ),
        (
            |i, s| copy(i, s, CopyFault::CountsTooFarForAWhile),
            I::BoundedResources,
            "holds 1001 at one time; its bound is 1",
        ),
        (
            |i, s| copy(i, s, CopyFault::NeverEnds),
            I::Termination,
            "still running",
        ),
        (
            |i, s| copy(i, s, CopyFault::TakesLonger),
            I::Termination,
            "declares at most",
        ),
        (
            |i, s| copy(i, s, CopyFault::KnowsItsSize),
            I::WorkgroupInvariant,
            "expected (1), found (2)",
        ),
        (
            |i, s| copy(i, s, CopyFault::Races),
            I::Deterministic,
            "a data race",
        ),
    ];
    for (plan, invariant, says) in mutants {
        let def = engine(ALL, plan, column);
        let actual = violation(check_on_interpreter(&def, invariant));
        assert!(actual.contains(says), "{invariant:?}: {actual}");
        if invariant == I::Termination {
            continue;
        }
        // The fault violates one invariant, which is never termination.
        holds(check_on_interpreter(&def, I::Termination));
    }
}

/// Oracle: the mutant: every invocation of a workgroup stores its number to word 0.
#[test]
fn race_visible_in_the_program_alone_is_refused_by_the_gates() {
    let def = engine(ALL, |i, s| copy(i, s, CopyFault::Races), column);
    let actual = violation(check_on(&def, Runner::Interpreter, Check::Gates));
    for part in [
        "Some((Generated(0), 32))",
        "a data race in every run",
        "`to[0]` of `copy`",
        "invocation [0, 0, 0] of workgroup [0, 0, 0] writes it at body[1].then[0]",
        "invocation [1, 0, 0] of workgroup [0, 0, 0] writes it at body[2]",
    ] {
        assert!(actual.contains(part), "{part}: {actual}");
    }
}

/// Counts its invocations, by atomic steps or by a load and a store.
fn tally(input: &Input, size: u32, atomic: bool) -> Plan {
    let n = input.columns[0].len() as u32;
    let mut k = Kernel::new("tally", [size, 1, 1]);
    let cell = k.read_write("cell", Type::U32);
    let observed = k.read_write("seen", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(n), |k| {
        let before = if atomic {
            k.atomic(AtomicOp::Add, cell, 0, 1)
        } else {
            let before = k.bind("before", cell.at(0));
            k.store(cell, 0, before + 1);
            before
        };
        k.store(observed, i, before);
    });
    let launch = Launch {
        buffers: vec![Contents::Zeros(1), Contents::Zeros(n as usize)],
        steps: vec![Step {
            program: 0,
            workgroups: [n.div_ceil(size), 1, 1],
            buffers: vec![0, 1],
        }],
        read_back: vec![0, 1],
    };
    let max = 12 * u64::from(n.next_multiple_of(size));
    let mut plan = Plan::new(vec![k.finish()], launch, max, |_, words| {
        vec![words[0].clone()]
    });
    plan.order_dependent.push(1);
    plan.histories = |_, words| {
        let event = |(invocation, before): (usize, &u32)| AtomicEvent {
            invocation: invocation as u32,
            op: AtomicOp::Add,
            value: 1,
            expected: 0,
            before: *before,
        };
        vec![History {
            initial: 0,
            events: words[1].iter().enumerate().map(event).collect(),
            last: words[0][0],
        }]
    };
    plan
}

fn length(input: &Input) -> Output {
    vec![vec![input.columns[0].len() as u32]]
}

/// Oracle: the definition of linearizability: two steps that see the same value lose an update.
#[test]
fn lost_update_is_not_linearizable() {
    let invariants = &[Invariant::AtomicLinearizable, Invariant::Deterministic];
    let right = engine(invariants, |i, s| tally(i, s, true), length);
    assert_eq!(
        holds(check_on_interpreter(&right, Invariant::AtomicLinearizable)),
        40
    );
    assert_eq!(
        holds(check_on_interpreter(&right, Invariant::Deterministic)),
        40
    );
    let torn = engine(invariants, |i, s| tally(i, s, false), length);
    let actual = violation(check_on_interpreter(&torn, Invariant::AtomicLinearizable));
    assert!(actual.contains("history 0"), "{actual}");
    let actual = violation(check_on_interpreter(&torn, Invariant::Deterministic));
    assert!(actual.contains("a data race"), "{actual}");
}
