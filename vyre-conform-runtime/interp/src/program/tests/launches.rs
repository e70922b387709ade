//! Launches of several steps, limits, faults, and reports.

use super::super::workgroup::HaltReason;
use super::{run, valid, words, workgroup};
use crate::{Options, Order, OutOfBounds, ProgramFault, report_launch, run_launch};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{AtomicOp, Axis, Expr, Kernel, Operand, Type};

/// `to[i] = from[i] + by`.
fn plus(by: u32) -> ValidProgram {
    let mut k = Kernel::new("plus", [2, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, from.at(i) + by);
    valid(k)
}

/// Oracle: by hand: 1 and 2 become 11 and 12, then 111 and 112; a step without workgroups does nothing.
#[test]
fn steps_see_writes_of_earlier_steps() {
    let step = |program, workgroups, buffers: [usize; 2]| Step {
        program,
        workgroups,
        buffers: buffers.to_vec(),
    };
    let launch = Launch {
        buffers: vec![words(&[1, 2]), Contents::Zeros(2), words(&[8, 8, 8])],
        steps: vec![
            step(0, [1, 1, 1], [0, 1]),
            step(1, [1, 1, 1], [1, 2]),
            step(1, [1, 0, 1], [2, 0]),
        ],
        read_back: vec![2, 0],
    };
    let programs = [plus(10), plus(100)];
    let report = report_launch(&programs, &launch, &Options::default()).expect("no fault");
    assert_eq!(report.words, [vec![111, 112, 8], vec![1, 2]]);
    // Two invocations in two steps, each with two nodes and the end of the list.
    assert_eq!(report.steps, 2 * 2 * 3);
    let written: Vec<_> = report.written.iter().map(|w| w.highest()).collect();
    assert_eq!(written, [None, Some(1), Some(1)]);
}

/// Oracle: by hand: invocations 0, 2, 4 and 6 write their own element, of which 5 exist, and read the
/// next.
#[test]
fn report_lists_written_words() {
    let mut k = Kernel::new("even", [8, 1, 1]);
    let to = k.read_write("to", Type::U64);
    let count = k.read_write("count", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when((i % 2_u32).equals(0_u32), |k| {
        k.store(to, i, to.at(i + 1_u32) + Expr::u64(1));
        k.atomic(AtomicOp::Add, count, i, 1_u32);
    });
    let program = valid(k);
    let buffers = vec![Contents::Zeros(10), Contents::Zeros(1)];
    let launch = Launch::single(&program, [1, 1, 1], buffers);
    let report = report_launch(&[program], &launch, &Options::default()).expect("no fault");
    let [to, count] = &report.written[..] else {
        panic!("two buffers")
    };
    let contained: Vec<usize> = (0..70).filter(|k| to.contains(*k)).collect();
    assert_eq!(contained, [0, 2, 4]);
    assert_eq!((to.count(), to.highest(), to.refused), (3, Some(4), 1));
    assert_eq!(
        (count.count(), count.highest(), count.refused),
        (1, Some(0), 3)
    );
    let out_of_bounds = OutOfBounds {
        loads: 2,
        stores: 1,
        atomics: 3,
    };
    assert_eq!(report.out_of_bounds, out_of_bounds);
}

fn fault(kernel: Kernel, buffers: Vec<Contents>, steps: u64) -> ProgramFault {
    let options = Options {
        steps,
        ..Options::default()
    };
    run(&valid(kernel), [1, 1, 1], buffers, &options).expect_err("a fault")
}

/// Runs a program with a workgroup buffer of this many elements of 16 bytes.
fn tile(count: u32) -> Result<Vec<Vec<u32>>, ProgramFault> {
    let mut k = Kernel::new("tile", [1, 1, 1]);
    k.workgroup("tile", Type::U128, count);
    let limits = Limits {
        workgroup_bytes: u32::MAX,
        ..Limits::INTERPRETER
    };
    let program = validate_program(k.finish(), &(), &limits).expect("a valid program");
    run(&program, [1, 1, 1], vec![], &Options::default())
}

/// Oracle: docs/spec/ir.md#reference-interpreter: exactly 64 MiB are within the limits, for buffers and
/// for a workgroup.
#[test]
fn launches_at_the_limits_are_accepted() {
    let words = (64 << 20) / 4;
    let launch = Launch {
        buffers: vec![Contents::Zeros(words - 1), Contents::Zeros(1)],
        steps: vec![],
        read_back: vec![1],
    };
    let actual = run_launch(&[], &launch, &Options::default());
    assert_eq!(actual, Ok(vec![vec![0]]));
    assert_eq!(tile(4 << 20), Ok(vec![]));
}

/// Oracle: docs/spec/ir.md#reference-interpreter; the messages contain a remedy.
#[test]
fn exceeded_limits_are_errors_with_a_remedy() {
    let too_much = Contents::Zeros((64 << 20) / 4);
    let launch = Launch {
        buffers: vec![too_much, Contents::Zeros(1)],
        steps: vec![],
        read_back: vec![],
    };
    let violations = run_launch(&[], &launch, &Options::default()).expect_err("too large");
    let bytes = (64 << 20) + 4;
    let limit = 64 << 20;
    assert_eq!(violations, ProgramFault::InputTooLarge { bytes, limit });
    assert!(violations.to_string().contains("tile the input"));

    let violations = tile((4 << 20) + 1).expect_err("too large");
    assert!(
        matches!(&violations, ProgramFault::WorkgroupTooLarge { bytes, .. } if *bytes == (64 << 20) + 16),
        "{violations}"
    );
    assert!(violations.to_string().contains("smaller tile"));

    let mut k = Kernel::new("locals", [1024, 1, 1]);
    k.array("a", Type::U32, 1 << 17);
    k.barrier();
    let violations = fault(k, vec![], u64::MAX);
    assert!(
        matches!(
            violations,
            ProgramFault::LocalsTooLarge {
                invocations: 1024,
                ..
            }
        ),
        "{violations}"
    );
    // Without a barrier only one invocation is active, and the same locals fit.
    let mut k = Kernel::new("locals", [1024, 1, 1]);
    k.array("a", Type::U32, 1 << 17);
    assert_eq!(
        run(&valid(k), [1, 1, 1], vec![], &Options::default()),
        Ok(vec![])
    );
}

/// Oracle: I11: sizes whose products and sums overflow are rejected or stopped, by hand.
#[test]
fn i11_sizes_that_overflow_are_refused() {
    let launch = Launch {
        buffers: vec![Contents::Zeros(usize::MAX); 3],
        steps: vec![],
        read_back: vec![],
    };
    let violations = run_launch(&[], &launch, &Options::default()).expect_err("too large");
    let (bytes, limit) = (u64::MAX, 64 << 20);
    assert_eq!(violations, ProgramFault::InputTooLarge { bytes, limit });

    let program = valid(Kernel::new("many", [1024, 1, 1]));
    let options = Options {
        steps: 10_000,
        ..Options::default()
    };
    let max = Limits::INTERPRETER.workgroups;
    for order in [Order::Ascending, Order::Seeded(1), Order::Interleaved(2)] {
        let options = Options {
            order,
            ..options.clone()
        };
        let violations = run(&program, [max; 3], vec![], &options).expect_err("2^70 invocations");
        assert!(
            matches!(violations, ProgramFault::Steps { .. }),
            "{violations}"
        );
        let violations = run(&program, [max + 1, 0, 0], vec![], &options).expect_err("too many");
        assert!(
            matches!(violations, ProgramFault::Launch(_)),
            "{violations}"
        );
    }
}

/// Oracle: the documentation of `Options::steps` and of `Node::While`.
#[test]
fn endless_loops_are_stopped() {
    let mut k = Kernel::new("empty", [1, 1, 1]);
    k.count("n", 0_u32, u32::MAX, |_, _| {});
    let results = fault(k, vec![], 10_000);
    let program = "empty".to_owned();
    let steps = 10_000;
    assert_eq!(results, ProgramFault::Steps { program, steps });

    let mut k = Kernel::new("forever", [1, 1, 1]);
    k.repeat_while(u64::MAX, true, |_| {});
    assert!(matches!(
        fault(k, vec![], 10_000),
        ProgramFault::Steps { .. }
    ));

    let mut k = Kernel::new("bounded", [1, 1, 1]);
    k.repeat_while(3, true, |_| {});
    let results = fault(k, vec![], 10_000);
    let text = "a loop of `bounded` in `bounded` ran more than its stated bound of 3 times";
    assert_eq!(results.to_string(), text);
}

/// Runs one workgroup of four invocations of a kernel that validation rejects.
fn refused(kernel: Kernel) -> Result<Vec<Vec<u32>>, HaltReason> {
    workgroup(kernel, vec![], 4)
}

/// Oracle: rule V010: the invocations of a workgroup pass a barrier together, in the same iteration of
/// every enclosing loop, or the program is wrong. Validation rejects these programs.
#[test]
fn divergent_barriers_are_seen() {
    let me = || Expr::local_id(Axis::X);
    let mut k = Kernel::new("arms", [4, 1, 1]);
    let condition = me().less(2_u32);
    k.when_else(condition, |k| k.barrier(), |k| k.barrier());
    assert!(matches!(refused(k), Err(HaltReason::Divergent(0, 2))));

    let mut k = Kernel::new("iterations", [4, 1, 1]);
    k.count("n", me(), 9_u32, |k, _| k.barrier());
    assert!(matches!(refused(k), Err(HaltReason::Divergent(0, 1))));

    // Invocations that have returned are not waited for.
    let mut k = Kernel::new("early", [4, 1, 1]);
    k.when(me().less(2_u32), |k| k.finish_invocation());
    k.barrier();
    assert!(refused(k).is_ok());
}
