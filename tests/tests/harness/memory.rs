//! A device that runs out of memory: the trial fails with a structured error, and the other trials continue.
//!
//! A software adapter allocates from the process, so a limit on the process is a limit on the device. It affects the
//! whole process, so each test runs in a separate one.

use super::support::{context, folder, report, run};
use std::process::Command;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode};
use vyre_conform_wgpu::{StreamWidth, WgpuBackend};

/// Cases of an op whose operands and results are 256 MiB each.
const CASES: usize = 64 << 20;
/// Remaining memory of the process for which creating one of their buffers fails: the device survives that.
const LESS_THAN_A_BUFFER: u64 = 128 << 20;
/// Remaining memory for which the buffer is created but cannot be filled: wgpu loses the device, and the backend opens
/// another one.
const LESS_THAN_TWO: u64 = 400 << 20;

/// An adapter that also uploads this many cases of `toy::good_add` when it loads that op.
struct Hungry(&'static WgpuBackend, Vec<u32>);

impl Backend for Hungry {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        if op.name == "good_add" {
            self.0.stream(op, StreamWidth::Four, &[&self.1[..]; 2])?;
        }
        self.0.load(op)
    }
}

/// The size of this process.
fn size() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    1024 * kilobytes
        .and_then(|n| n.parse::<u64>().ok())
        .expect("a size")
}

/// The software adapter.
fn software() -> Option<&'static WgpuBackend> {
    let all = vyre_conform_wgpu::selected().expect("a selection");
    let software = all.iter().find(|b| b.identity().slug.contains("llvmpipe"));
    software.copied()
}

/// Runs a trial that needs more than the remaining memory and fails with these words, and other trials before and after
/// it.
fn within(left: u64, words: &str) {
    let device = software().expect("the test below has seen it");
    let device: &'static Hungry = Box::leak(Box::new(Hungry(device, vec![1; CASES])));
    let root = folder();
    let ids = ["toy::good_add", "toy::good_xor"];
    let context = context(&ids, vec![device], root.path());
    let xor = || run(&context, "toy::good_xor::parity");
    assert!(xor().iter().all(|(_, outcome)| outcome.passed()));
    let limit = format!("--as={}", size() + left);
    let pid = std::process::id().to_string();
    let set = Command::new("prlimit")
        .args(["--pid", &pid, &limit])
        .status();
    assert!(set.expect("prlimit is there").success());
    let text = report(&run(&context, "toy::good_add::parity"));
    assert!(text.contains(words), "{text}");
    for (id, outcome) in xor() {
        assert!(outcome.passed(), "the rest goes on: {id}: {outcome:?}");
    }
}

/// Oracle: the limit, which one op exceeds and the ops before and after it do not. The test uses up the memory of its
/// process.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn without_room_for_a_buffer() {
    within(LESS_THAN_A_BUFFER, "out of device memory");
}

/// Oracle: as above.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn without_room_to_fill_a_buffer() {
    within(
        LESS_THAN_TWO,
        "the device was lost: the driver gives no reason: Out of memory",
    );
}

/// Oracle: the tests above, each in a separate process.
#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "only Linux limits the memory of a process"
)]
fn exhausted_memory_fails_one_trial_and_others_run() {
    assert!(
        software().is_some(),
        "this test needs Mesa's lavapipe, whose memory is the process's, among the adapters"
    );
    for name in ["without_room_for_a_buffer", "without_room_to_fill_a_buffer"] {
        let binary = std::env::current_exe().expect("this test binary");
        let output = Command::new(binary)
            .args(["--ignored", "--exact", &format!("harness::memory::{name}")])
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("1 passed"), "{text}");
    }
}
