//! Costs of certificates: `cargo bench -p vyre-ops --bench scale`, or with names of figures after `--`
//! (`verify`, `report`, `overhead`, `shards`) those alone. Times are of whole processes; ratios are of times
//! of one run of this program. The limits are those of the project's speed budget, and a figure beyond its
//! limit ends the program with an error. `shards` says nothing while anything else runs on the machine.

mod files;
mod library;
mod runs;

use runs::{LAW, OP, overhead, speedup};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use vyre_conform_runtime::sync::cores;
use vyre_ops as _;

/// That of the command `vyre-conform`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ROUNDS: usize = 3;
/// The longest that verifying a certificate of a thousand ops may take.
const LONGEST_VERIFY: Duration = Duration::from_millis(100);
/// The longest that a report of 500 ops may take.
const LONGEST_REPORT: Duration = Duration::from_secs(1);
/// The most that journal and certificate may add to a run of 10^8 cases.
const MOST_OVERHEAD: f64 = 0.02;
/// The least that two shards on two cores must give.
const LEAST_SPEEDUP: f64 = 1.8;

/// Measures, tells, and says whether the limit was kept.
type Figure = fn(&Path) -> bool;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| w != "--bench")
        .collect();
    if let [child, file] = &words[..]
        && child == files::CHILD
    {
        files::child(file);
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let figures: [(&str, Figure); 4] = [
        ("verify", |folder| {
            within("verify of 1,000 ops", files::verify(folder), LONGEST_VERIFY)
        }),
        ("report", |folder| {
            within("report of 500 ops", files::report(folder), LONGEST_REPORT)
        }),
        ("overhead", overheads),
        ("shards", speedups),
    ];
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    let mut within_limits = true;
    for (name, figure) in figures {
        within_limits &= !wanted(name) || figure(folder);
    }
    ExitCode::from(u8::from(!within_limits))
}

fn within(what: &str, took: Duration, longest: Duration) -> bool {
    println!("{what}: {took:.1?} (at most {longest:?})");
    took <= longest
}

/// The overhead of one op, which has a limit, and of a single law, whose work is short.
fn overheads(folder: &Path) -> bool {
    let median = |filter: &str| {
        let mut shares: Vec<(f64, f64)> = (0..ROUNDS).map(|_| overhead(folder, filter)).collect();
        shares.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (share, seconds) = shares[ROUNDS / 2];
        println!(
            "journal and certificate, {filter} with 10^8 cases: {:.2} % of the work ({:.2} to {:.2}), {:.1} ms",
            100.0 * share,
            100.0 * shares[0].0,
            100.0 * shares[ROUNDS - 1].0,
            1000.0 * seconds
        );
        share
    };
    median(LAW);
    median(OP) <= MOST_OVERHEAD
}

fn speedups(folder: &Path) -> bool {
    let cores = cores();
    if cores < 2 || Command::new("taskset").arg("-V").output().is_err() {
        println!("two shards on two cores: not run, there is one core or no taskset");
        return true;
    }
    let mut ratios: Vec<f64> = (0..ROUNDS).map(|_| speedup(folder)).collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    println!(
        "two shards on two cores: {ratio:.2} x one shard on one ({:.2} to {:.2})",
        ratios[0],
        ratios[ROUNDS - 1]
    );
    ratio >= LEAST_SPEEDUP
}
