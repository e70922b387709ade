//! Right engines with unusual layouts of records: the suite does not mistake their checks for checks that cannot fail.

use super::support::{catalog, check_on, engine, holds};
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim,
};
use vyre_conform_tests::changed;

/// A layout of records: field `f` of record `i` of `n` is at `header + i * stride + f * apart`.
#[derive(Clone, Copy)]
struct Layout {
    header: u32,
    fields: u32,
    stride: fn(u32) -> u32,
    apart: fn(u32) -> u32,
}

/// One word per record, contiguous.
const PLAIN: Layout = Layout {
    header: 0,
    fields: 1,
    stride: |_| 1,
    apart: |_| 1,
};

/// The records of [`PLAIN`] that the counter includes.
fn kept(read: &[Vec<u32>]) -> Output {
    let kept = read[0].iter().take(read[1][0] as usize);
    kept.map(|word| vec![*word]).collect()
}

/// Records `(w, w + 1, ...)` for every even word `w`, in the order of a counter, in one buffer.
fn evens(input: &Input, size: u32, layout: Layout, decode: Decode) -> Plan {
    let words = &input.columns[0];
    let n = words.len() as u32;
    let mut k = Kernel::new("evens", [size, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let count = k.read_write("count", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(n) & (from.at(i) & 1).equals(0), |k| {
        let place = k.atomic(AtomicOp::Add, count, 0, 1);
        let place = k.bind("place", place * (layout.stride)(n) + layout.header);
        for field in 0..layout.fields {
            k.store(to, place + field * (layout.apart)(n), from.at(i) + field);
        }
    });
    let room = layout.header + n * layout.fields;
    let mut plan = dispatched(k, input, room, decode);
    plan.order_dependent.push(0);
    plan
}

/// A plan of one dispatch with one invocation per word of the column, which it reads. It writes to a buffer of this
/// many words and to one of a single word, and reads both back. No buffer is empty.
fn dispatched(kernel: Kernel, input: &Input, room: u32, decode: Decode) -> Plan {
    let words = &input.columns[0];
    let program = kernel.finish();
    let groups = (words.len() as u32).div_ceil(program.workgroup_size[0]);
    let max_steps = 40 * (1 + u64::from(groups) * program.invocations());
    let launch = Launch {
        buffers: vec![
            Contents::Words(if words.is_empty() {
                vec![0]
            } else {
                words.clone()
            }),
            Contents::Zeros(room.max(1) as usize),
            Contents::Zeros(1),
        ],
        steps: vec![Step {
            program: 0,
            workgroups: [groups, 1, 1],
            buffers: vec![0, 1, 2],
        }],
        read_back: vec![1, 2],
    };
    Plan::new(vec![program], launch, max_steps, decode)
}

type Decode = fn(&Input, &[Vec<u32>]) -> Output;

fn records(fields: u32, input: &Input) -> Output {
    let even = input.columns[0].iter().filter(|word| *word % 2 == 0);
    even.map(|word| (0..fields).map(|field| word + field).collect())
        .collect()
}

const SET: &[Invariant] = &[
    Invariant::Deterministic,
    Invariant::NoOutputLost,
    Invariant::NoDuplicateOutput,
    Invariant::WorkgroupInvariant,
];

/// Distinct words, every second one even; lengths 0 to 7.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![(0..n as u32).map(|k| k * 7 + 2).collect()],
    }
}

/// Four inputs of many odd words, then some with even ones.
fn late(n: u64) -> Input {
    match n {
        0..=3 => Input {
            columns: vec![(0..20_000).map(|k| 2 * k + 1).collect()],
        },
        n => inputs(n),
    }
}

fn right(def: &EngineDef) {
    for check in SET.iter().map(|i| Check::Invariant(*i)) {
        holds(check_on(def, Runner::Interpreter, check));
    }
    holds(check_on(def, Runner::Interpreter, Check::Reference));
}

