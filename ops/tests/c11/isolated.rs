//! `c11` in a separate process: the same results, and the cost of the separation.

use std::time::{Duration, Instant};
use vyre_conform_process::ProcessBackend;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{Source, Witnesses, witness};
use vyre_conform_suite::backend::digest::{DigestReference, MemoryDigests, parity_by_digest};
use vyre_conform_suite::backend::{Backend, LoadedOp, OpCode, Operand, parity};
use vyre_ops as _;

fn isolated_backend() -> ProcessBackend {
    let words = [super::BINARY, "serve", "--adapter", "c11"].map(str::to_owned);
    let opened = ProcessBackend::open("process-isolated", words.to_vec(), Duration::from_secs(120));
    opened.unwrap_or_else(|error| panic!("{error}"))
}

/// Loads an op of the library and passes it to `ask`.
fn with_loaded_op<R>(
    backend: &dyn Backend,
    catalog: &Catalog,
    id: &str,
    ask: impl Fn(&dyn LoadedOp) -> R,
) -> R {
    let op = catalog.find(id).expect("an op");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    ask(&*backend.load(&code).expect("loaded"))
}

/// Parity of `u32::add` on this many witnesses, by digests that the program computes.
fn check_parity_by_digest(loaded: &dyn LoadedOp, catalog: &Catalog, cases: u64) {
    let op = catalog.find("u32::add").expect("an op");
    let source = Witnesses::new(op.def.op.signature.operands, 3, 1 << 30);
    let of = DigestReference::of(op.def).expect("a reference");
    let known = MemoryDigests::default();
    let outcome = parity_by_digest(loaded, of, &source, 0..cases, 7, &known, 1);
    let outcome = outcome.expect("it digests").expect("parity");
    assert_eq!((outcome.cases, outcome.failures), (cases, 0));
}

/// Oracle: the reference of the op.
#[test]
fn isolated_programs_agree() {
    let catalog = Catalog::linked().expect("the library");
    let backend = isolated_backend();
    for id in ["u32::add", "u64::mul", "bool::select"] {
        let op = &catalog.find(id).expect("an op").def.op;
        let source = Witnesses::new(op.signature.operands, 3, 1 << 30);
        let outcome = with_loaded_op(&backend, &catalog, id, |l| {
            parity(l, op, &source, 5..600_005)
        });
        let outcome = outcome.expect("parity");
        assert_eq!((outcome.cases, outcome.failures), (600_000, 0), "{id}");
    }
    with_loaded_op(&backend, &catalog, "u32::add", |l| {
        check_parity_by_digest(l, &catalog, 2_500_000)
    });
}

/// Oracle: docs/spec/protocol.md: the separate process accepts the wire format alone, which cannot contain hand-written
/// text in any language.
#[test]
fn hand_written_text_is_unsupported_in_isolation() {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::double_product").expect("an op");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    let missing = isolated_backend()
        .missing_support(&code)
        .expect("it lacks something");
    assert_eq!(missing, "a compiler of texts");
}

/// Oracle: the sums; a killed program is restarted, and receives the host's shared memory again.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_shared_again_after_a_kill() {
    const CASES: u32 = 70_001;
    let catalog = Catalog::linked().expect("the library");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("number");
    let line = r#"echo $$ > "$0"; exec "$1" serve --adapter c11"#;
    let words = [
        "sh",
        "-c",
        line,
        file.to_str().expect("UTF-8"),
        super::BINARY,
    ];
    let words = words.map(str::to_owned).to_vec();
    let opened = ProcessBackend::open("process-isolated", words, Duration::from_secs(120));
    let backend = opened.unwrap_or_else(|error| panic!("{error}"));
    let a: Vec<u32> = (0..CASES).map(|n| n.wrapping_mul(0x9e37_79b9)).collect();
    let b: Vec<u32> = a.iter().rev().copied().collect();
    let sums: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
    with_loaded_op(&backend, &catalog, "u32::add", |l| {
        for _ in 0..3 {
            let words = l.run(&[Operand::Storage(&a), Operand::Storage(&b)], a.len());
            assert_eq!(words.expect("words"), sums);
            let number = std::fs::read_to_string(&file).expect("its number");
            let mut kill = std::process::Command::new("kill");
            let killed = kill.args(["-9", number.trim()]).status();
            assert!(killed.expect("kill").success());
        }
    });
}

