//! Threads that run workgroups of one dispatch concurrently.

use vyre_conform_c::CBackend;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Type};
use vyre_conform_runtime::sync::cores;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

/// The numbers of workgroups of a large dispatch, and of a small one like those of the suite's engines.
const GROUPS: [u32; 2] = [4096, 32];
const SIZE: u32 = 64;

/// The text of an atomic step.
pub(super) const STEP: &str =
    "return atomic_fetch_add_explicit(place, value, memory_order_relaxed);";
/// The atomic step torn into a read and a write.
const TORN: &str = "volatile u32 *torn = words; const u32 before = torn[i]; torn[i] = before + value; return before;";
/// A pause of a fraction of a microsecond after the step, or between its halves. Without it, on a busy machine, a
/// thread may finish a small dispatch before another one wakes.
const PAUSE: &str = "for (volatile int pause = 0; pause < 300; pause++) {}";

/// [`TORN`] with a pause between its halves.
pub(super) fn slowly_torn() -> String {
    TORN.replace("; torn[i] =", &format!("; {PAUSE} torn[i] ="))
}

/// The limit on launches until an effect of concurrent threads appears.
const TRIES: usize = 500;

/// Every invocation adds one to a counter and stores the previous value.
fn ranks() -> ValidProgram {
    let mut k = Kernel::new("ranks", [SIZE, 1, 1]);
    let counter = k.read_write("counter", Type::U32);
    let ranks = k.read_write("ranks", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let rank = k.atomic(AtomicOp::Add, counter, 0, 1);
    k.store(ranks, i, rank);
    validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program")
}

/// Runs it until `of` is true of the counter and the ranks; returns success.
fn eventually(backend: &CBackend, groups: u32, f: impl Fn(u32, &[u32]) -> bool) -> bool {
    let program = ranks();
    let loaded = backend
        .load_programs(std::slice::from_ref(&program))
        .expect("compiled");
    let all = (groups * SIZE) as usize;
    let buffers = vec![Contents::Zeros(1), Contents::Zeros(all)];
    let launch = Launch::single(&program, [groups, 1, 1], buffers);
    (0..TRIES).any(|_| {
        let words = loaded.run(&launch).expect("words");
        f(words[0][0], &words[1])
    })
}

/// Oracle: counting. Each rank occurs once. The ranks of one workgroup are contiguous unless another thread steps
/// between them, which never happens with a single thread.
#[test]
fn workgroups_run_at_once_and_no_step_is_lost() {
    let cores = cores();
    let slow = format!(
        "const u32 before = {} {PAUSE} return before;",
        &STEP["return ".len()..]
    );
    let backend = super::c11().with_fault(STEP, &slow);
    for groups in GROUPS {
        let between = eventually(&backend, groups, |counter, ranks| {
            let all = groups * SIZE;
            assert_eq!(counter, all);
            let mut sorted = ranks.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..all), "a rank is missing");
            let mut per_group = ranks.chunks(SIZE as usize);
            per_group.any(|group| group.windows(2).any(|pair| pair[1] != pair[0] + 1))
        });
        assert_eq!(between, cores > 1, "{groups} workgroups, {cores} cores");
    }
}

/// Oracle: the same count, on steps that are torn into a read and a write.
#[test]
fn a_torn_step_is_seen() {
    let cores = cores();
    let torn = super::c11().with_fault(STEP, &slowly_torn());
    for groups in GROUPS {
        let lost = eventually(&torn, groups, |counter, _| counter < groups * SIZE);
        assert_eq!(lost, cores > 1, "{groups} workgroups, {cores} cores");
    }
}