/// Oracle: reasoning: the engines have no fault, and each check could detect one, since a record may be lost or
/// duplicated in each of these layouts.
#[test]
fn right_engines_are_not_refused_for_their_layout() {
    fn engine_with(plan: fn(&Input, u32) -> Plan, reference: fn(&Input) -> Output) -> EngineDef {
        changed!(engine(SET, plan, reference), inputs: inputs)
    }
    // Behind a header of a hundred words.
    right(&engine_with(
        |i, s| {
            let layout = Layout {
                header: 100,
                ..PLAIN
            };
            evens(i, s, layout, |_, read| {
                let kept = read[0].iter().skip(100).take(read[1][0] as usize);
                kept.map(|word| vec![*word]).collect()
            })
        },
        |input| records(1, input),
    ));
    // Six words per record.
    right(&engine_with(
        |i, s| {
            let layout = Layout {
                header: 0,
                fields: 6,
                stride: |_| 6,
                apart: |_| 1,
            };
            evens(i, s, layout, |_, read| {
                let kept = read[0].chunks(6).take(read[1][0] as usize);
                kept.map(<[u32]>::to_vec).collect()
            })
        },
        |input| records(6, input),
    ));
    // Two columns in one buffer that their records fill.
    right(&engine_with(
        |i, s| {
            let layout = Layout {
                header: 0,
                fields: 2,
                stride: |_| 1,
                apart: |n| n,
            };
            evens(i, s, layout, |input, read| {
                let n = input.columns[0].len();
                let kept = 0..n.min(read[1][0] as usize);
                kept.map(|k| vec![read[0][k], read[0][n + k]]).collect()
            })
        },
        |input| records(2, input),
    ));
    // The first inputs are large and have no output.
    right(&changed!(engine_with(
            |i, s| evens(i, s, PLAIN, |_, read| kept(read)),
            |input| records(1, input),
        ), inputs: late));
    // A decoder that panics on an impossible count.
    right(&engine_with(
        |i, s| {
            evens(i, s, PLAIN, |input, read| {
                let even = input.columns[0].iter().filter(|word| *word % 2 == 0);
                assert_eq!(even.count(), read[1][0] as usize, "as many as are even");
                kept(read)
            })
        },
        |input| records(1, input),
    ));
}

/// Writes `1 + i` to word `i` of a buffer as long as the column, and 1 to a flag if the column has a zero.
fn flagged(input: &Input, size: u32, decode: Decode) -> Plan {
    let words = &input.columns[0];
    let n = words.len() as u32;
    let mut k = Kernel::new("flagged", [size, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let scratch = k.read_write("scratch", Type::U32);
    let flag = k.read_write("flag", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(n), |k| {
        k.store(scratch, i, i + 1);
        k.when(from.at(i).equals(0), |k| {
            k.atomic(AtomicOp::Max, flag, 0, 1);
        });
    });
    dispatched(k, input, n, decode)
}

/// Oracle: reasoning: the outputs depend on one word, which is the last of many, or which right runs did not change.
#[test]
fn an_output_of_one_word_among_many_is_not_refused() {
    const KEPT: &[Invariant] = &[Invariant::NoOutputLost, Invariant::WorkgroupInvariant];
    let long = |n: u64| Input {
        columns: vec![vec![5; [512, 1000, 1024, 4096][n as usize % 4]]],
    };
    let last: fn(&Input, u32) -> Plan = |i, s| {
        flagged(i, s, |_, read| {
            vec![read[0].last().copied().into_iter().collect()]
        })
    };
    let length: fn(&Input) -> Output = |input| vec![vec![input.columns[0].len() as u32]];
    let flag: fn(&Input, u32) -> Plan = |i, s| flagged(i, s, |_, read| vec![vec![read[1][0]]]);
    let unset: fn(&Input) -> Output = |_| vec![vec![0]];
    for (plan, reference) in [(last, length), (flag, unset)] {
        let def = changed!(engine(KEPT, plan, reference), inputs: long);
        for check in KEPT.iter().map(|i| Check::Invariant(*i)) {
            holds(check_on(&def, Runner::Interpreter, check));
        }
        holds(check_on(&def, Runner::Interpreter, Check::Reference));
    }
}

/// Oracle: reasoning: a right engine gives one record, a wrong one may give it twice, since the counter comes from the
/// engine.
#[test]
fn one_counted_record_is_not_refused() {
    const KEPT: &[Invariant] = &[Invariant::NoDuplicateOutput];
    let counted: fn(&Input, u32) -> Plan = |i, s| {
        flagged(i, s, |_, read| {
            let words = [read[0][0], 0];
            let kept = words.iter().take(read[1][0] as usize);
            kept.map(|word| vec![*word]).collect()
        })
    };
    let def = changed!(engine(KEPT, counted, |_| vec![vec![1]]), inputs: |n| Input {
        columns: vec![vec![0; 1 + n as usize]],
    });
    let check = Check::Invariant(Invariant::NoDuplicateOutput);
    holds(check_on(&def, Runner::Interpreter, check));
    holds(check_on(&def, Runner::Interpreter, Check::Reference));
}

/// Oracle: reasoning: an input without output shows nothing, but does not show that nothing could fail.
#[test]
#[ignore = "a long run: seconds"]
fn engines_of_the_library_hold_on_their_first_input_alone() {
    for def in catalog().engines() {
        let verdict = check_claim(&CheckRequest {
            check: Check::Reference,
            session: &EngineSession::new(def, Runner::Interpreter),
            interpreted: &EngineSession::new(def, Runner::Interpreter),
            library: catalog(),
            inputs: 1,
            single_case: None,
        });
        assert!(
            matches!(verdict, ClaimOutcome::Holds { .. }),
            "{}: {verdict:?}",
            def.id
        );
    }
}