/// Seconds of the shortest of three runs.
fn seconds(run: impl Fn()) -> f64 {
    let one = |_| {
        let started = Instant::now();
        run();
        started.elapsed().as_secs_f64()
    };
    (0..3).map(one).fold(f64::INFINITY, f64::min)
}

/// Oracle: docs/results/speed.md: at least 500 MB/s. `--ignored`: it measures, and needs an idle machine.
#[test]
#[ignore = "measures: run it alone, with --nocapture"]
fn isolation_throughput() {
    const EACH: usize = 65_536;
    let catalog = Catalog::linked().expect("the library");
    let (own, isolated) = (super::c11(), isolated_backend());
    let column = |k: u32| -> Vec<u32> {
        (0..EACH as u64)
            .map(|n| witness::uniform(1, n, k))
            .collect()
    };
    let (a, b) = (column(0), column(1));
    let add = &catalog.find("u32::add").expect("an op").def.op;
    let source = Witnesses::new(add.signature.operands, 3, 1 << 30);
    let batches = |l: &dyn LoadedOp| {
        seconds(|| {
            for _ in 0..500 {
                let words = l.run(&[Operand::Storage(&a), Operand::Storage(&b)], EACH);
                assert_eq!(words.expect("words").len(), EACH);
            }
        })
    };
    let whole = |l: &dyn LoadedOp| {
        seconds(|| {
            let outcome = parity(l, add, &source, 0..1 << 25).expect("parity");
            assert_eq!((outcome.cases, outcome.failures), (1 << 25, 0));
        })
    };
    let bytes = (500 * EACH * 12) as f64;
    let f = |backend: &dyn Backend, ask: &dyn Fn(&dyn LoadedOp) -> f64| {
        with_loaded_op(backend, &catalog, "u32::add", ask)
    };
    let rate = bytes / f(&isolated, &batches) / 1e6;
    println!("runs of {EACH} cases: {rate:.0} MB/s");
    println!(
        "the same on c11 itself: {:.0} MB/s",
        bytes / f(&own, &batches) / 1e6
    );
    let (one, other) = (f(&own, &whole), f(&isolated, &whole));
    println!(
        "parity of {}: c11 {one:.3} s, isolated {other:.3} s, {:.2} times",
        source.len().min(1 << 25),
        other / one
    );
    let digests = f(&isolated, &|l| {
        seconds(|| check_parity_by_digest(l, &catalog, 1 << 25))
    });
    println!("by digests: {digests:.3} s, {:.2} times", digests / one);
    for id in ["u64::mul", "f32::add", "f32::sqrt", "f32::exp"] {
        let op = &catalog.find(id).expect("an op").def.op;
        let source = Witnesses::new(op.signature.operands, 3, 1 << 30);
        let whole = |l: &dyn LoadedOp| {
            seconds(|| {
                let outcome = parity(l, op, &source, 0..1 << 23).expect("parity");
                assert_eq!((outcome.cases, outcome.failures), (1 << 23, 0));
            })
        };
        let [own, isolated]: [&dyn Backend; 2] = [&own, &isolated];
        let [one, other] =
            [own, isolated].map(|backend| with_loaded_op(backend, &catalog, id, whole));
        println!(
            "parity of 2^23 cases of `{id}`: c11 {one:.3} s, isolated {other:.3} s, {:.2} times",
            other / one
        );
    }
    assert!(rate > 500.0, "{rate} MB/s");
}
