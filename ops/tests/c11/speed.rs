//! Speed of the backend, compared with lavapipe in the same run.

use super::BINARY;
use std::process::Command;
use std::time::Instant;
use vyre_conform_harness::backends;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_spec::{Category, Track};
use vyre_conform_suite::backend::{Backend, availability, parity};

/// The number of rounds; backends alternate, and the fastest round counts.
const ROUNDS: usize = 3;

/// Seconds of `work` for each backend; they alternate.
fn fastest<T: Copy>(subject: [T; 2], work: impl Fn(T)) -> [f64; 2] {
    let mut min = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (min, one) in min.iter_mut().zip(subject) {
            let begin = Instant::now();
            work(one);
            *min = min.min(begin.elapsed().as_secs_f64());
        }
    }
    min
}

/// Oracle: the limits of docs/results/speed.md. It measures, so nothing else may run at the same time.
#[test]
#[ignore = "measures: run it alone, with --nocapture"]
fn c11_is_faster_than_lavapipe() {
    let catalog = Catalog::linked().expect("the library");
    let adapters = backends::selected("c11,llvmpipe").expect("both");
    let find = |slug: &str| -> &dyn Backend {
        let mut list = adapters.list.iter();
        *list
            .find(|b| b.identity().slug == slug)
            .expect("it is here")
    };
    let op = catalog.find("u32::add").expect("the op");
    let cases = 1 << 26;
    let source = Witnesses::new(op.def.op.signature.operands, 7, cases);
    let [own, other] = fastest(["c11", "llvmpipe"].map(find), |backend| {
        let runnable = availability(op, None, backend).expect("it runs there");
        let loaded = backend.load(runnable.code()).expect("compiled");
        let adapters = parity(&*loaded, &op.def.op, &source, 0..cases).expect("results");
        assert!(adapters.passed() && adapters.cases == cases);
    });
    let rate = |seconds: f64| cases as f64 / seconds / 1e6;
    println!(
        "parity of u32::add: c11 {:.0} M cases/s, lavapipe {:.0}, {:.1} x",
        rate(own),
        rate(other),
        other / own
    );
    let parity = other / own;
    // Ops that both can run: an op of one hardware feature is unsupported on the processor.
    let of_both = catalog
        .ops()
        .iter()
        .filter(|op| op.def.op.track() == Track::Integer && matches!(op.def.category, Category::A));
    let ids: Vec<String> = of_both.map(|op| format!("{}::", op.def.id)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let [own, other] = fastest(["c11", "llvmpipe"], |adapter| {
        let mut command = Command::new(BINARY);
        command.args(["certify", &ids.join(","), "--track", "integer", "--force"]);
        command.args(["--quiet", "--adapter", adapter, "-o"]);
        command.arg(folder.path().join(format!("{adapter}.json")));
        command.current_dir(folder.path());
        let output = command.env_remove("VYRE_REQUIRE_ADAPTERS").output();
        let output = output.expect("it starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    });
    println!(
        "{} integer ops: c11 {own:.1} s, lavapipe {other:.1} s, {:.1} x",
        ids.len(),
        other / own
    );
    assert!(parity >= 2.0, "parity");
    assert!(other / own >= 3.0 && own <= 20.0, "the suite");
}
